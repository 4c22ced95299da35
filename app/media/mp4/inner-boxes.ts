import { fourcc } from "#app/media/mp4/boxes.ts";
import { viewOf } from "#app/media/range-reader.ts";

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
