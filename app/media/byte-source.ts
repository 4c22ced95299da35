/**
 * Source of a recording's bytes: R2 in the Worker, a Blob in the browser, a file in tests. All offsets are bytes, ends are exclusive. Reads
 * past the end are cut at `size`.
 */
export interface ByteSource {
  readonly size: number;
  /** Skips shorter than this are streamed through, without a new read; absent: a read is expensive (READ_THROUGH_BYTES_MAX). */
  readonly readThroughBytesMax?: number;
  /** One small ranged read, returned whole. */
  read(start: number, end: number): Promise<Uint8Array>;
  /**
   * One streamed ranged read. `next` returns the following bytes (about 1 MiB; never more than 2 MiB) or null at the end; a buffer may be
   * reused by the following `next`. Call `cancel` when stopping early.
   */
  stream(start: number, end: number): ByteStream;
}

export interface ByteStream {
  next(): Promise<Uint8Array | null>;
  cancel(): Promise<void>;
}

/** Thrown by a source when the object is gone or is no longer the probed one (etag). */
export class SourceChangedError extends Error {
  constructor(readonly what: "missing" | "changed") {
    super(`recording ${what}`);
    this.name = "SourceChangedError";
  }
}
