import { type ByteSource, SourceChangedError } from "#app/media/byte-source.ts";

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
