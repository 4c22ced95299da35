import { BOXES_IN_CONTAINER_MAX, MOOV_BYTES_MAX, TRACKS_MAX } from "#app/domain/limits/media.ts";
import { type RangeReader, viewOf } from "#app/media/byte-source.ts";
import type { SampleDefaults } from "#app/media/fragments/read-fragment.ts";
import { readTrackHeader, type TrackHeader } from "#app/media/mp4/read-track-header.ts";
import { type Box, findBox, needBox, readBody, readBox, readChildren } from "#app/media/mp4/walk-boxes.ts";
import { refuse } from "#app/media/refuse-recording.ts";

/** Bytes of the file, `end` exclusive. */
type ByteRange = { start: number; end: number };

/** The places in the file where samples may be, according to its top-level boxes. */
export type MediaPlaces = {
  /** The content of each `mdat`, and everything after the last box that was read. */
  ranges: readonly ByteRange[];
  /**
   * The end of the media. `cut`: past the end of the file, so that a part is missing. `open`: not stated, so that a part may be missing.
   */
  end: "whole" | "open" | "cut";
};

export type FoundMovie = {
  moov: Box;
  /** Its samples are in movie fragments (`moof`), not in the tables of `moov`. */
  fragmented: boolean;
  places: MediaPlaces;
};

/** Whether the bytes from `start` to `end` are all in places where samples may be. */
export function isInMedia({ ranges }: MediaPlaces, start: number, end: number): boolean {
  for (const range of ranges) if (start >= range.start && end <= range.end) return true;
  return false;
}

/** Limit of boxes read after `moov`: the walk only checks there whether `mdat` is complete and whether fragments follow. */
const BOXES_AFTER_MOVIE_MAX = 16;

/** First boxes of QuickTime files that are older than `ftyp`. */
const QUICKTIME_FIRST = new Set(["moov", "mdat", "wide", "free", "skip", "pnot"]);

/**
 * Walks the top-level boxes from header to header. Refuses a file that is not an MP4 by its bytes, a file cut off before the end of `moov`,
 * and a `moov` too large to be read whole.
 */
export async function findMovie(reader: RangeReader, isQuickTime = false): Promise<FoundMovie> {
  if (reader.size === 0) refuse("empty");
  let at = await skipFileType(reader, isQuickTime);
  let moov: Box | null = null;
  let mediaSeen = false;
  const ranges: ByteRange[] = [];
  const found = (movie: Box, { fragmented = false } = {}): FoundMovie => ({
    moov: movie,
    fragmented,
    places: { ranges: [...ranges, { start: at, end: reader.size }], end },
  });
  // A still image (HEIC, AVIF) has the same box format: `meta` in place of a movie.
  let still = false;
  let end: MediaPlaces["end"] = "open";
  let left = BOXES_IN_CONTAINER_MAX;
  while (left-- > 0) {
    const box = await readTopLevelBox(reader, at, mediaSeen, moov !== null);
    if (box === null) return moov === null ? refuse(mediaSeen && !still ? "truncated" : "not-mp4") : found(moov);
    if (box.type === "moof") return moov === null ? refuse("fragmented") : found(moov, { fragmented: true });
    if (box.type === "moov" && moov === null) {
      if (box.end - box.start > MOOV_BYTES_MAX) refuse("hostile");
      moov = box;
      left = BOXES_AFTER_MOVIE_MAX;
    }
    if (box.type === "meta") still = true;
    const isCut = box.end > reader.size;
    if (isCut && (moov === null || moov === box)) refuse("truncated");
    if (box.type === "mdat") {
      mediaSeen = true;
      end = isCut ? "cut" : (await isOpenEnded(reader, box)) ? "open" : "whole";
      ranges.push({ start: box.body, end: Math.min(box.end, reader.size) });
    }
    at = Math.min(box.end, reader.size);
    if (isCut && moov !== null) return found(moov);
  }
  return moov === null ? refuse("hostile") : found(moov);
}

/** A box of length zero extends to the end of the file, wherever that is. */
async function isOpenEnded(reader: RangeReader, box: Box): Promise<boolean> {
  return viewOf(await reader.bytes(box.start, box.start + 4)).getUint32(0) === 0;
}

