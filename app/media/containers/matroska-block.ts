import { readLength } from "#app/media/containers/ebml.ts";
import { refuse } from "#app/media/refuse-recording.ts";

type Frame = { at: number; size: number };

/** Behind the track's number: two bytes of time, one of flags. */
const FIELDS_BYTES = 3;
const LACING = { none: 0, xiph: 1, fixed: 2, ebml: 3 };

/** The frames of a block (RFC 9559 §10): one, or several laced into one block, whose lengths stand in one of three ways. */
export function readBlock(bytes: Uint8Array, trackBytes: number): Frame[] {
  let at = trackBytes + FIELDS_BYTES;
  if (at > bytes.byteLength) return refuse("hostile");
  const lacing = ((bytes[at - 1] ?? 0) >> 1) & 3;
  if (lacing === LACING.none) return [{ at, size: bytes.byteLength - at }];
  const count = (bytes[at] ?? 0) + 1;
  at++;
  const sizes: number[] = [];
  if (lacing === LACING.xiph) {
    while (sizes.length < count - 1) {
      let size = 0;
      let byte = 255;
      while (byte === 255) {
        if (at >= bytes.byteLength) return refuse("hostile");
        byte = bytes[at++] ?? 0;
        size += byte;
      }
      sizes.push(size);
    }
  } else if (lacing === LACING.ebml) {
    while (sizes.length < count - 1) {
      const length = readLength(bytes, at);
      if (length?.value === null || length === null) return refuse("hostile");
      // All but the first are told by how much they differ from the one before, around the middle of what fits.
      const before = sizes.at(-1);
      const middle = 2 ** (7 * length.bytes - 1) - 1;
      sizes.push(before === undefined ? length.value : before + length.value - middle);
      at += length.bytes;
    }
  } else sizes.push(...Array.from({ length: count - 1 }, () => Math.floor((bytes.byteLength - at) / count)));
  const frames: Frame[] = [];
  for (const size of sizes) {
    if (size < 0 || at + size > bytes.byteLength) return refuse("hostile");
    frames.push({ at, size });
    at += size;
  }
  frames.push({ at, size: bytes.byteLength - at });
  return frames;
}
