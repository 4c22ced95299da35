import type { UploadRefusal } from "#app/domain/meeting/status.ts";

/** `needs-scan`: nothing is wrong so far, but only a pass over the whole file can tell. */
export type ProbeRefusal = UploadRefusal | "needs-scan";

/**
 * Thrown by the readers of boxes and tables to refuse a recording. They are ten calls deep, where a value passed up through every level
 * would obscure the format; the entry points (`probeRecording` and others) catch it and return a value.
 */
export class RecordingRefusedError extends Error {
  constructor(readonly reason: ProbeRefusal) {
    super(`recording refused: ${reason}`);
    this.name = "RecordingRefusedError";
  }
}

export function refuse(reason: ProbeRefusal): never {
  throw new RecordingRefusedError(reason);
}
