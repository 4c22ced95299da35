import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import {
  AUDIO_FRAME_BYTES_MAX,
  AUDIO_FRAME_MS_MIN,
  AUDIO_FRAMES_SHORT_MAX,
  FLAC_FRAME_BYTES_MAX,
  OPUS_FRAME_MS_MIN,
  PCM_PIECE_BYTES_MAX,
  RECORDING_DURATION_MS_MAX,
  VORBIS_FRAME_MS_MIN,
  WINDOW_AUDIO_BYTES_MAX,
} from "#app/domain/limits/media.ts";
import { UPLOAD_BYTES_MAX } from "#app/domain/limits/uploads.ts";
import { type Outcome, ok, refused } from "#app/domain/outcome.ts";
import { type ByteSource, openRangeReader } from "#app/media/byte-source.ts";
import { type CaptionTrack, chooseCaptions } from "#app/media/captions/choose-captions.ts";
import type { ScanJournal } from "#app/media/fragments/scan-journal.ts";
import { type MovieAudio, readFragmentedAudio, readMovieAudio } from "#app/media/mp4/read-movie-audio.ts";
import { findMovie, readMovie } from "#app/media/mp4/read-movie.ts";
import type { SoundCodec, SoundConfig } from "#app/media/mp4/read-sound-entry.ts";
import type { SampleTable } from "#app/media/mp4/sample-table.ts";
import { type TimelinePart, timelineEndMs } from "#app/media/mp4/timeline.ts";
import { type ProbeRefusal, RecordingRefusedError, refuse } from "#app/media/refuse-recording.ts";
import { tracksBeside } from "#app/media/heard-tracks.ts";
import { layOutWindows } from "#app/media/windows/lay-out-windows.ts";

const AUDIO_TIMESCALE_MAX = 10_000_000;

export type AudioTrack = {
  codec: SoundCodec;
  config: SoundConfig;
  /** ISO 639-2 (`eng`, `spa`), null when the file does not say. */
  language: string | null;
  timescale: number;
  samples: SampleTable;
  parts: TimelinePart[];
  /** Samples without duration are the beginning of the sample after them, which is stored in several places. */
  inPieces?: true;
};

export type RecordingProbe = {
  /** Playing time of the recording. */
  durationMs: number;
  hasVideo: boolean;
  audio: AudioTrack;
  /** Other tracks that are heard with it: a microphone beside the desktop. Absent where there are none. */
  beside?: readonly AudioTrack[];
  captions: CaptionTrack | null;
  /** The file ends before the recording does: a recorder crashed, a card was full, a copy was interrupted. */
  isCut?: true;
};

export type ProbeOptions = {
  /** The language spoken in the meeting: of several audio tracks, the one in this language is used. */
  language?: MeetingLanguage;
  /**
   * Handling of a movie in fragments. Its samples are only found in one pass over the whole file, which takes 20 s for 2 GB at 100 MB/s.
   * "headers" (the default) reads the headers only and returns `needs-scan` when nothing else is wrong, so that a caller who has no time
   * now can call again with "scan" later.
   */
  fragments?: "headers" | "scan";
  /** Records the progress of a scan, each `checkpointBytes`; a scan continues from it. */
  journal?: ScanJournal;
  checkpointBytes?: number;
  /** Ends a scan between two boxes. */
  signal?: AbortSignal;
  /** Early QuickTime files lack the box that names their type. */
  isQuickTime?: boolean;
};

/**
 * Checks a recording before other code trusts it: walks the boxes with small ranged reads and keeps only the tables of the audio track that
 * will be used and of the caption track, if there is one. A recording that cannot be used is answered with the reason; only a source that
 * fails or changes throws.
 */
export async function probeRecording(
  source: ByteSource,
  options: ProbeOptions = {},
): Promise<Outcome<RecordingProbe, ProbeRefusal>> {
  try {
    return ok(await probe(source, options));
  } catch (error) {
    if (error instanceof RecordingRefusedError) return refused(error.reason);
    throw error;
  }
}

