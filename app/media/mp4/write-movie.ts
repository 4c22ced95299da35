import { box, IDENTITY_MATRIX, uint32s, UNDETERMINED_LANGUAGE } from "#app/media/mp4/write-m4a.ts";

/** Units per second of a movie's own times, which headers and edit lists use: those of Opus. */
export const MOVIE_RATE = 48_000;
const UINT32_MAX = 0xffff_ffff;

/** One entry of an edit list: `length` in the movie's units, `mediaTime` in the track's; null shows nothing for that long. */
export type WrittenEdit = { length: number; mediaTime: number | null };

export type WrittenTrack = {
  id: number;
  handler: "vide" | "soun";
  /** In seconds since 1904. */
  made: number;
  timescale: number;
  /** Sum of the samples' durations, in the track's units. */
  mediaLength: number;
  /** Length of its presentation, in the movie's units. */
  length: number;
  /** The last fields of `tkhd`: matrix, width and height (see `displayOf`). */
  display: Uint8Array;
  /** None: the media is played from its beginning. */
  edits?: readonly WrittenEdit[];
  entries: readonly Uint8Array[];
  /** The boxes of the sample tables. */
  tables: readonly Uint8Array[];
};

/** The fields of `tkhd` that say how a picture is shown, not turned; sound has neither width nor height. */
export function displayOf(width: number, height: number): Uint8Array {
  return uint32s([...IDENTITY_MATRIX, width * 0x10000, height * 0x10000]);
}

/** `moov` of a movie whose samples are all in tables. */
export function writeMoov(made: number, tracks: readonly WrittenTrack[]): Uint8Array {
  const length = Math.max(...tracks.map((track) => track.length));
  const nextId = Math.max(...tracks.map(({ id }) => id)) + 1;
  const rest = [0x10000, 0x01000000, 0, 0, ...IDENTITY_MATRIX, 0, 0, 0, 0, 0, 0, nextId];
  return box("moov", box("mvhd", 0, made, made, MOVIE_RATE, length, ...rest), ...tracks.map(trak));
}

function trak(track: WrittenTrack): Uint8Array {
  const { id, handler, made, length, display, edits = [] } = track;
  const volume = handler === "soun" ? 0x01000000 : 0;
  const tkhd = box("tkhd", 3, made, made, id, 0, length, 0, 0, 0, volume, display);
  return box("trak", tkhd, ...(edits.length > 0 ? [box("edts", elst(edits))] : []), mdia(track));
}

/** In 64 bits: the times of a track may count in ten-millionths of a second. */
function elst(edits: readonly WrittenEdit[]): Uint8Array {
  const fields = edits.map(({ length, mediaTime }) => {
    const entry = new Uint8Array(20);
    const view = new DataView(entry.buffer);
    view.setBigUint64(0, BigInt(length));
    view.setBigInt64(8, BigInt(mediaTime ?? -1));
    view.setUint16(16, 1);
    return entry;
  });
  return box("elst", 0x01000000, edits.length, ...fields);
}

function mdia({ handler, made, timescale, mediaLength, entries, tables }: WrittenTrack): Uint8Array {
  // All ones mean that the header does not say it.
  const told = Math.min(mediaLength, UINT32_MAX);
  const mdhd = box("mdhd", 0, made, made, timescale, told, UNDETERMINED_LANGUAGE);
  const hdlr = box("hdlr", 0, 0, handler, 0, 0, 0, new Uint8Array(1));
  const dinf = box("dinf", box("dref", 0, 1, box("url ", 1)));
  const stbl = box("stbl", box("stsd", 0, entries.length, ...entries), ...tables);
  const kind = handler === "soun" ? box("smhd", 0, 0) : box("vmhd", 1, 0, 0);
  return box("mdia", mdhd, hdlr, box("minf", kind, dinf, stbl));
}
