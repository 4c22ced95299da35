/**
 * Where bytes of a recording come from: R2 in the Worker, a Blob in the browser, a file in tests. All offsets are bytes,
 * ends are exclusive. Reads past the end are cut at `size`.
 */
export interface ByteSource {
  readonly size: number;
  /** What is rather read through than skipped with a new read; where it is not said, a read is dear (READ_THROUGH_BYTES_MAX). */
  readonly readThroughBytesMax?: number;
  /** One small ranged read, held whole. */
  read(start: number, end: number): Promise<Uint8Array>;
  /**
   * One streamed ranged read. `next` answers with the following bytes (1 MiB or so; never more than 2 MiB) or null at
   * the end; a buffer may be reused by the following `next`. Call `cancel` when stopping early.
   */
  stream(start: number, end: number): ByteStream;
}

export interface ByteStream {
  next(): Promise<Uint8Array | null>;
  cancel(): Promise<void>;
}

/** Thrown by a source when the object is gone or is no longer the one that was probed (etag). */
export class SourceChangedError extends Error {
  constructor(readonly what: "missing" | "changed") {
    super(`recording ${what}`);
    this.name = "SourceChangedError";
  }
}