async function probe(source: ByteSource, options: ProbeOptions): Promise<RecordingProbe> {
  if (source.size > UPLOAD_BYTES_MAX) refuse("too-large");
  const reader = openRangeReader(source);
  const found = await findMovie(reader, options.isQuickTime);
  const movie = await readMovie(reader, found.moov);
  const language = options.language ?? null;
  const fragmented = found.fragmented || movie.fragmented;
  const movieAudio = fragmented
    ? await readFragmentedAudio(source, {
        reader,
        movie,
        places: found.places,
        from: found.moov.end,
        language,
        options,
      })
    : await readMovieAudio(reader, { movie, places: found.places, language });
  const audio = takeAudio(movieAudio);
  const beside = tracksBeside(audio, movieAudio.others.flatMap(takeOther));
  const audioEndMs = endOfTracks([audio, ...beside]);
  const otherEndMs = movieAudio.endMs <= RECORDING_DURATION_MS_MAX ? movieAudio.endMs : 0;
  const durationMs = Math.round(Math.max(audioEndMs, otherEndMs));
  return {
    durationMs,
    hasVideo: movie.tracks.some((track) => track.handler === "vide"),
    audio,
    ...(beside.length > 0 && { beside }),
    captions: await chooseCaptions(reader, movie, movieAudio.index, audio.language ?? language, durationMs),
    ...(movieAudio.isCut && { isCut: true }),
  };
}

/** The end of the last of these tracks, in ms; each was checked. */
export function endOfTracks(tracks: readonly AudioTrack[]): number {
  return Math.max(...tracks.map(({ parts, timescale }) => timelineEndMs(parts, timescale)));
}

/** None where it could not be used as a recording's only track either. */
function takeOther(chosen: Pick<MovieAudio, "track" | "config" | "samples">): AudioTrack[] {
  try {
    return [takeAudio(chosen)];
  } catch (error) {
    if (error instanceof RecordingRefusedError) return [];
    throw error;
  }
}

function takeAudio({
  track,
  config,
  samples: { table, parts },
}: Pick<MovieAudio, "track" | "config" | "samples">): AudioTrack {
  // Above this limit, the times of one window no longer fit the 32 bits that they have in the M4A.
  if (track.timescale > AUDIO_TIMESCALE_MAX) refuse("hostile");
  if (table.descriptions > 1) refuse("unsupported-codec");
  if (table.duration / track.timescale > (RECORDING_DURATION_MS_MAX / 1000) * 2) refuse("too-long");
  if (parts.length === 0) refuse("no-audio");
  const { language, timescale } = track;
  return checkedAudio({ codec: config.codec, config, language, timescale, samples: table, parts });
}

/** Refuses a track that is too long, or of frames that no encoder writes. */
export function checkedAudio(audio: AudioTrack): AudioTrack {
  if (timelineEndMs(audio.parts, audio.timescale) > RECORDING_DURATION_MS_MAX) refuse("too-long");
  refuseOddFrames(audio);
  return audio;
}

/** Size of the largest and duration of the shortest frame that an encoder writes. */
const FRAME_LIMITS: Record<SoundCodec, { bytesMax: number; msMin: number }> = {
  aac: { bytesMax: AUDIO_FRAME_BYTES_MAX, msMin: AUDIO_FRAME_MS_MIN },
  opus: { bytesMax: AUDIO_FRAME_BYTES_MAX, msMin: OPUS_FRAME_MS_MIN },
  mp3: { bytesMax: AUDIO_FRAME_BYTES_MAX, msMin: AUDIO_FRAME_MS_MIN },
  vorbis: { bytesMax: AUDIO_FRAME_BYTES_MAX, msMin: VORBIS_FRAME_MS_MIN },
  flac: { bytesMax: FLAC_FRAME_BYTES_MAX, msMin: AUDIO_FRAME_MS_MIN },
  // Pieces of our own cutting: a chunk may be as small as it likes.
  pcm: { bytesMax: PCM_PIECE_BYTES_MAX, msMin: 0 },
};

/** Refuses frames that no encoder writes, but that would make a window of a few minutes arbitrarily large. */
function refuseOddFrames(audio: AudioTrack): void {
  const { samples, timescale, codec } = audio;
  const { bytesMax, msMin } = FRAME_LIMITS[codec];
  for (const size of samples.sizes) if (size > bytesMax) refuse("hostile");
  const deltaMin = Math.floor((timescale * msMin) / 1000);
  let short = 0;
  for (const [run, delta] of samples.runDeltas.entries()) {
    if (delta >= deltaMin || (delta === 0 && audio.inPieces)) continue;
    short += (samples.runSamples[run + 1] ?? samples.count) - (samples.runSamples[run] ?? 0);
  }
  if (short > AUDIO_FRAMES_SHORT_MAX) refuse("hostile");
  // A window of PCM is mixed down, so its size follows from its length.
  if (codec === "pcm") return;
  for (const window of layOutWindows(audio))
    if (window.audioBytes > WINDOW_AUDIO_BYTES_MAX) refuse("unsupported-codec");
}
