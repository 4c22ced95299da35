import type { MediaPlaces } from "#app/media/mp4/find-movie.ts";
import type { RangeReader } from "#app/media/range-reader.ts";
import type { TrackHeader } from "#app/media/mp4/read-track-header.ts";
import { countSamples, readSampleTable, type SampleTable } from "#app/media/mp4/sample-table.ts";
import { layOutTimeline, type TimelinePart } from "#app/media/mp4/timeline.ts";

export type TrackSamples = { table: SampleTable; parts: TimelinePart[] };

/** Looks up the samples of a movie's tracks, whether `moov` has tables of them or the whole file was scanned. */
export interface SampleIndex {
  count(track: TrackHeader): Promise<number>;
  read(track: TrackHeader): Promise<TrackSamples>;
}

/** The tables of an ordinary movie, read on demand. */
export function indexTables(reader: RangeReader, places: MediaPlaces): SampleIndex {
  return {
    count: (track) => countSamples(reader, track.tables),
    async read(track) {
      const table = await readSampleTable(reader, track.tables, places);
      return { table, parts: layOutTimeline(track.edits, track.timescale, table.duration) };
    },
  };
}