/**
 * Offset of the box after `ftyp`; 0 for an old QuickTime file without one. Any other file that does not begin with `ftyp` is not an MP4.
 */
async function skipFileType(reader: RangeReader, isQuickTime: boolean): Promise<number> {
  if (reader.size < 8) refuse("not-mp4");
  const bytes = await reader.bytes(0, Math.min(16, reader.size));
  const type = String.fromCharCode(...bytes.subarray(4, 8));
  if (isQuickTime && QUICKTIME_FIRST.has(type)) return 0;
  if (type !== "ftyp") refuse("not-mp4");
  const box = await readBox(reader, 0, reader.size);
  if (box === null || box.end - box.start < 16 || box.end - box.start > 4096) return refuse("not-mp4");
  if (box.end > reader.size) refuse("truncated");
  return box.end;
}

/**
 * The next box, or null when the walk ends: at the end of the file, or, after `moov`, at any unknown box. Some programs append rubbish,
 * which does not affect the boxes before it.
 */
async function readTopLevelBox(reader: RangeReader, at: number, mediaSeen: boolean, movieSeen: boolean) {
  if (reader.size - at < 8) return null;
  const type = String.fromCharCode(...(await reader.bytes(at, at + 8)).subarray(4, 8));
  if (movieSeen && !["mdat", "moof", "free", "skip", "wide", "uuid", "udta", "meta"].includes(type)) return null;
  if (!/^[\x20-\x7e]{4}$/.test(type)) return refuse(mediaSeen ? "hostile" : "not-mp4");
  return await readBox(reader, at, reader.size);
}

export type Movie = {
  /** Units per second of the movie's own times, which edit lists use. */
  timescale: number;
  /** The movie announces fragments. */
  fragmented: boolean;
  /** By track: values of its samples that apply unless a fragment overrides them. */
  defaults: Map<number, SampleDefaults>;
  tracks: TrackHeader[];
};

/**
 * A movie up to this size (usually two hours and more) is fetched in one read; of a larger one only the headers and the needed tables,
 * which are some twenty reads.
 */
const FETCH_WHOLE_BYTES_MAX = 8 * 1024 * 1024;

/** Reads the headers of a movie and of its tracks; no sample table is touched. */
export async function readMovie(reader: RangeReader, moov: Box): Promise<Movie> {
  if (moov.end - moov.start <= FETCH_WHOLE_BYTES_MAX) await reader.keep(moov.start, moov.end);
  const boxes = await readChildren(reader, moov.body, moov.end);
  const traks = boxes.filter((box) => box.type === "trak");
  if (traks.length > TRACKS_MAX) refuse("hostile");
  const timescale = await readMovieTimescale(reader, needBox(boxes, "mvhd"));
  const tracks: TrackHeader[] = [];
  for (const trak of traks) tracks.push(await readTrackHeader(reader, trak, timescale));
  const mvex = findBox(boxes, "mvex");
  const defaults = mvex === null ? new Map() : await readDefaults(reader, mvex);
  return { timescale, fragmented: mvex !== null, defaults, tracks };
}

async function readDefaults(reader: RangeReader, mvex: Box): Promise<Map<number, SampleDefaults>> {
  const defaults = new Map<number, SampleDefaults>();
  for (const box of await readChildren(reader, mvex.body, mvex.end)) {
    if (box.type !== "trex") continue;
    const view = await readBody(reader, box, 24, 4096);
    const [description, duration, size] = [view.getUint32(8), view.getUint32(12), view.getUint32(16)];
    defaults.set(view.getUint32(4), { description, duration, size, flags: view.getUint32(20) });
  }
  return defaults;
}

/** The duration in the header is not read: writers get it wrong, and it can be forged. */
async function readMovieTimescale(reader: RangeReader, mvhd: Box): Promise<number> {
  const view = await readBody(reader, mvhd, 20, 4096);
  const long = view.getUint8(0) === 1;
  if (long && view.byteLength < 32) refuse("hostile");
  const timescale = view.getUint32(long ? 20 : 12);
  return timescale === 0 ? refuse("hostile") : timescale;
}
