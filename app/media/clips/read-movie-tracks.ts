import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import type { RangeReader } from "#app/media/byte-source.ts";
import type { ClipTrack } from "#app/media/clips/clip-track.ts";
import { soundTrackOf, standsInMp4 } from "#app/media/clips/read-sound-track.ts";
import type { MediaPlaces, Movie } from "#app/media/mp4/read-movie.ts";
import { type ChosenTrack, readMovieAudio } from "#app/media/mp4/read-movie-audio.ts";
import type { TrackHeader } from "#app/media/mp4/read-track-header.ts";
import type { TrackSamples } from "#app/media/mp4/sample-list.ts";
import { countSamples, readEntries, readSampleTable } from "#app/media/mp4/sample-table.ts";
import { layOutTimeline } from "#app/media/mp4/timeline.ts";
import { type Box, findBox, fourcc, needBox, readBody } from "#app/media/mp4/walk-boxes.ts";
import { RecordingRefusedError, refuse } from "#app/media/refuse-recording.ts";

const ENTRIES_BYTES_MAX = 256 * 1024;
const ENTRY_BYTES_MIN = 16;

/** The picture and the sound of a movie with tables. */
export async function readMovieTracks(
  reader: RangeReader,
  { movie, places, language }: { movie: Movie; places: MediaPlaces; language: MeetingLanguage | null },
): Promise<ClipTrack[]> {
  const tracks: ClipTrack[] = [];
  const hasSamples = async ({ tables }: TrackHeader) => (await countSamples(reader, tables)) > 0;
  const picture = await findPicture(reader, movie, hasSamples);
  if (picture !== null) tracks.push(await readPicture(reader, picture, places));
  const sound = await orNone(readMovieAudio(reader, { movie, places, language }));
  if (sound !== null) tracks.push(await inMovie(reader, sound, sound.samples));
  return tracks;
}

/** Sound of a movie. PCM and Vorbis keep the entry that they have there: other containers have none of that kind. */
export async function inMovie(
  reader: RangeReader,
  { track, config }: ChosenTrack,
  { table, parts }: TrackSamples,
): Promise<ClipTrack> {
  const { timescale } = track;
  const sound = soundTrackOf({ config, timescale, samples: table, parts });
  return standsInMp4(config) ? sound : { ...sound, entries: await readSampleEntries(reader, track.tables) };
}

/** A recording without sound is taken with a transcript, and a clip of it has the picture alone. */
async function orNone<Sound>(reading: Promise<Sound>): Promise<Sound | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof RecordingRefusedError && error.reason === "no-audio") return null;
    throw error;
  }
}

export type MoviePicture = { track: TrackHeader; entries: Uint8Array[] };

/** The track of the picture: the first that is turned on and can be copied, and no picture of a chapter. */
export async function findPicture(
  reader: RangeReader,
  { tracks }: Movie,
  hasSamples: (track: TrackHeader) => Promise<boolean>,
): Promise<MoviePicture | null> {
  const chapters = new Set(tracks.flatMap(({ chapterTracks }) => chapterTracks));
  const pictures = tracks
    .filter(({ handler, external, id }) => handler === "vide" && !external && !chapters.has(id))
    .toSorted((one, other) => Number(other.enabled) - Number(one.enabled));
  for (const track of pictures) {
    if (!(await hasSamples(track))) continue;
    const entries = await readSampleEntries(reader, track.tables);
    if (entries.every((entry) => fourcc(entry, 4) !== "encv")) return { track, entries };
  }
  return null;
}

/** The sample entries of a track, each with its header. */
async function readSampleEntries(reader: RangeReader, tables: readonly Box[]): Promise<Uint8Array[]> {
  const view = await readBody(reader, needBox(tables, "stsd"), 8, ENTRIES_BYTES_MAX);
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const entries: Uint8Array[] = [];
  let at = 8;
  for (let left = view.getUint32(4); left > 0; left--) {
    if (at + ENTRY_BYTES_MIN > bytes.byteLength) refuse("hostile");
    const length = view.getUint32(at);
    if (length < ENTRY_BYTES_MIN || at + length > bytes.byteLength) refuse("hostile");
    // A copy: the reader's bytes are only good until its next call.
    entries.push(bytes.slice(at, at + length));
    at += length;
  }
  return entries.length === 0 ? refuse("hostile") : entries;
}

async function readPicture(
  reader: RangeReader,
  { track, entries }: MoviePicture,
  places: MediaPlaces,
): Promise<ClipTrack> {
  const { timescale, tables, display, edits } = track;
  const samples = await readSampleTable(reader, tables, places);
  const keys = await readKeys(reader, tables, samples.count);
  const compositions = await readCompositions(reader, tables, samples.count);
  const descriptions = await readDescriptions(reader, tables, samples.count);
  // The last picture is shown later than it is decoded, where a writer reorders them.
  const last = samples.count === 0 ? 0 : Math.max(compositions?.[samples.count - 1] ?? 0, 0);
  return {
    handler: "vide",
    timescale,
    entries,
    description: (sample) => descriptions?.[sample] ?? 1,
    display,
    samples,
    parts: layOutTimeline(edits, timescale, samples.duration + last),
    isKey: (sample) => keys === null || keys[sample] === 1,
    composition: (sample) => compositions?.[sample] ?? 0,
    prerollMs: 0,
  };
}

/** Null where a decoder can begin with each sample. */
async function readKeys(reader: RangeReader, tables: readonly Box[], samples: number): Promise<Uint8Array | null> {
  const stss = findBox(tables, "stss");
  if (stss === null) return null;
  const { count, view } = await readEntries(reader, stss, 4);
  const keys = new Uint8Array(samples);
  for (let entry = 0; entry < count; entry++) {
    const sample = view.getUint32(entry * 4) - 1;
    if (sample >= 0 && sample < samples) keys[sample] = 1;
  }
  return keys;
}

/** Null where samples are shown in the order of decoding. Signed in any version: no writer means differences so large that the sign matters. */
async function readCompositions(
  reader: RangeReader,
  tables: readonly Box[],
  samples: number,
): Promise<Int32Array | null> {
  const ctts = findBox(tables, "ctts");
  if (ctts === null) return null;
  const { count, view } = await readEntries(reader, ctts, 8);
  const compositions = new Int32Array(samples);
  let sample = 0;
  for (let entry = 0; entry < count && sample < samples; entry++) {
    const end = Math.min(sample + view.getUint32(entry * 8), samples);
    compositions.fill(view.getInt32(entry * 8 + 4), sample, end);
    sample = end;
  }
  return compositions;
}

/** Null where all samples have the first entry. */
async function readDescriptions(
  reader: RangeReader,
  tables: readonly Box[],
  samples: number,
): Promise<Uint16Array | null> {
  const { count, view } = await readEntries(reader, needBox(tables, "stsc"), 12);
  const field = (entry: number, at: number) => view.getUint32(entry * 12 + at);
  let isOne = true;
  for (let entry = 0; entry < count; entry++) isOne &&= field(entry, 8) <= 1;
  if (isOne) return null;
  const descriptions = new Uint16Array(samples);
  let sample = 0;
  for (let entry = 0; entry < count && sample < samples; entry++) {
    const chunks = entry + 1 < count ? field(entry + 1, 0) - field(entry, 0) : Number.POSITIVE_INFINITY;
    const end = Math.min(sample + chunks * field(entry, 4), samples);
    descriptions.fill(field(entry, 8), sample, end);
    sample = end;
  }
  return descriptions;
}
