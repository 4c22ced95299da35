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

/** Small reads fetch this much, because the next box is nearly always in it; larger ones fetch just what they ask for. */
const READ_AHEAD_BYTES = 64 * 1024;

/** Random access for headers. What it answers with is only good until the next call. */
export interface RangeReader {
  readonly size: number;
  bytes(start: number, end: number): Promise<Uint8Array>;
  /** Fetches a range once, so that what is read inside it afterwards costs no further reads. */
  keep(start: number, end: number): Promise<void>;
}

export function openRangeReader(source: ByteSource): RangeReader {
  let keptFrom = 0;
  let kept: Uint8Array = new Uint8Array(0);

  async function fetchRange(start: number, end: number): Promise<Uint8Array> {
    const bytes = await source.read(start, end);
    if (bytes.byteLength !== end - start) throw new SourceChangedError("changed");
    return bytes;
  }
  const holds = (start: number, end: number) => start >= keptFrom && end <= keptFrom + kept.byteLength;
  async function keep(start: number, end: number): Promise<void> {
    if (holds(start, end)) return;
    kept = new Uint8Array(0);
    kept = await fetchRange(start, end);
    keptFrom = start;
  }
  return {
    size: source.size,
    keep,
    async bytes(start, end) {
      const held = holds(start, end);
      if (!held && end - start > READ_AHEAD_BYTES) return await fetchRange(start, end);
      if (!held) await keep(start, Math.min(start + READ_AHEAD_BYTES, source.size));
      return kept.subarray(start - keptFrom, end - keptFrom);
    },
  };
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** 64 bits as a number; what a number cannot hold exactly becomes infinite, and so fails every comparison with a limit. */
export function uint64(view: DataView, at: number): number {
  const value = view.getUint32(at) * 2 ** 32 + view.getUint32(at + 4);
  return Number.isSafeInteger(value) ? value : Number.POSITIVE_INFINITY;
}

/** Newer engines can transfer a buffer; the type library that we share with the browser does not include it yet. */
type Releasable = ArrayBuffer & { transfer?: (bytes: number) => ArrayBuffer };

/**
 * Frees a buffer's memory at once: it must not be read afterwards. With the garbage collector alone, buffers of megabytes accumulate until
 * there are fifty or more of them.
 */
export function releaseBytes(buffer: ArrayBuffer): void {
  const releasable: Releasable = buffer;
  // A released buffer has no bytes; releasing it again would throw.
  if (buffer.byteLength > 0) releasable.transfer?.(0);
}
