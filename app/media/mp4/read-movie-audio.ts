import { trackLanguage } from "#app/media/track-language.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { HEARD_SAMPLES_MAX, READABLE_SHARE_MIN } from "#app/domain/limits/media.ts";
import type { ByteSource, RangeReader } from "#app/media/byte-source.ts";
import { isCaptionTrack } from "#app/media/captions/choose-captions.ts";
import { scanFragments } from "#app/media/fragments/scan-fragments.ts";
import { pictureEndMs } from "#app/media/mp4/probe-picture.ts";
import type { MediaPlaces, Movie } from "#app/media/mp4/read-movie.ts";
import { readAudioEntry, type SoundConfig } from "#app/media/mp4/read-sound-entry.ts";
import type { TrackHeader } from "#app/media/mp4/read-track-header.ts";
import { indexTables, type SampleIndex, type TrackSamples } from "#app/media/mp4/sample-list.ts";
import {
  findSizes,
  isAscending,
  readChunkOffsets,
  readEntries,
  readSizes,
  type SampleTable,
  sortedByOffset,
} from "#app/media/mp4/sample-table.ts";
import { type Box, findBox, needBox } from "#app/media/mp4/walk-boxes.ts";
import { pcmFrameBytes, unpackPcm } from "#app/media/pcm/pcm-format.ts";
import { checkPcm, type PcmFrames, readPcmSamples } from "#app/media/pcm/pcm-samples.ts";
import type { ProbeOptions } from "#app/media/probe-recording.ts";
import { RecordingRefusedError, refuse } from "#app/media/refuse-recording.ts";

/** Sizes of more pictures than this are not read only to compare them with the sound's places: 2.4 h of 30 a second. */
const PICTURE_SIZES_BYTES_MAX = 1024 * 1024;

/**
 * Refuses as damaged a sound whose samples lie on the bytes of a picture: a chunk table that points into another track gives
 * noise, in which no speech engine finds speech. A picture whose own tables cannot be read says nothing of the sound.
 */
async function refuseSharedPlaces(reader: RangeReader, movie: Movie, sound: SampleTable): Promise<void> {
  for (const track of movie.tracks) {
    if (track.handler !== "vide" || track.external) continue;
    const chunks = await readPictureChunks(reader, track);
    if (chunks !== null && overlaps(sound, chunks)) refuse("hostile");
  }
}

type Chunks = { starts: Uint32Array; ends: Uint32Array };

async function readPictureChunks(reader: RangeReader, { tables }: TrackHeader): Promise<Chunks | null> {
  const stsc = findBox(tables, "stsc");
  const sizes = findSizes(tables);
  if (stsc === null || sizes === null) return null;
  try {
    const starts = await readChunkOffsets(reader, tables);
    // A chunk holds a byte at least, whatever its samples' sizes are.
    const ends = starts.map((start) => start + 1);
    if (sizes.end - sizes.body <= PICTURE_SIZES_BYTES_MAX) await measureChunks(reader, { starts, ends }, stsc, sizes);
    return { starts, ends };
  } catch (error) {
    if (error instanceof RecordingRefusedError) return null;
    throw error;
  }
}

async function measureChunks(reader: RangeReader, { starts, ends }: Chunks, stsc: Box, sizesBox: Box): Promise<void> {
  const { count, sizes } = await readSizes(reader, sizesBox);
  const { count: entries, view } = await readEntries(reader, stsc, 12);
  let sample = 0;
  for (let entry = 0; entry < entries; entry++) {
    const first = Math.max(view.getUint32(entry * 12) - 1, 0);
    const perChunk = view.getUint32(entry * 12 + 4);
    const next = entry + 1 < entries ? view.getUint32(entry * 12 + 12) - 1 : starts.length;
    for (let chunk = first; chunk < Math.min(next, starts.length) && sample < count; chunk++) {
      let end = starts[chunk] ?? 0;
      for (const stop = Math.min(sample + perChunk, count); sample < stop; sample++) end += sizes[sample] ?? 0;
      ends[chunk] = end;
    }
  }
}

