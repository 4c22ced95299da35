import { findBox } from "#app/media/mp4/boxes.ts";
import type { RangeReader } from "#app/media/range-reader.ts";
import type { Movie } from "#app/media/mp4/read-movie.ts";
import type { TrackHeader } from "#app/media/mp4/read-track-header.ts";
import { RecordingRefusedError } from "#app/media/refuse-recording.ts";
import { countSamples, readEntries } from "#app/media/mp4/sample-table.ts";
import { layOutTimeline, timelineEndMs } from "#app/media/mp4/timeline.ts";

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
