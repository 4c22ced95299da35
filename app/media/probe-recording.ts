import {
  AUDIO_FRAME_BYTES_MAX,
  AUDIO_FRAME_MS_MIN,
  AUDIO_FRAMES_SHORT_MAX,
  RECORDING_DURATION_MS_MAX,
  UPLOAD_BYTES_MAX,
  WINDOW_AUDIO_BYTES_MAX,
} from "#app/domain/limits.ts";
import type { UploadRefusal } from "#app/domain/meeting/status.ts";
import { type Outcome, ok, refused } from "#app/domain/outcome.ts";
import { needBox } from "#app/media/boxes.ts";
import type { ByteSource } from "#app/media/byte-source.ts";
import { type CaptionTrack, chooseCaptions } from "#app/media/choose-captions.ts";
import { findMovie } from "#app/media/find-movie.ts";
import { layOutWindows } from "#app/media/lay-out-windows.ts";
import { openRangeReader, type RangeReader } from "#app/media/range-reader.ts";
import { type AacConfig, readAudioEntry } from "#app/media/read-aac-config.ts";
import { type Movie, readMovie } from "#app/media/read-movie.ts";
import type { TrackHeader } from "#app/media/read-track-header.ts";
import { RecordingRefusedError, refuse } from "#app/media/refuse-recording.ts";
import { countSamples, readSampleTable, type SampleTable } from "#app/media/sample-table.ts";
import { layOutTimeline, type TimelinePart, timelineEndMs } from "#app/media/timeline.ts";

const AUDIO_TIMESCALE_MAX = 10_000_000;

export type AudioTrack = {
  codec: "aac";
  config: AacConfig;
  /** ISO 639-2 (`eng`, `spa`), null where the file does not say. */
  language: string | null;
  timescale: number;
  samples: SampleTable;
  parts: TimelinePart[];
};

export type RecordingProbe = {
  /** How long the recording plays. */
  durationMs: number;
  hasVideo: boolean;
  audio: AudioTrack;
  captions: CaptionTrack | null;
};

/**
 * Looks at a recording before anything else trusts it: walks the boxes with small ranged reads and keeps only the tables
 * of the audio track that will be heard and of the caption track, if there is one. What cannot be taken is answered with
 * its reason; only a source that fails or changes throws.
 */
export async function probeRecording(source: ByteSource): Promise<Outcome<RecordingProbe, UploadRefusal>> {
  try {
    return ok(await probe(source));
  } catch (error) {
    if (error instanceof RecordingRefusedError) return refused(error.reason);
    throw error;
  }
}

async function probe(source: ByteSource): Promise<RecordingProbe> {
  if (source.size > UPLOAD_BYTES_MAX) refuse("too-large");
  const reader = openRangeReader(source);
  const found = await findMovie(reader);
  const movie = await readMovie(reader, found.moov);
  // Its samples would have to be looked for in the whole file; there is no reader for that yet.
  if (found.fragmented || movie.fragmented) refuse("fragmented");
  const audio = await readAudioTrack(reader, movie);
  const audioEndMs = timelineEndMs(audio.parts, audio.timescale);
  if (audioEndMs > RECORDING_DURATION_MS_MAX) refuse("too-long");
  refuseOddFrames(audio);
  const claimedMs = movie.claimedMs <= RECORDING_DURATION_MS_MAX ? movie.claimedMs : 0;
  const durationMs = Math.round(Math.max(audioEndMs, claimedMs));
  return {
    durationMs,
    hasVideo: movie.tracks.some((track) => track.handler === "vide"),
    audio,
    captions: await chooseCaptions(reader, movie, audio, durationMs),
  };
}

/** The first enabled AAC track that holds anything, else the first of the others. */
async function readAudioTrack(reader: RangeReader, movie: Movie): Promise<AudioTrack> {
  const heard = movie.tracks.filter((track) => track.handler === "soun");
  const inOrder = [...heard.filter((track) => track.enabled), ...heard.filter((track) => !track.enabled)];
  const kinds = new Set<string>();
  for (const track of inOrder) {
    if ((await countSamples(reader, track.tables)) === 0) continue;
    if (track.external) refuse("truncated");
    const entry = await readAudioEntry(reader, needBox(track.tables, "stsd"));
    kinds.add(entry.kind);
    if (entry.kind === "aac") return await readAacTrack(reader, track, entry.config);
  }
  if (kinds.has("encrypted")) refuse("encrypted");
  return refuse(kinds.has("other") ? "unsupported-codec" : "no-audio");
}

async function readAacTrack(reader: RangeReader, track: TrackHeader, config: AacConfig): Promise<AudioTrack> {
  // Above that, the times of one window no longer fit the 32 bits that they have in the M4A.
  if (track.timescale > AUDIO_TIMESCALE_MAX) refuse("hostile");
  const samples = await readSampleTable(reader, track.tables);
  if (samples.descriptions > 1) refuse("unsupported-codec");
  if (samples.duration / track.timescale > (RECORDING_DURATION_MS_MAX / 1000) * 2) refuse("too-long");
  const parts = layOutTimeline(track.edits, track.timescale, samples.duration);
  if (parts.length === 0) refuse("no-audio");
  return { codec: "aac", config, language: track.language, timescale: track.timescale, samples, parts };
}

/** What no AAC encoder writes, but what would make a window of a few minutes arbitrarily large. */
function refuseOddFrames(audio: AudioTrack): void {
  const { samples, timescale } = audio;
  for (const size of samples.sizes) if (size > AUDIO_FRAME_BYTES_MAX) refuse("hostile");
  const deltaMin = Math.floor((timescale * AUDIO_FRAME_MS_MIN) / 1000);
  let short = 0;
  for (const [run, delta] of samples.runDeltas.entries()) {
    if (delta >= deltaMin) continue;
    short += (samples.runSamples[run + 1] ?? samples.count) - (samples.runSamples[run] ?? 0);
  }
  if (short > AUDIO_FRAMES_SHORT_MAX) refuse("hostile");
  for (const window of layOutWindows(audio))
    if (window.audioBytes > WINDOW_AUDIO_BYTES_MAX) refuse("unsupported-codec");
}