/** Walks the sound's samples and the picture's chunks side by side, in the order of the file. */
function overlaps({ offsets, sizes }: SampleTable, { starts, ends }: Chunks): boolean {
  const samples = isAscending(offsets) ? null : sortedByOffset(offsets);
  const chunks = isAscending(starts) ? null : sortedByOffset(starts);
  let next = 0;
  for (let index = 0; index < starts.length; index++) {
    const chunk = chunks === null ? index : (chunks[index] ?? 0);
    const start = starts[chunk] ?? 0;
    const end = ends[chunk] ?? 0;
    if (end <= start) continue;
    for (; next < offsets.length; next++) {
      const sample = samples === null ? next : (samples[next] ?? 0);
      const at = offsets[sample] ?? 0;
      const size = sizes[sample] ?? 0;
      if (at >= end) break;
      if (size > 0 && at + size > start) return true;
    }
  }
  return false;
}

export type ChosenTrack = { track: TrackHeader; config: SoundConfig };

/**
 * The audio tracks that can be taken, best first: one in the meeting's language (a file with two has an interpreter in
 * the second, and players turn it on by language), then those that are turned on, then the rest. Refuses where there is none, with what stands in its way.
 */
export async function* chooseAudio(
  reader: RangeReader,
  tracks: readonly TrackHeader[],
  language: MeetingLanguage | null,
): AsyncGenerator<ChosenTrack> {
  const rank = (track: TrackHeader) =>
    (track.language !== null && trackLanguage(track.language) === language ? 2 : 0) + (track.enabled ? 1 : 0);
  const kinds = new Set<string>();
  for (const track of tracks.toSorted((left, right) => rank(right) - rank(left))) {
    if (track.external && !kinds.has("sound")) refuse("truncated");
    if (track.external) continue;
    const entry = await readAudioEntry(reader, needBox(track.tables, "stsd"));
    kinds.add(entry.kind);
    if (entry.kind === "sound") yield { track, config: entry.config };
  }
  if (kinds.has("sound")) return;
  if (kinds.has("encrypted")) refuse("encrypted");
  refuse(kinds.has("other") ? "unsupported-codec" : "no-audio");
}

type TrackSound = ChosenTrack & { samples: TrackSamples };

/** The chosen audio track, and where to look up the other tracks' samples. */
export type MovieAudio = TrackSound & {
  index: SampleIndex;
  /** The other tracks of sound that can be read, in the order of the file. */
  others: readonly TrackSound[];
  /** When the picture ends, as far as it is there; 0 where there is none. */
  endMs: number;
  /** The file ends before the recording does. */
  isCut: boolean;
};

/** An ordinary movie: the first of the tracks that holds anything. */
export async function readMovieAudio(
  reader: RangeReader,
  { movie, places, language }: { movie: Movie; places: MediaPlaces; language: MeetingLanguage | null },
): Promise<MovieAudio> {
  const index = indexTables(reader, places);
  const filled: TrackHeader[] = [];
  for (const track of soundTracks(movie)) if ((await index.count(track)) > 0) filled.push(track);
  const read = async ({ track, config }: ChosenTrack): Promise<TrackSound> => {
    const samples =
      config.codec === "pcm"
        ? await readPcmSamples(reader, track, { frames: pcmFramesOf(config), places })
        : await index.read(track);
    await refuseSharedPlaces(reader, movie, samples.table);
    return { track, config, samples };
  };
  const usable = chooseAudio(reader, filled, language);
  const { value: chosen } = await usable.next();
  if (!chosen) return refuse("no-audio");
  const sound = await read(chosen);
  const isCut = refuseMostlyCut(sound.samples.table, places);
  const endMs = isCut ? 0 : await pictureEndMs(reader, movie);
  return { ...sound, others: await readOthers(await restOf(usable), { movie, index, read }), index, endMs, isCut };
}

