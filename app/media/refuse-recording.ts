import type { UploadRefusal } from "#app/domain/meeting/status.ts";

/**
 * How the readers of boxes and tables say that a recording is refused. They stand ten calls deep, where a value handed up
 * through every level would drown the format; `probeRecording` is the one place that catches it and answers with a value.
 */
export class RecordingRefusedError extends Error {
  constructor(readonly reason: UploadRefusal) {
    super(`recording refused: ${reason}`);
    this.name = "RecordingRefusedError";
  }
}

export function refuse(reason: UploadRefusal): never {
  throw new RecordingRefusedError(reason);
}
