import { STRETCH_GAP_MS_MIN, STRETCHES_MAX, TRACK_SAMPLES_MAX } from "#app/domain/limits/media.ts";
import type { SampleRun } from "#app/media/fragments/read-fragment.ts";
import { buildTable, type TableBuilder } from "#app/media/mp4/build-table.ts";
import type { Edit } from "#app/media/mp4/read-track-header.ts";
import type { SampleTable } from "#app/media/mp4/sample-table.ts";
import { layOutTimeline, type TimelinePart } from "#app/media/mp4/timeline.ts";
import { refuse } from "#app/media/refuse-recording.ts";

/**
 * Samples that follow each other without a gap. `tableStart`: start in the table, where time has no gaps. `mediaStart`: start in the
 * track's own time, where a recorder that lost something left a gap.
 */
export type Stretch = { tableStart: number; mediaStart: number };

export type CollectedSamples = { table: SampleTable; stretches: readonly Stretch[] };

export interface SampleCollector {
  add(run: SampleRun): void;
  finish(): CollectedSamples;
}

/**
 * Builds a sample table from fragments, after the samples that `moov` itself holds (`first`). Refuses as truncated a sample past the file's
 * end.
 */
export function collectSamples(timescale: number, fileEnd: number, first: SampleTable | null): SampleCollector {
  const table = buildTable();
  const times = startTimes(table, (timescale * STRETCH_GAP_MS_MIN) / 1000);
  let descriptions = 1;
  if (first !== null) {
    times.place(0);
    descriptions = first.descriptions;
    addAll(table, first);
  }
  return {
    add(run) {
      if (run.count === 0) return;
      if (table.count + run.count > TRACK_SAMPLES_MAX) refuse("hostile");
      if (run.time !== null || table.count === 0) times.place(run.time ?? 0);
      descriptions = Math.max(descriptions, run.description);
      let at = run.offset;
      for (let sample = 0; sample < run.count; sample++) {
        const size = run.size(sample);
        if (at + size > fileEnd) refuse("truncated");
        table.add(at, size, run.duration(sample));
        at += size;
      }
    },
    finish: () => ({ table: table.finish(descriptions), stretches: times.stretches }),
  };
}

function addAll(table: TableBuilder, samples: SampleTable): void {
  for (let run = 0; run < samples.runSamples.length; run++) {
    const end = samples.runSamples[run + 1] ?? samples.count;
    for (let sample = samples.runSamples[run] ?? 0; sample < end; sample++)
      table.add(samples.offsets[sample] ?? 0, samples.sizes[sample] ?? 0, samples.runDeltas[run] ?? 0);
  }
}

/**
 * Follows the fragments' decode times (`tfdt`). They are used where they leave an audible gap; smaller differences are rounding and go into
 * the last sample's length, so that they do not add up. A time that goes back comes from a recorder that restarted its count: its samples
 * are played after the earlier ones.
 */
function startTimes(table: TableBuilder, gapMin: number) {
  const stretches: Stretch[] = [];
  /** Offset to add to a `tfdt` to get the track's own time. */
  let shift = 0;
  return {
    stretches,
    /** The next sample is decoded at `time`. */
    place(time: number): void {
      if (!Number.isSafeInteger(time)) refuse("hostile");
      const last = stretches.at(-1);
      if (last === undefined) {
        stretches.push({ tableStart: 0, mediaStart: time });
        return;
      }
      const gap = time + shift - (last.mediaStart + table.end - last.tableStart);
      if (gap > gapMin) {
        if (stretches.length === STRETCHES_MAX) refuse("hostile");
        stretches.push({ tableStart: table.end, mediaStart: time + shift });
      } else if (gap < -table.lastDelta) shift -= gap;
      else if (gap !== 0) table.amendLast(gap);
    },
  };
}

/**
 * Places the stretches on the timeline: the edit list uses the track's own time, counted from `origin`, and each of its parts is cut where
 * the track has a gap.
 */
export function layOutStretches(
  edits: readonly Edit[],
  timescale: number,
  { table, stretches }: CollectedSamples,
  origin: number,
): TimelinePart[] {
  const spans = stretches.map((stretch, index) => {
    const length = (stretches[index + 1]?.tableStart ?? table.duration) - stretch.tableStart;
    const start = Math.max(Math.round(stretch.mediaStart - origin), 0);
    return { start, end: start + length, tableStart: stretch.tableStart };
  });
  const mediaEnd = spans.at(-1)?.end ?? 0;
  return layOutTimeline(edits, timescale, mediaEnd).flatMap((part) =>
    spans.flatMap((span) => {
      const from = Math.max(span.start, part.mediaStart);
      const until = Math.min(span.end, part.mediaEnd);
      if (until <= from) return [];
      return {
        startMs: part.startMs + ((from - part.mediaStart) * 1000) / timescale,
        mediaStart: span.tableStart + from - span.start,
        mediaEnd: span.tableStart + until - span.start,
      };
    }),
  );
}
