import { type ByteSource, openRangeReader, viewOf } from "#app/media/byte-source.ts";
import { type Box, readBox } from "#app/media/mp4/walk-boxes.ts";

/** Seconds from 1904, where MP4 and QuickTime begin to count, to 1970. */
const EPOCH_1904_S = 2_082_844_800;
/** Earlier dates come from cameras whose clock was never set. */
const MADE_AFTER = Date.UTC(2000, 0, 2);
/** `ftyp`, `free`, `mdat` and the like stand before the movie's header, and `mvhd` first in it. */
const BOXES_MAX = 64;
const BODY_BYTES = 12;

/**
 * When a movie was made, as its header says (ISO/IEC 14496-12 §8.2.2), in epoch ms; null for other files, and where the header does not
 * tell. Reads a few bytes of a file of any size. Never rejects.
 */
export async function readMadeAt(source: ByteSource, now: number): Promise<number | null> {
  try {
    const moov = await findIn(source, "moov", { from: 0, to: source.size });
    const mvhd = moov && (await findIn(source, "mvhd", { from: moov.body, to: moov.end }));
    if (!mvhd || mvhd.end - mvhd.body < BODY_BYTES) return null;
    const view = viewOf(await source.read(mvhd.body, mvhd.body + BODY_BYTES));
    const seconds = view.getUint8(0) === 1 ? Number(view.getBigUint64(4)) : view.getUint32(4);
    const madeAt = (seconds - EPOCH_1904_S) * 1000;
    return madeAt > MADE_AFTER && madeAt <= now ? madeAt : null;
  } catch {
    // Not a movie, damaged, or moved after it was chosen: the server says what is wrong with it.
    return null;
  }
}

async function findIn(
  source: ByteSource,
  type: string,
  { from, to }: { from: number; to: number },
): Promise<Box | null> {
  const reader = openRangeReader(source);
  let at = from;
  for (let looked = 0; looked < BOXES_MAX; looked += 1) {
    const box = await readBox(reader, at, to);
    if (box === null || box.type === type) return box;
    at = box.end;
  }
  return null;
}
