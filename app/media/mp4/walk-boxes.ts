import { READ_THROUGH_BYTES_MAX } from "#app/domain/limits/media.ts";
import { fourcc } from "#app/media/mp4/boxes.ts";
import { type ByteSource, SourceChangedError } from "#app/media/byte-source.ts";
import { uint64, viewOf } from "#app/media/range-reader.ts";

/** A top-level box of the file. Its end may be past the file's end, or (with an invalid length) not after its header. */
export type TopLevelBox = { type: string; start: number; body: number; end: number };

export interface BoxVisitor {
  /** Decides what happens to a box: read it whole and `take` it, skip it, or end the walk. */
  enter(box: TopLevelBox): "take" | "pass" | "stop";
  /** Receives the whole box, header included. The bytes are the visitor's own. */
  take(box: TopLevelBox, bytes: Uint8Array): void;
}

const SMALL_HEADER_BYTES = 8;
const LARGE_HEADER_BYTES = 16;
/** When reads are expensive, a new read begins only after a skip of at least 1/JUMPS_MAX of the file: there are few of them. */
const JUMPS_MAX = 8;

/**
 * Visits the boxes of a file from `from` to its end, in one streamed read: skipped bytes are dropped as they stream by, because a file in
 * fragments has thousands of small boxes and a read for each would take minutes.
 */
export async function walkBoxes(source: ByteSource, from: number, visitor: BoxVisitor): Promise<void> {
  const jumpBytesMin =
    source.readThroughBytesMax ?? Math.max(READ_THROUGH_BYTES_MAX, Math.ceil(source.size / JUMPS_MAX));
  let at: number | null = from;
  while (at !== null && at < source.size) at = await walkSpan(source, at, jumpBytesMin, visitor);
}

/** Walks until a jump pays off; returns the offset to continue at, null when the walk is over. */
async function walkSpan(source: ByteSource, from: number, jumpBytesMin: number, visitor: BoxVisitor) {
  const walk = startWalk(from, source.size, visitor);
  const stream = source.stream(from, source.size);
  let position = from;
  try {
    while (position < source.size) {
      const chunk = await stream.next();
      if (chunk === null) throw new SourceChangedError("changed");
      const next = walk(chunk, position);
      position += chunk.byteLength;
      if (next === null || next >= source.size) return null;
      if (next - position >= jumpBytesMin) return next;
    }
    return null;
  } finally {
    await stream.cancel();
  }
}

/** Returns a function that takes the file's bytes in order and returns the offset of the next one it needs; null at the end. */
function startWalk(from: number, fileEnd: number, visitor: BoxVisitor) {
  let next = from;
  let box: TopLevelBox | null = null;
  let wanted = new Uint8Array(SMALL_HEADER_BYTES);
  let filled = 0;

  function want(bytes: number): void {
    wanted = new Uint8Array(bytes);
    filled = 0;
  }
  /** Called when all wanted bytes have arrived. False ends the walk. */
  function advance(): boolean {
    if (box !== null) {
      visitor.take(box, wanted);
      box = null;
      want(SMALL_HEADER_BYTES);
      return true;
    }
    const found = readHeader(wanted, next - filled, fileEnd);
    if (found === null) {
      const header = wanted;
      want(LARGE_HEADER_BYTES);
      wanted.set(header);
      filled = header.byteLength;
      return true;
    }
    const verdict = visitor.enter(found);
    if (verdict === "stop") return false;
    if (verdict === "pass") {
      next = found.end;
      want(SMALL_HEADER_BYTES);
      return true;
    }
    const header = wanted;
    want(found.end - found.start);
    wanted.set(header);
    filled = header.byteLength;
    box = found;
    return true;
  }
  return (chunk: Uint8Array, position: number): number | null => {
    while (next < position + chunk.byteLength) {
      const piece = chunk.subarray(next - position, next - position + wanted.byteLength - filled);
      wanted.set(piece, filled);
      filled += piece.byteLength;
      next += piece.byteLength;
      if (filled === wanted.byteLength && !advance()) return null;
    }
    return next;
  };
}

/** Null for a 64-bit header whose second half has not arrived yet. */
function readHeader(bytes: Uint8Array, start: number, fileEnd: number): TopLevelBox | null {
  const view = viewOf(bytes);
  const size = view.getUint32(0);
  const type = fourcc(bytes, 4);
  if (size === 1 && bytes.byteLength < LARGE_HEADER_BYTES) return null;
  const length = size === 1 ? uint64(view, 8) : size === 0 ? fileEnd - start : size;
  return { type, start, body: start + bytes.byteLength, end: start + length };
}
