import { EDITS_MAX } from "#app/domain/limits/media.ts";
import { type RangeReader, uint64 } from "#app/media/byte-source.ts";
import { type Box, findBox, fourcc, needBox, readBody, readChildren } from "#app/media/mp4/walk-boxes.ts";
import { refuse } from "#app/media/refuse-recording.ts";

/** One entry of an edit list, in milliseconds of presentation; `mediaTime` is in the track's units, null for an empty edit. */
export type Edit = { durationMs: number; mediaTime: number | null };

export type TrackHeader = {
  id: number;
  enabled: boolean;
  /** The last fields of its header: matrix, width and height as it is shown. */
  display: Uint8Array;
  /** `soun`, `vide`, `sbtl`, `text`, … */
  handler: string;
  timescale: number;
  /** ISO 639-2 as stored in the track, null when it names none. */
  language: string | null;
  /** Tracks that hold this track's chapter titles: text that nobody spoke. */
  chapterTracks: number[];
  edits: Edit[];
  /** Boxes of the sample tables: the children of `stbl`. */
  tables: Box[];
  /** Its samples are in another file. */
  external: boolean;
};

const SMALL_BOX_BYTES_MAX = 64 * 1024;
/** Nine fields of a matrix, and two. */
const DISPLAY_BYTES = 44;
/** ISO/IEC 14496-12 §8.6.6.3: nothing of the media plays during such an edit. */
const EMPTY_EDIT = -1;

export async function readTrackHeader(reader: RangeReader, trak: Box, movieTimescale: number): Promise<TrackHeader> {
  const boxes = await readChildren(reader, trak.body, trak.end);
  const mdia = needBox(boxes, "mdia");
  const mediaBoxes = await readChildren(reader, mdia.body, mdia.end);
  const minf = needBox(mediaBoxes, "minf");
  const infoBoxes = await readChildren(reader, minf.body, minf.end);
  const stbl = needBox(infoBoxes, "stbl");
  return {
    ...(await readTkhd(reader, needBox(boxes, "tkhd"))),
    ...(await readMdhd(reader, needBox(mediaBoxes, "mdhd"))),
    handler: await readHandler(reader, needBox(mediaBoxes, "hdlr")),
    chapterTracks: await readChapterTracks(reader, findBox(boxes, "tref")),
    edits: await readEdits(reader, findBox(boxes, "edts"), movieTimescale),
    tables: await readChildren(reader, stbl.body, stbl.end),
    external: await isExternal(reader, findBox(infoBoxes, "dinf")),
  };
}

async function readTkhd(reader: RangeReader, tkhd: Box) {
  const view = await readBody(reader, tkhd, 24, SMALL_BOX_BYTES_MAX);
  const long = view.getUint8(0) === 1;
  const fields = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  // A copy: the reader's bytes are only good until its next call.
  const display = new Uint8Array(DISPLAY_BYTES);
  display.set(fields.subarray(long ? 52 : 40, (long ? 52 : 40) + DISPLAY_BYTES));
  return { id: view.getUint32(long ? 20 : 12), enabled: (view.getUint8(3) & 1) === 1, display };
}

async function readMdhd(reader: RangeReader, mdhd: Box) {
  const view = await readBody(reader, mdhd, 24, SMALL_BOX_BYTES_MAX);
  const long = view.getUint8(0) === 1;
  if (long && view.byteLength < 36) refuse("hostile");
  const timescale = view.getUint32(long ? 20 : 12);
  if (timescale === 0) refuse("hostile");
  return { timescale, language: unpackLanguage(view.getUint16(long ? 32 : 20)) };
}

/** Three letters of five bits each, counted from 0x60; QuickTime's own language codes are lower numbers than all of those. */
function unpackLanguage(packed: number): string | null {
  const letters = [packed >> 10, packed >> 5, packed].map((bits) => String.fromCharCode((bits & 31) + 0x60)).join("");
  return /^[a-z]{3}$/.test(letters) && letters !== "und" ? letters : null;
}

async function readHandler(reader: RangeReader, hdlr: Box): Promise<string> {
  const view = await readBody(reader, hdlr, 12, SMALL_BOX_BYTES_MAX);
  return fourcc(new Uint8Array(view.buffer, view.byteOffset, view.byteLength), 8);
}

async function readChapterTracks(reader: RangeReader, tref: Box | null): Promise<number[]> {
  if (tref === null) return [];
  const chap = findBox(await readChildren(reader, tref.body, tref.end), "chap");
  if (chap === null) return [];
  const view = await readBody(reader, chap, 0, SMALL_BOX_BYTES_MAX);
  return Array.from({ length: Math.floor(view.byteLength / 4) }, (_, index) => view.getUint32(index * 4));
}

async function readEdits(reader: RangeReader, edts: Box | null, movieTimescale: number): Promise<Edit[]> {
  const elst = edts === null ? null : findBox(await readChildren(reader, edts.body, edts.end), "elst");
  if (elst === null) return [];
  const view = await readBody(reader, elst, 8, SMALL_BOX_BYTES_MAX);
  const long = view.getUint8(0) === 1;
  const entryBytes = long ? 20 : 12;
  const count = view.getUint32(4);
  if (count > EDITS_MAX || 8 + count * entryBytes > view.byteLength) refuse("hostile");
  return Array.from({ length: count }, (_, index) => {
    const at = 8 + index * entryBytes;
    const duration = long ? uint64(view, at) : view.getUint32(at);
    const mediaTime = long ? Number(view.getBigInt64(at + 8)) : view.getInt32(at + 4);
    return { durationMs: (duration * 1000) / movieTimescale, mediaTime: mediaTime === EMPTY_EDIT ? null : mediaTime };
  });
}

/** A data reference whose flag 1 is not set names another file. */
async function isExternal(reader: RangeReader, dinf: Box | null): Promise<boolean> {
  const dref = dinf === null ? null : findBox(await readChildren(reader, dinf.body, dinf.end), "dref");
  if (dref === null) return false;
  const view = await readBody(reader, dref, 8, SMALL_BOX_BYTES_MAX);
  return view.getUint32(4) > 0 && view.byteLength >= 20 && (view.getUint8(19) & 1) === 0;
}
