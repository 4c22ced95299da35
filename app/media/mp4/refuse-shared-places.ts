import { type Box, findBox } from "#app/media/mp4/boxes.ts";
import type { RangeReader } from "#app/media/range-reader.ts";
import type { Movie } from "#app/media/mp4/read-movie.ts";
import type { TrackHeader } from "#app/media/mp4/read-track-header.ts";
import { RecordingRefusedError, refuse } from "#app/media/refuse-recording.ts";
import {
  findSizes,
  isAscending,
  readChunkOffsets,
  readEntries,
  readSizes,
  type SampleTable,
  sortedByOffset,
} from "#app/media/mp4/sample-table.ts";

/** Sizes of more pictures than this are not read only to compare them with the sound's places: 2.4 h of 30 a second. */
const PICTURE_SIZES_BYTES_MAX = 1024 * 1024;

/**
 * Refuses as damaged a sound whose samples lie on the bytes of a picture: a chunk table that points into another track gives
 * noise, in which no speech engine hears anybody. A picture whose own tables cannot be read says nothing of the sound.
 */
export async function refuseSharedPlaces(reader: RangeReader, movie: Movie, sound: SampleTable): Promise<void> {
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
