import { fourcc } from "#app/media/mp4/boxes.ts";
import { viewOf } from "#app/media/range-reader.ts";

/** Offset of the boxes in a picture's sample entry. */
const ENTRY_FIELDS_BYTES = 86;
const SETS_BYTES_MAX = 4096;

/**
 * The parameter sets of an AVC sample entry (ISO/IEC 14496-15 §5.3.3.1) in the form they have before a key frame, each after its length.
 * Empty for another codec, or for an entry that contradicts itself.
 */
export function parameterSets(entry: Uint8Array): Uint8Array {
  const avcc = findConfiguration(entry);
  if (avcc === null || avcc.byteLength < 7) return new Uint8Array(0);
  const lengthBytes = ((avcc[4] ?? 0) & 3) + 1;
  const sets = new Uint8Array(SETS_BYTES_MAX);
  let written = 0;
  let at = 5;
  // Sequence sets are counted in five bits, picture sets in eight.
  for (const mask of [31, 255]) {
    const count = (avcc[at++] ?? 0) & mask;
    for (let left = count; left > 0; left--) {
      const size = (avcc[at] ?? 0) * 256 + (avcc[at + 1] ?? 0);
      if (at + 2 + size > avcc.byteLength || written + lengthBytes + size > SETS_BYTES_MAX) return new Uint8Array(0);
      for (let byte = 0; byte < lengthBytes; byte++)
        sets[written + byte] = byte < lengthBytes - 4 ? 0 : (size >>> (8 * (lengthBytes - 1 - byte))) & 255;
      sets.set(avcc.subarray(at + 2, at + 2 + size), written + lengthBytes);
      written += lengthBytes + size;
      at += 2 + size;
    }
  }
  return sets.slice(0, written);
}

function findConfiguration(entry: Uint8Array): Uint8Array | null {
  const view = viewOf(entry);
  for (let at = ENTRY_FIELDS_BYTES; at + 8 <= entry.byteLength; ) {
    const size = view.getUint32(at);
    if (size < 8 || at + size > entry.byteLength) return null;
    if (fourcc(entry, at + 4) === "avcC") return entry.subarray(at + 8, at + size);
    at += size;
  }
  return null;
}