/** The tracks after the chosen one, up to the first whose description cannot be read. */
async function restOf(usable: AsyncGenerator<ChosenTrack>): Promise<ChosenTrack[]> {
  const rest: ChosenTrack[] = [];
  await orNothing(async () => {
    for await (const one of usable) rest.push(one);
  });
  return rest;
}

type Reading = { movie: Movie; index: SampleIndex; read: (chosen: ChosenTrack) => Promise<TrackSound> };

/** The tracks beside the chosen one, in the order of the file, as many as memory has room for. One that cannot be read is left out. */
async function readOthers(rest: readonly ChosenTrack[], { movie, index, read }: Reading): Promise<TrackSound[]> {
  const place = ({ track }: ChosenTrack) => movie.tracks.indexOf(track);
  const others: TrackSound[] = [];
  let samplesLeft = HEARD_SAMPLES_MAX;
  for (const other of rest.toSorted((one, two) => place(one) - place(two))) {
    await orNothing(async () => {
      const count = await index.count(other.track);
      if (count > samplesLeft) return;
      samplesLeft -= count;
      others.push(await read(other));
    });
  }
  return others;
}

async function orNothing(attempt: () => Promise<void>): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    if (!(error instanceof RecordingRefusedError)) throw error;
  }
}

/**
 * Whether the file was cut off. A movie whose tables stand before its media was finished once: what is left of it is a copy
 * that broke off, and is only taken where nearly all of its sound is there.
 */
function refuseMostlyCut({ duration, missing }: SampleTable, { end }: MediaPlaces): boolean {
  if (missing > (duration + missing) * (1 - READABLE_SHARE_MIN)) refuse("truncated");
  return end === "cut" || missing > 0;
}

export function pcmFramesOf(config: SoundConfig): PcmFrames {
  return { frameBytes: pcmFrameBytes(unpackPcm(config.setup, config)), sampleRate: config.sampleRate };
}

type FragmentedSource = {
  reader: RangeReader;
  movie: Movie;
  places: MediaPlaces;
  from: number;
  language: MeetingLanguage | null;
  options: Pick<ProbeOptions, "fragments" | "journal" | "checkpointBytes" | "signal">;
};

/** A movie in fragments: which of its tracks hold anything is only known behind the scan. */
export async function readFragmentedAudio(
  source: ByteSource,
  { reader, movie, places, from, language, options }: FragmentedSource,
): Promise<MovieAudio> {
  const candidates: ChosenTrack[] = [];
  for await (const chosen of chooseAudio(reader, soundTracks(movie), language)) candidates.push(chosen);
  if (options.fragments !== "scan") refuse("needs-scan");
  const tracks = [...candidates.map(({ track }) => track), ...movie.tracks.filter(isCaptionTrack)];
  const pcm = new Map<number, PcmFrames>();
  for (const { track, config } of candidates) if (config.codec === "pcm") pcm.set(track.id, pcmFramesOf(config));
  const wanted = { reader, movie, places, tracks, pcm, from, ...options };
  const { index, endMs, isCut } = await scanFragments(source, wanted);
  const filled: ChosenTrack[] = [];
  for (const candidate of candidates) if ((await index.count(candidate.track)) > 0) filled.push(candidate);
  const read = async (chosen: ChosenTrack): Promise<TrackSound> => {
    const samples = await index.read(chosen.track);
    const frames = pcm.get(chosen.track.id);
    if (frames !== undefined) checkPcm(samples.table, chosen.track, frames);
    return { ...chosen, samples };
  };
  const [chosen, ...rest] = filled;
  if (chosen === undefined) return refuse(isCut ? "truncated" : "no-audio");
  const sound = await read(chosen);
  return { ...sound, others: await readOthers(rest, { movie, index, read }), index, endMs, isCut };
}

export function soundTracks(movie: Movie): TrackHeader[] {
  return movie.tracks.filter((track) => track.handler === "soun");
}
