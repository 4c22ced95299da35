import { uint64, viewOf } from "#app/media/byte-source.ts";
import { innerBoxes } from "#app/media/mp4/walk-boxes.ts";
import type { SegmentHeader } from "#app/media/pieces/segment-header.ts";

/**
 * Pieces of a segment for somebody who may have them from a moment on only: when a piece begins, the same piece with its times
 * counted from that moment, and a segment's first piece without any media. Times are in ms from the segment's beginning.
 */

type DecodeTime = { trackId: number; at: number; isLong: boolean; time: number };

/** When a piece's first sample is played; null where it has no fragment that says so. */
export function pieceStartMs(piece: Uint8Array, header: SegmentHeader): number | null {
  const times = [...decodeTimes(piece)].flatMap(({ trackId, time }) => {
    const timescale = timescaleOf(header, trackId);
    return timescale === null ? [] : [(time * 1000) / timescale];
  });
  return times.length === 0 ? null : Math.min(...times);
}

/** A copy of the piece that begins `shiftMs` earlier. `shiftMs` is at most its `pieceStartMs`. */
export function rebasePiece(piece: Uint8Array, header: SegmentHeader, shiftMs: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(piece);
  const view = viewOf(copy);
  for (const { trackId, at, isLong, time } of decodeTimes(piece)) {
    const timescale = timescaleOf(header, trackId);
    if (timescale === null) continue;
    const rebased = Math.max(0, time - Math.round((shiftMs * timescale) / 1000));
    if (isLong) view.setBigUint64(at, BigInt(rebased));
    else view.setUint32(at, rebased);
  }
  return copy;
}

/** The boxes of a segment's first piece that describe it; its fragments, where it has some, are left out. */
export function bareHeader(piece: Uint8Array): Uint8Array<ArrayBuffer> {
  let end = 0;
  for (const box of innerBoxes(piece, 0, piece.byteLength)) {
    if (box.type !== "ftyp" && box.type !== "moov") break;
    end = box.end;
  }
  return new Uint8Array(piece.subarray(0, end));
}

function timescaleOf({ sound, picture }: SegmentHeader, trackId: number): number | null {
  if (sound?.trackId === trackId) return sound.timescale;
  return picture?.trackId === trackId ? picture.timescale : null;
}

/** The `tfdt` boxes of all fragments (ISO/IEC 14496-12 §8.8.12), each with the track of its `tfhd`. */
function* decodeTimes(piece: Uint8Array): Generator<DecodeTime> {
  const view = viewOf(piece);
  for (const moof of innerBoxes(piece, 0, piece.byteLength)) {
    if (moof.type !== "moof") continue;
    for (const traf of innerBoxes(piece, moof.body, moof.end)) {
      if (traf.type !== "traf") continue;
      let trackId: number | null = null;
      for (const { type, body, end } of innerBoxes(piece, traf.body, traf.end)) {
        if (type === "tfhd" && body + 8 <= end) trackId = view.getUint32(body + 4);
        if (type !== "tfdt" || trackId === null || body + 8 > end) continue;
        const isLong = view.getUint8(body) === 1;
        if (isLong && body + 12 > end) continue;
        const at = body + 4;
        yield { trackId, at, isLong, time: isLong ? uint64(view, at) : view.getUint32(at) };
      }
    }
  }
}
