import type { UploadRefusal } from "#app/domain/meeting/status.ts";

/** `needs-scan`: nothing is wrong so far, but only a pass over the whole file can tell. */
export type ProbeRefusal = UploadRefusal | "needs-scan";

/**
 * How the readers of boxes and tables say that a recording is refused. They stand ten calls deep, where a value handed up
 * through every level would drown the format; `probeRecording` is the one place that catches it and answers with a value.
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
