import { MOOF_BYTES_MAX } from "#app/domain/limits/media.ts";
import { viewOf } from "#app/media/byte-source.ts";
import { moveTrunData, TRUN_HEAD_BYTES, trunBytes } from "#app/media/fragments/read-fragment.ts";
import { type BoxMeasure, fourcc } from "#app/media/mp4/walk-boxes.ts";
import { refuse } from "#app/media/refuse-recording.ts";

const HEADER_BYTES = 8;
const LENGTH_BYTES = 4;
/** A fragment of more boxes than these is looked through as far again each time: a look for each box would cost more than reading it. */
const BOXES_LOOKED_AT = 64;
/** Boxes of a fragment, in `moof` itself or in `traf`; the fragment ends before any other. */
const INNER_BOXES = new Set("mfhd tfhd tfdt trun saiz saio sbgp sgpd subs senc uuid".split(" "));

/**
 * Measures a fragment (`moof`) without lengths, and mends its bytes. A recorder that writes to a pipe cannot go back to fill the lengths in
 * once the tables are longer than its buffer. ffmpeg then leaves zeros in `moof`, `traf` and `trun`, where zero means "to the end of the
 * file", and writes the lengths of the two inner boxes behind them: all data is so many bytes later than the fragment says. The length of
 * a `trun` follows from its number of samples, so the end is found while the bytes come in.
 */
export function measureUnsizedFragment(): BoxMeasure {
  let at = HEADER_BYTES;
  let boxes = 0;
  let strayBytes = 0;
  /** Offset of the open `traf`, if it tells no length. */
  let track: number | null = null;
  /** The last `trun`, if it told no length and nothing but stray lengths came after it. */
  let run: { at: number; end: number } | null = null;
  const runs: number[] = [];

  function isStrayLength(told: number, type: string): boolean {
    if (/^[a-z]{4}$/.test(type)) return false;
    return run !== null && (told === run.end - run.at || (track !== null && told === run.end - track));
  }
  function finish(view: DataView): { length: number } {
    if (track !== null) view.setUint32(track, at - track);
    view.setUint32(0, at);
    for (const each of strayBytes === 0 ? [] : runs) moveTrunData(view, each, strayBytes);
    return { length: at };
  }
  return (bytes) => {
    const view = viewOf(bytes);
    while (at + HEADER_BYTES <= bytes.byteLength) {
      boxes += 1;
      const type = fourcc(bytes, at + 4);
      const told = view.getUint32(at);
      const isKnown = type === "traf" || INNER_BOXES.has(type);
      if (type === "trun") {
        // With the field of its offset; the next box's header is as long.
        const head = at + TRUN_HEAD_BYTES + LENGTH_BYTES;
        if (head > bytes.byteLength) return head;
        if (told !== 0 && told < TRUN_HEAD_BYTES) refuse("hostile");
        const end = at + (told === 0 ? trunBytes(view, at) : told);
        if (told === 0) view.setUint32(at, end - at);
        runs.push(at);
        run = told === 0 ? { at, end } : null;
        at = end;
      } else if (!isKnown && run !== null && isStrayLength(told, type)) {
        at += LENGTH_BYTES;
        strayBytes += LENGTH_BYTES;
        view.setUint32(run.at, at - run.at);
      } else if (isKnown && (told >= HEADER_BYTES || type === "traf")) {
        run = null;
        if (type === "traf") {
          if (track !== null) view.setUint32(track, at - track);
          track = told === 0 ? at : null;
        }
        at += told === 0 ? HEADER_BYTES : told;
      } else return finish(view);
      if (at > MOOF_BYTES_MAX) refuse("hostile");
    }
    return at + HEADER_BYTES + (boxes > BOXES_LOOKED_AT ? at : 0);
  };
}
