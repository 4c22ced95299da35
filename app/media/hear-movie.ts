import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { ByteSource } from "#app/media/byte-source.ts";
import { chooseAudio, type HeardTrack } from "#app/media/choose-audio.ts";
import { isCaptionTrack } from "#app/media/choose-captions.ts";
import type { ProbeOptions } from "#app/media/probe-recording.ts";
import { pcmFrameBytes, unpackPcm } from "#app/media/pcm-format.ts";
import { checkPcm, type PcmFrames, readPcmSamples } from "#app/media/pcm-samples.ts";
import type { RangeReader } from "#app/media/range-reader.ts";
import type { Movie } from "#app/media/read-movie.ts";
import type { SoundConfig } from "#app/media/read-sound-entry.ts";
import type { TrackHeader } from "#app/media/read-track-header.ts";
import { refuse } from "#app/media/refuse-recording.ts";
import { indexTables, type SampleIndex, type TrackSamples } from "#app/media/sample-index.ts";
import { scanFragments } from "#app/media/scan-fragments.ts";

/** The chosen audio track, where to look up the other tracks' samples, and when the picture ends. */
export type HeardMovie = HeardTrack & { samples: TrackSamples; index: SampleIndex; endMs: number };

/** An ordinary movie: the first of the tracks that holds anything. */
export async function hearMovie(
  reader: RangeReader,
  movie: Movie,
  language: MeetingLanguage | null,
): Promise<HeardMovie> {
  const index = indexTables(reader);
  const filled: TrackHeader[] = [];
  for (const track of soundTracks(movie)) if ((await index.count(track)) > 0) filled.push(track);
  for await (const heard of chooseAudio(reader, filled, language))
    return { ...heard, samples: await readSamples(reader, index, heard), index, endMs: movie.claimedMs };
  return refuse("no-audio");
}

async function readSamples(
  reader: RangeReader,
  index: SampleIndex,
  { track, config }: HeardTrack,
): Promise<TrackSamples> {
  return config.codec === "pcm" ? readPcmSamples(reader, track, pcmFramesOf(config)) : index.read(track);
}

function pcmFramesOf(config: SoundConfig): PcmFrames {
  return { frameBytes: pcmFrameBytes(unpackPcm(config.setup, config)), sampleRate: config.sampleRate };
}

type FragmentedSource = {
  reader: RangeReader;
  movie: Movie;
  from: number;
  language: MeetingLanguage | null;
  options: Pick<ProbeOptions, "fragments" | "journal" | "checkpointBytes" | "signal">;
};

/** A movie in fragments: which of its tracks hold anything is only known behind the scan. */
export async function hearFragments(
  source: ByteSource,
  { reader, movie, from, language, options }: FragmentedSource,
): Promise<HeardMovie> {
  const candidates: HeardTrack[] = [];
  for await (const heard of chooseAudio(reader, soundTracks(movie), language)) candidates.push(heard);
  if (options.fragments !== "scan") refuse("needs-scan");
  const tracks = [...candidates.map(({ track }) => track), ...movie.tracks.filter(isCaptionTrack)];
  const pcm = new Map<number, PcmFrames>();
  for (const { track, config } of candidates) if (config.codec === "pcm") pcm.set(track.id, pcmFramesOf(config));
  const { index, endMs } = await scanFragments(source, { reader, movie, tracks, pcm, from, ...options });
  for (const heard of candidates) {
    if ((await index.count(heard.track)) === 0) continue;
    const samples = await index.read(heard.track);
    const frames = pcm.get(heard.track.id);
    if (frames !== undefined) checkPcm(samples.table, heard.track, frames);
    return { ...heard, samples, index, endMs };
  }
  return refuse("no-audio");
}

function soundTracks(movie: Movie): TrackHeader[] {
  return movie.tracks.filter((track) => track.handler === "soun");
}
