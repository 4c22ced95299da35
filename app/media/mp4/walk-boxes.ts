import { BOXES_IN_CONTAINER_MAX, READ_THROUGH_BYTES_MAX } from "#app/domain/limits/media.ts";
import { type ByteSource, type RangeReader, SourceChangedError, uint64, viewOf } from "#app/media/byte-source.ts";
import { refuse } from "#app/media/refuse-recording.ts";

/** A box of ISO/IEC 14496-12: `body` is where its content begins, `end` is exclusive; all are offsets in the file. */
export type Box = { type: string; start: number; body: number; end: number };

const SMALL_HEADER_BYTES = 8;
const LARGE_HEADER_BYTES = 16;

export function fourcc(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

/** The box at `at`, or null where fewer than eight bytes are left. Its end may lie past `limit`: the caller judges that. */
export async function readBox(reader: RangeReader, at: number, limit: number): Promise<Box | null> {
  if (limit - at < SMALL_HEADER_BYTES) return null;
  const bytes = await reader.bytes(at, Math.min(at + LARGE_HEADER_BYTES, limit));
  const view = viewOf(bytes);
  const size = view.getUint32(0);
  const type = fourcc(bytes, 4);
  if (size === 0) return { type, start: at, body: at + SMALL_HEADER_BYTES, end: limit };
  if (size === 1) {
    if (bytes.byteLength < LARGE_HEADER_BYTES) refuse("truncated");
    const large = uint64(view, 8);
    if (large < LARGE_HEADER_BYTES) refuse("hostile");
    return { type, start: at, body: at + LARGE_HEADER_BYTES, end: at + large };
  }
  if (size < SMALL_HEADER_BYTES) refuse("hostile");
  return { type, start: at, body: at + SMALL_HEADER_BYTES, end: at + size };
}

/** The boxes of a container. None may reach past it: inside a movie that is never an accident. */
export async function readChildren(reader: RangeReader, start: number, end: number): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let at = start; ; ) {
    const box = await readBox(reader, at, end);
    if (box === null) return boxes;
    if (box.end > end || boxes.length === BOXES_IN_CONTAINER_MAX) refuse("hostile");
    boxes.push(box);
    at = box.end;
  }
}

/** The first box of a type. */
export function findBox(boxes: readonly Box[], type: string): Box | null {
  return boxes.find((box) => box.type === type) ?? null;
}

/** The first box of a type that the format demands. */
export function needBox(boxes: readonly Box[], type: string): Box {
  return findBox(boxes, type) ?? refuse("hostile");
}

/** The content of a small box that holds at least the fields we read from it and not absurdly more. */
export async function readBody(reader: RangeReader, box: Box, bytesMin: number, bytesMax: number): Promise<DataView> {
  const length = box.end - box.body;
  if (length < bytesMin || length > bytesMax) refuse("hostile");
  return viewOf(await reader.bytes(box.body, box.end));
}

/** A box inside bytes that are held whole; the offsets count from their beginning, `end` is exclusive. */
export type InnerBox = { type: string; body: number; end: number };

const HEADER_BYTES = 8;

/**
 * The boxes between two places, one after the other. It ends at the first that does not fit, so that whoever must know
 * compares the last one's end with `end`. No box in here is long enough for the 64-bit form of a length.
 */
export function* innerBoxes(bytes: Uint8Array, start: number, end: number): Generator<InnerBox> {
  const view = viewOf(bytes);
  let at = start;
  while (at + HEADER_BYTES <= end) {
    const size = view.getUint32(at);
    if (size < HEADER_BYTES || at + size > end) return;
    yield { type: fourcc(bytes, at + 4), body: at + HEADER_BYTES, end: at + size };
    at += size;
  }
}

/**
 * A top-level box of the file. Its end may be past the file's end, or (with an invalid length) not after its header. `isUnsized`: its length
 * is zero, which means "to the end of the file" where a recorder has not failed to fill it in.
 */
export type TopLevelBox = { type: string; start: number; body: number; end: number; isUnsized: boolean };

/**
 * Finds the length of a box that does not tell it, from its first bytes: how many it wants to see, header included (it gets fewer at the
 * end of the file), or the length, which is at most what it saw.
 */
export type BoxMeasure = (bytes: Uint8Array) => number | { length: number };

export interface BoxVisitor {
  /** Decides what happens to a box: read it whole and `take` it, once its length is measured if it has none; skip it; or end the walk. */
  enter(box: TopLevelBox): "take" | "pass" | "stop" | BoxMeasure;
  /** Receives the whole box, header included. The bytes are the visitor's own. */
  take(box: TopLevelBox, bytes: Uint8Array): void;
}
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
  let measure: BoxMeasure | null = null;
  let wanted = new Uint8Array(SMALL_HEADER_BYTES);
  let filled = 0;

  /** `known`: the first of the bytes, which were read already. */
  function want(bytes: number, known = new Uint8Array(0)): void {
    wanted = new Uint8Array(bytes);
    wanted.set(known);
    filled = known.byteLength;
  }
  /** Wants more of a box that is being measured, if there is more; the room doubles, so that its bytes are copied only a few times. */
  function wantMore(bytes: number): boolean {
    if (bytes <= wanted.byteLength) return false;
    if (bytes > wanted.buffer.byteLength) want(Math.max(bytes, 2 * wanted.buffer.byteLength), wanted);
    wanted = new Uint8Array(wanted.buffer, 0, bytes);
    return true;
  }
  /** Called when all wanted bytes have arrived. False ends the walk. */
  function advance(): boolean {
    if (box !== null) {
      const measured = measure?.(wanted) ?? { length: wanted.byteLength };
      if (typeof measured === "number") return wantMore(Math.min(measured, fileEnd - box.start));
      const { length } = measured;
      const end = box.start + length;
      visitor.take({ ...box, end }, wanted.subarray(0, length));
      const seenOfNext = wanted.subarray(length);
      box = null;
      measure = null;
      next = end;
      want(SMALL_HEADER_BYTES);
      return walk(seenOfNext, end) !== null;
    }
    const found = readHeader(wanted, next - filled, fileEnd);
    if (found === null) {
      want(LARGE_HEADER_BYTES, wanted);
      return true;
    }
    const verdict = visitor.enter(found);
    if (verdict === "stop") return false;
    if (verdict === "pass") {
      next = found.end;
      want(SMALL_HEADER_BYTES);
      return true;
    }
    box = found;
    if (verdict === "take") want(found.end - found.start, wanted);
    else {
      measure = verdict;
      want(2 * SMALL_HEADER_BYTES, wanted);
    }
    return true;
  }
  function walk(chunk: Uint8Array, position: number): number | null {
    while (next < position + chunk.byteLength) {
      const piece = chunk.subarray(next - position, next - position + wanted.byteLength - filled);
      wanted.set(piece, filled);
      filled += piece.byteLength;
      next += piece.byteLength;
      if (filled === wanted.byteLength && !advance()) return null;
    }
    return next;
  }
  return walk;
}

/** Null for a 64-bit header whose second half has not arrived yet. */
function readHeader(bytes: Uint8Array, start: number, fileEnd: number): TopLevelBox | null {
  const view = viewOf(bytes);
  const size = view.getUint32(0);
  const type = fourcc(bytes, 4);
  if (size === 1 && bytes.byteLength < LARGE_HEADER_BYTES) return null;
  const length = size === 1 ? uint64(view, 8) : size === 0 ? fileEnd - start : size;
  return { type, start, body: start + bytes.byteLength, end: start + length, isUnsized: size === 0 };
}
