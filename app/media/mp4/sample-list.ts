import { invariant } from "#app/domain/invariant.ts";
import type { RangeReader } from "#app/media/byte-source.ts";
import type { VarintReader, VarintWriter } from "#app/media/containers/varints.ts";
import type { MediaPlaces } from "#app/media/mp4/read-movie.ts";
import type { TrackHeader } from "#app/media/mp4/read-track-header.ts";
import { countSamples, readSampleTable, type SampleTable } from "#app/media/mp4/sample-table.ts";
import { layOutTimeline, sampleDelta, type TimelinePart } from "#app/media/mp4/timeline.ts";

/** Some samples of a track, in decoding order: where they lie, and their lengths as runs of (count, delta). */
export type SampleList = {
  offsets: Uint32Array;
  sizes: Uint32Array;
  runCounts: Uint32Array;
  runDeltas: Uint32Array;
};

export function listSamples(table: SampleTable, first: number, end: number): SampleList {
  const runCounts: number[] = [];
  const runDeltas: number[] = [];
  let run = 0;
  while (run + 1 < table.runSamples.length && (table.runSamples[run + 1] ?? 0) <= first) run++;
  for (let sample = first; sample < end; run++) {
    const runEnd = Math.min(run + 1 < table.runSamples.length ? (table.runSamples[run + 1] ?? end) : end, end);
    runCounts.push(runEnd - sample);
    runDeltas.push(sampleDelta(table, sample));
    sample = runEnd;
  }
  return {
    offsets: table.offsets.subarray(first, end),
    sizes: table.sizes.subarray(first, end),
    runCounts: Uint32Array.from(runCounts),
    runDeltas: Uint32Array.from(runDeltas),
  };
}

/** Whole samples out of pieces: those that take no time begin the one behind them. */
export function joinPieces({ offsets, sizes, runCounts, runDeltas }: SampleList): SampleList {
  const whole: SampleList = {
    offsets: new Uint32Array(offsets.length),
    sizes: new Uint32Array(sizes.length),
    ...joinRuns(runCounts, runDeltas),
  };
  let count = 0;
  let piece = 0;
  let isBegun = false;
  for (const [run, pieces] of runCounts.entries()) {
    for (const end = piece + pieces; piece < end; piece++) {
      if (!isBegun) whole.offsets[count] = offsets[piece] ?? 0;
      whole.sizes[count] = (whole.sizes[count] ?? 0) + (sizes[piece] ?? 0);
      isBegun = runDeltas[run] === 0;
      if (!isBegun) count++;
    }
  }
  return { ...whole, offsets: whole.offsets.subarray(0, count), sizes: whole.sizes.subarray(0, count) };
}

/** The runs of whole samples: what stood between two of the same length is gone. */
function joinRuns(runCounts: Uint32Array, runDeltas: Uint32Array): Pick<SampleList, "runCounts" | "runDeltas"> {
  const counts: number[] = [];
  const deltas: number[] = [];
  for (const [run, delta] of runDeltas.entries()) {
    if (delta === 0) continue;
    const last = counts.length - 1;
    if (deltas[last] === delta) counts[last] = (counts[last] ?? 0) + (runCounts[run] ?? 0);
    else {
      counts.push(runCounts[run] ?? 0);
      deltas.push(delta);
    }
  }
  return { runCounts: Uint32Array.from(counts), runDeltas: Uint32Array.from(deltas) };
}

/**
 * `count, runs, (count, delta)…, (gap, size)…`: the gap is the distance from the end of the sample before, so that
 * neighbours cost one byte for their place. About four bytes a sample in an interleaved file.
 */
export function writeSamples(writer: VarintWriter, list: SampleList): void {
  writer.uint(list.offsets.length);
  writer.uint(list.runCounts.length);
  for (const [run, count] of list.runCounts.entries()) {
    writer.uint(count);
    writer.uint(list.runDeltas[run] ?? 0);
  }
  let previousEnd = 0;
  for (let index = 0; index < list.offsets.length; index++) {
    const offset = list.offsets[index] ?? 0;
    const size = list.sizes[index] ?? 0;
    writer.int(offset - previousEnd);
    writer.uint(size);
    previousEnd = offset + size;
  }
}

export function readSamples(reader: VarintReader): SampleList {
  const count = reader.uint();
  const runs = reader.uint();
  invariant(count < 2 ** 23 && runs <= count, "a plan has a sane number of samples");
  const runCounts = new Uint32Array(runs);
  const runDeltas = new Uint32Array(runs);
  for (let run = 0; run < runs; run++) {
    runCounts[run] = reader.uint();
    runDeltas[run] = reader.uint();
  }
  const offsets = new Uint32Array(count);
  const sizes = new Uint32Array(count);
  let previousEnd = 0;
  for (let index = 0; index < count; index++) {
    const offset = previousEnd + reader.int();
    const size = reader.uint();
    offsets[index] = offset;
    sizes[index] = size;
    previousEnd = offset + size;
  }
  return { offsets, sizes, runCounts, runDeltas };
}

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
