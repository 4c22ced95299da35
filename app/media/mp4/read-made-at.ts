import type { ByteSource } from "#app/media/byte-source.ts";

/** Seconds from 1904, where MP4 and QuickTime begin to count, to 1970. */
const EPOCH_1904_S = 2_082_844_800;
/** Earlier dates come from cameras whose clock was never set. */
const MADE_AFTER = Date.UTC(2000, 0, 2);
/** `ftyp`, `free`, `mdat` and the like stand before the movie's header, and `mvhd` first in it. */
const BOXES_MAX = 64;
const BODY_BYTES = 12;
const HEADER_BYTES = 8;
const LARGE_HEADER_BYTES = 16;

/**
 * When a movie was made, as its header says (ISO/IEC 14496-12 §8.2.2), in epoch ms; null for other files, and where the header does not
 * tell. Reads a few bytes of a file of any size. Never rejects.
 */
export async function readMadeAt(source: ByteSource, now: number): Promise<number | null> {
  try {
    const moov = await findIn(source, "moov", { from: 0, to: source.size });
    const mvhd = moov && (await findIn(source, "mvhd", { from: moov.body, to: moov.end }));
    if (!mvhd || mvhd.end - mvhd.body < BODY_BYTES) return null;
    const view = await readView(source, mvhd.body, BODY_BYTES);
    const seconds = view.getUint8(0) === 1 ? Number(view.getBigUint64(4)) : view.getUint32(4);
    const madeAt = (seconds - EPOCH_1904_S) * 1000;
    return madeAt > MADE_AFTER && madeAt <= now ? madeAt : null;
  } catch {
    // Not a movie, damaged, or moved after it was chosen: the server says what is wrong with it.
    return null;
  }
}

type Box = { body: number; end: number };

/**
 * The first box of a type between two places. Not by walk-boxes.ts, which the meeting's page would then load as a file of its own; a
 * box that is not as it should be ends the search.
 */
async function findIn(
  source: ByteSource,
  type: string,
  { from, to }: { from: number; to: number },
): Promise<Box | null> {
  let at = from;
  for (let looked = 0; looked < BOXES_MAX && to - at >= HEADER_BYTES; looked += 1) {
    const view = await readView(source, at, Math.min(LARGE_HEADER_BYTES, to - at));
    const size = view.getUint32(0);
    const header = size === 1 ? LARGE_HEADER_BYTES : HEADER_BYTES;
    const length = size === 0 ? to - at : size === 1 ? Number(view.getBigUint64(HEADER_BYTES)) : size;
    if (length < header) return null;
    const name = String.fromCharCode(...[4, 5, 6, 7].map((place) => view.getUint8(place)));
    if (name === type) return { body: at + header, end: at + length };
    at += length;
  }
  return null;
}

async function readView(source: ByteSource, at: number, length: number): Promise<DataView> {
  const bytes = await source.read(at, at + length);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
