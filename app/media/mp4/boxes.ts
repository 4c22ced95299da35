import { BOXES_IN_CONTAINER_MAX } from "#app/domain/limits/media.ts";
import { type RangeReader, uint64, viewOf } from "#app/media/range-reader.ts";
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
