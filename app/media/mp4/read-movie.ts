import { TRACKS_MAX } from "#app/domain/limits/media.ts";
import { type Box, findBox, needBox, readBody, readChildren } from "#app/media/mp4/boxes.ts";
import type { RangeReader } from "#app/media/range-reader.ts";
import type { SampleDefaults } from "#app/media/fragments/read-fragment.ts";
import { readTrackHeader, type TrackHeader } from "#app/media/mp4/read-track-header.ts";
import { refuse } from "#app/media/refuse-recording.ts";

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
