import { RECORDING_DURATION_MS_MAX } from "#app/domain/limits/media.ts";
import type { UploadRefusal } from "#app/domain/meeting/status.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { type ByteSource, openRangeReader, type RangeReader } from "#app/media/byte-source.ts";
import { scanFragments } from "#app/media/fragments/scan-fragments.ts";
import { findMovie, type FoundMovie, type Movie, readMovie } from "#app/media/mp4/read-movie.ts";
import type { TrackHeader } from "#app/media/mp4/read-track-header.ts";
import { countSamples, readEntries } from "#app/media/mp4/sample-table.ts";
import { layOutTimeline, timelineEndMs } from "#app/media/mp4/timeline.ts";
import { findBox } from "#app/media/mp4/walk-boxes.ts";
import { RecordingRefusedError, refuse } from "#app/media/refuse-recording.ts";

/** A table of more runs than this is not read only to know when a picture ends: the sound tells then. */
const DURATIONS_BYTES_MAX = 4 * 1024 * 1024;

/**
 * When the last picture of a movie ends, in ms of the presentation, by its tables: durations in headers are claims. 0 where
 * there is no picture, or none that says it.
 */
export async function pictureEndMs(reader: RangeReader, movie: Movie): Promise<number> {
  let endMs = 0;
  for (const track of movie.tracks) {
    if (track.handler !== "vide" || track.external) continue;
    const duration = await mediaDuration(reader, track).catch(nothingFromDamage);
    const parts = layOutTimeline(track.edits, track.timescale, duration);
    endMs = Math.max(endMs, timelineEndMs(parts, track.timescale));
  }
  return endMs;
}

/** A picture whose tables are damaged says nothing; the sound may still be heard. */
function nothingFromDamage(error: unknown): number {
  if (error instanceof RecordingRefusedError) return 0;
  throw error;
}

/** In the track's units. */
async function mediaDuration(reader: RangeReader, { tables }: TrackHeader): Promise<number> {
  const stts = findBox(tables, "stts");
  if (stts === null || stts.end - stts.body > DURATIONS_BYTES_MAX) return 0;
  const samples = await countSamples(reader, tables);
  const { count: entries, view } = await readEntries(reader, stts, 8);
  let left = samples;
  let duration = 0;
  for (let entry = 0; entry < entries && left > 0; entry++) {
    const repeat = Math.min(view.getUint32(entry * 8), left);
    duration += repeat * view.getUint32(entry * 8 + 4);
    left -= repeat;
  }
  return duration;
}

export type PictureProbe = {
  durationMs: number;
  /** As in RecordingProbe. */
  isCut?: true;
};

/**
 * Length of a recording without sound: enough when a transcript comes with it. Refused as without sound when it has no picture either.
 * Fragments are scanned, because the length in their header is a claim.
 */
export async function probePicture(source: ByteSource): Promise<Outcome<PictureProbe, UploadRefusal>> {
  const reader = openRangeReader(source);
  try {
    const found = await findMovie(reader);
    const { endMs, isCut } = await measure(source, reader, found);
    const durationMs = Math.round(endMs);
    if (durationMs > RECORDING_DURATION_MS_MAX) return refused("too-long");
    if (durationMs === 0) return refused(isCut ? "truncated" : "no-audio");
    return ok({ durationMs, ...(isCut && { isCut: true }) });
  } catch (error) {
    // The search for sound has walked the same boxes and needed no scan.
    if (error instanceof RecordingRefusedError && error.reason !== "needs-scan") return refused(error.reason);
    throw error;
  }
}

async function measure(source: ByteSource, reader: RangeReader, { moov, fragmented, places }: FoundMovie) {
  const movie = await readMovie(reader, moov);
  if (!fragmented && !movie.fragmented) {
    if (places.end === "cut") refuse("truncated");
    return { endMs: await pictureEndMs(reader, movie), isCut: false };
  }
  return scanFragments(source, { reader, movie, places, tracks: [], from: moov.end });
}
