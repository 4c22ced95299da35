import type { MeetingLanguage } from "#app/domain/languages.ts";
import { READABLE_SHARE_MIN } from "#app/domain/limits/media.ts";
import type { ByteSource } from "#app/media/byte-source.ts";
import { chooseAudio, type ChosenTrack } from "#app/media/mp4/choose-audio.ts";
import { isCaptionTrack } from "#app/media/captions/choose-captions.ts";
import type { ProbeOptions } from "#app/media/probe-recording.ts";
import { pcmFrameBytes, unpackPcm } from "#app/media/pcm/pcm-format.ts";
import { checkPcm, type PcmFrames, readPcmSamples } from "#app/media/pcm/pcm-samples.ts";
import type { MediaPlaces } from "#app/media/mp4/find-movie.ts";
import type { RangeReader } from "#app/media/range-reader.ts";
import type { Movie } from "#app/media/mp4/read-movie.ts";
import type { SoundConfig } from "#app/media/mp4/read-sound-entry.ts";
import type { TrackHeader } from "#app/media/mp4/read-track-header.ts";
import { refuse } from "#app/media/refuse-recording.ts";
import { refuseSharedPlaces } from "#app/media/mp4/refuse-shared-places.ts";
import { indexTables, type SampleIndex, type TrackSamples } from "#app/media/mp4/sample-index.ts";
import type { SampleTable } from "#app/media/mp4/sample-table.ts";
import { pictureEndMs } from "#app/media/mp4/picture-end.ts";
import { scanFragments } from "#app/media/fragments/scan-fragments.ts";

/** The chosen audio track, and where to look up the other tracks' samples. */
export type MovieAudio = ChosenTrack & {
  samples: TrackSamples;
  index: SampleIndex;
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
  for await (const chosen of chooseAudio(reader, filled, language)) {
    const { track, config } = chosen;
    const samples =
      config.codec === "pcm"
        ? await readPcmSamples(reader, track, { frames: pcmFramesOf(config), places })
        : await index.read(track);
    await refuseSharedPlaces(reader, movie, samples.table);
    const isCut = refuseMostlyCut(samples.table, places);
    const endMs = isCut ? 0 : await pictureEndMs(reader, movie);
    return { ...chosen, samples, index, endMs, isCut };
  }
  return refuse("no-audio");
}

/**
 * Whether the file was cut off. A movie whose tables stand before its media was finished once: what is left of it is a copy
 * that broke off, and is only taken where nearly all of its sound is there.
 */
function refuseMostlyCut({ duration, missing }: SampleTable, { end }: MediaPlaces): boolean {
  if (missing > (duration + missing) * (1 - READABLE_SHARE_MIN)) refuse("truncated");
  return end === "cut" || missing > 0;
}

function pcmFramesOf(config: SoundConfig): PcmFrames {
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
  for (const chosen of candidates) {
    if ((await index.count(chosen.track)) === 0) continue;
    const samples = await index.read(chosen.track);
    const frames = pcm.get(chosen.track.id);
    if (frames !== undefined) checkPcm(samples.table, chosen.track, frames);
    return { ...chosen, samples, index, endMs, isCut };
  }
  return refuse(isCut ? "truncated" : "no-audio");
}

function soundTracks(movie: Movie): TrackHeader[] {
  return movie.tracks.filter((track) => track.handler === "soun");
}
