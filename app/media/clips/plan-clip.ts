import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { isMovie, type RecordingKind } from "#app/domain/recording-kind.ts";
import { type ByteSource, openRangeReader, type RangeReader } from "#app/media/byte-source.ts";
import type { ClipRange, ClipTrack } from "#app/media/clips/clip-track.ts";
import { cutSound } from "#app/media/clips/cut-sound.ts";
import { type ClipSpans, planTracks } from "#app/media/clips/lay-out-clip.ts";
import { readFragmentTracks } from "#app/media/clips/read-fragment-tracks.ts";
import { readMatroskaTracks } from "#app/media/clips/read-matroska-tracks.ts";
import { readMovieTracks } from "#app/media/clips/read-movie-tracks.ts";
import { findMovie, readMovie } from "#app/media/mp4/read-movie.ts";
import type { TrackHeader } from "#app/media/mp4/read-track-header.ts";
import { countSamples } from "#app/media/mp4/sample-table.ts";
import { RecordingRefusedError } from "#app/media/refuse-recording.ts";

export type ClipType = "video/mp4" | "audio/mp4" | "audio/wav" | "audio/ogg";

/** A file made of a part of a recording: `head`, then the spans of the recording's own bytes, in this order. */
export type ClipPlan = {
  type: ClipType;
  byteLength: number;
  head: Uint8Array;
  spans: ClipSpans;
  /** The part of the recording that is played, in ms: shorter than asked for where the recording ends, in an Ogg whole packets. */
  startsAtMs: number;
  endsAtMs: number;
  /** Of the picture as it is shown; absent for sound. */
  width?: number;
  height?: number;
};

export type ClipHints = {
  kind: RecordingKind;
  /** The language spoken in the meeting: of several sound tracks, the one in this language is used. */
  language?: MeetingLanguage;
  /** Ends a search through the file. */
  signal?: AbortSignal;
};

/** `outside`: the recording has nothing in the range. `unreadable`: its bytes cannot be cut. */
export type ClipRefusal = "outside" | "unreadable";

/**
 * Plans a clip of a recording: an MP4 with picture, an M4A of sound alone, cut at packets without decoding or encoding. It begins at the
 * exact moment: the edit list hides what a decoder needs before. Sound that stands in no MP4 becomes a file of its own kind: uncompressed
 * sound a WAV, Vorbis an Ogg.
 *
 * Movies cost some three reads of their head, movies in fragments and Matroska some ten to find the place and one through the range, other
 * sound a pass through its file. The samples are not copied: a clip of ten minutes needs some 300 kB for its head and its spans. Throws
 * SourceChangedError when the source is no longer the same.
 */
export async function planClip(
  source: ByteSource,
  range: ClipRange,
  hints: ClipHints,
): Promise<Outcome<ClipPlan, ClipRefusal>> {
  try {
    const plan = await planFile(source, range, hints);
    return plan === null ? refused("outside") : ok(plan);
  } catch (error) {
    if (error instanceof RecordingRefusedError) return refused("unreadable");
    throw error;
  }
}

async function planFile(source: ByteSource, range: ClipRange, hints: ClipHints): Promise<ClipPlan | null> {
  const { kind } = hints;
  try {
    if (isMovie(kind)) return planTracks(await readMovieFile(source, range, hints), range);
  } catch (error) {
    // Messengers name a plain stream of AAC .m4a.
    const isOther = kind === "m4a" && error instanceof RecordingRefusedError && error.reason === "not-mp4";
    if (!isOther) throw error;
    return cutSound(source, range, { ...hints, kind: "aac" });
  }
  if (kind !== "webm" && kind !== "mkv") return cutSound(source, range, hints);
  const { language, signal } = hints;
  const tracks = await readMatroskaTracks(source, { language: language ?? null, range, signal });
  return tracks === null ? cutSound(source, range, hints) : planTracks(tracks, range);
}

async function readMovieFile(
  source: ByteSource,
  range: ClipRange,
  { kind, language, signal }: ClipHints,
): Promise<ClipTrack[]> {
  const reader = openRangeReader(source);
  const { moov, fragmented, places } = await findMovie(reader, kind === "mov");
  const movie = await readMovie(reader, moov);
  const inTables = fragmented || movie.fragmented ? await hasTables(reader, movie.tracks) : true;
  if (inTables) return readMovieTracks(reader, { movie, places, language: language ?? null });
  return readFragmentTracks(source, { reader, movie, from: moov.end, language: language ?? null, range, signal });
}

async function hasTables(reader: RangeReader, tracks: readonly TrackHeader[]): Promise<boolean> {
  for (const { tables } of tracks) if ((await countSamples(reader, tables)) > 0) return true;
  return false;
}
