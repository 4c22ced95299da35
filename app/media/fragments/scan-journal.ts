import { SCAN_SAMPLES_MAX } from "#app/domain/limits/media.ts";
import type { SampleRun } from "#app/media/fragments/read-fragment.ts";
import { readVarints, type VarintReader, type VarintWriter, writeVarints } from "#app/media/containers/varints.ts";
import { invariant } from "#app/domain/invariant.ts";

/**
 * The results of a scan so far, kept by its caller, so that an interrupted scan continues instead of beginning again. Append only: an entry
 * holds the results since the one before it.
 */
export interface ScanJournal {
  entries(): Iterable<Uint8Array>;
  append(entry: Uint8Array): void;
}

/** Time range in which a track is shown, in its own units. */
export type TrackClock = { trackId: number; start: number; end: number };

export type ScanEntry = {
  /** Offset of the next box to read. */
  cursor: number;
  /** Number since the beginning of the scan, like the clocks. */
  fragments: number;
  clocks: readonly TrackClock[];
  /** The end of the file according to an index in it, 0 when there is none. Since the beginning of the scan. */
  toldEnd: number;
  /** Runs since the entry before. */
  runs: SampleRun[];
};

const FORMAT_VERSION = 2;
/** Entries of scans that began before `toldEnd` existed. */
const FORMAT_VERSION_BEFORE = 1;

/** Collects runs as bytes for the next entry. */
export interface ScanNotes {
  readonly byteLength: number;
  add(run: SampleRun): void;
  /** The entry's bytes; the collected runs are cleared. */
  take(entry: Omit<ScanEntry, "runs">): Uint8Array;
}

export function openNotes(): ScanNotes {
  let writer = writeVarints(4096);
  let runs = 0;
  return {
    get byteLength() {
      return writer.byteLength;
    },
    add(run) {
      writeRun(writer, run);
      runs++;
    },
    take({ cursor, fragments, clocks, toldEnd }) {
      const head = writeVarints(64);
      for (const value of [FORMAT_VERSION, toldEnd, cursor, fragments, clocks.length, runs]) head.uint(value);
      for (const { trackId, start, end } of clocks) for (const value of [trackId, start, end]) head.uint(value);
      const entry = new Uint8Array(head.byteLength + writer.byteLength);
      entry.set(head.finish());
      entry.set(writer.finish(), head.byteLength);
      writer = writeVarints(4096);
      runs = 0;
      return entry;
    },
  };
}

/** Reads an entry that `take` wrote. */
export function readEntry(bytes: Uint8Array): ScanEntry {
  const reader = readVarints(bytes);
  const version = reader.uint();
  const isKnown = version === FORMAT_VERSION || version === FORMAT_VERSION_BEFORE;
  invariant(isKnown, "a scan's journal is of a version that we write");
  const toldEnd = version === FORMAT_VERSION ? reader.uint() : 0;
  const cursor = reader.uint();
  const fragments = reader.uint();
  const clockCount = reader.uint();
  const runCount = reader.uint();
  const clocks = Array.from({ length: clockCount }, () => ({
    trackId: reader.uint(),
    start: reader.uint(),
    end: reader.uint(),
  }));
  return { cursor, fragments, clocks, toldEnd, runs: Array.from({ length: runCount }, () => readRun(reader)) };
}

/** `track, description, time + 1 or 0, offset, length, count`, runs of equal durations, and of equal sizes. */
function writeRun(writer: VarintWriter, run: SampleRun): void {
  const { trackId, description, time, offset, length, count } = run;
  for (const value of [trackId, description, time === null ? 0 : time + 1, offset, length, count]) writer.uint(value);
  writeEqualOnes(writer, count, (sample) => run.duration(sample));
  writeEqualOnes(writer, count, (sample) => run.size(sample));
}

function readRun(reader: VarintReader): SampleRun {
  const trackId = reader.uint();
  const description = reader.uint();
  const timeAndOne = reader.uint();
  const offset = reader.uint();
  const length = reader.uint();
  const count = reader.uint();
  invariant(count <= SCAN_SAMPLES_MAX, "a scan's journal holds no more than a scan may find");
  const durations = readEqualOnes(reader, count);
  const sizes = readEqualOnes(reader, count);
  const time = timeAndOne === 0 ? null : timeAndOne - 1;
  return {
    trackId,
    description,
    time,
    offset,
    length,
    count,
    duration: (sample) => durations[sample] ?? 0,
    size: (sample) => sizes[sample] ?? 0,
  };
}

function writeEqualOnes(writer: VarintWriter, count: number, of: (sample: number) => number): void {
  for (let sample = 0; sample < count; ) {
    const value = of(sample);
    const first = sample;
    while (sample < count && of(sample) === value) sample++;
    writer.uint(sample - first);
    writer.uint(value);
  }
}

function readEqualOnes(reader: VarintReader, count: number): Uint32Array {
  const values = new Uint32Array(count);
  for (let sample = 0; sample < count; ) {
    const repeat = reader.uint();
    invariant(repeat > 0 && sample + repeat <= count, "a scan's journal tells of as many samples as it says");
    values.fill(reader.uint(), sample, sample + repeat);
    sample += repeat;
  }
  return values;
}
