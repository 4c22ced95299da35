import { refuseOverlaps, type SampleTable } from "#app/media/mp4/sample-table.ts";
import { refuse } from "#app/media/refuse-recording.ts";

/**
 * Whole numbers of 32 bits, one after the other. They are kept in pieces: copying millions of them into an ever larger array
 * would need twice their memory again.
 */
export interface GrowingNumbers {
  readonly length: number;
  push(value: number): void;
  last(): number | undefined;
  /** Puts another value in the last one's place. */
  amend(value: number): void;
  /** All of them as one array; nothing is left to grow afterwards. */
  finish(): Uint32Array;
}

const PIECE_NUMBERS = 16_384;

export function growingNumbers(): GrowingNumbers {
  const full: Uint32Array[] = [];
  let piece = new Uint32Array(0);
  let used = 0;
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(value) {
      if (used === piece.length) {
        if (used > 0) full.push(piece);
        piece = new Uint32Array(PIECE_NUMBERS);
        used = 0;
      }
      piece[used++] = value;
      length++;
    },
    last: () => (length === 0 ? undefined : piece[used - 1]),
    amend(value) {
      piece[used - 1] = value;
    },
    finish() {
      const all = new Uint32Array(length);
      let at = 0;
      for (const part of full.splice(0)) {
        all.set(part, at);
        at += part.length;
      }
      all.set(piece.subarray(0, used), at);
      piece = new Uint32Array(0);
      used = 0;
      length = 0;
      return all;
    },
  };
}

/** A sample table that grows sample by sample. */
export interface TableBuilder {
  readonly count: number;
  /** The end of the last sample, in the track's units. */
  readonly end: number;
  readonly lastDelta: number;
  add(offset: number, size: number, delta: number): void;
  /** Makes the last sample longer or, by a negative number, shorter. */
  amendLast(by: number): void;
  /** `missing`: as in SampleTable. */
  finish(descriptions: number, missing?: number): SampleTable;
}

export function buildTable(): TableBuilder {
  const offsets = growingNumbers();
  const sizes = growingNumbers();
  const runSamples = growingNumbers();
  const runDeltas = growingNumbers();
  let end = 0;
  let bytesEnd = 0;
  let ordered = true;
  return {
    get count() {
      return offsets.length;
    },
    get end() {
      return end;
    },
    get lastDelta() {
      return runDeltas.last() ?? 0;
    },
    add(offset, size, delta) {
      if (delta !== runDeltas.last()) {
        runSamples.push(offsets.length);
        runDeltas.push(delta);
      }
      if (offset < bytesEnd) ordered = false;
      bytesEnd = offset + size;
      offsets.push(offset);
      sizes.push(size);
      end += delta;
    },
    amendLast(by) {
      const delta = (runDeltas.last() ?? 0) + by;
      const sample = offsets.length - 1;
      if (runSamples.last() === sample) runDeltas.amend(delta);
      else {
        runSamples.push(sample);
        runDeltas.push(delta);
      }
      end += by;
    },
    finish(descriptions, missing = 0) {
      if (!Number.isSafeInteger(end)) refuse("hostile");
      const count = offsets.length;
      const runs = timesOfRuns(runSamples.finish(), runDeltas.finish(), count);
      const places = { offsets: offsets.finish(), sizes: sizes.finish() };
      const table = { count, ...places, ...runs, descriptions, duration: end, missing };
      if (!ordered) refuseOverlaps(table.offsets, table.sizes);
      return table;
    },
  };
}

function timesOfRuns(runSamples: Uint32Array, runDeltas: Uint32Array, count: number) {
  const runTimes = new Float64Array(runSamples.length);
  let time = 0;
  for (let run = 0; run < runSamples.length; run++) {
    runTimes[run] = time;
    time += ((runSamples[run + 1] ?? count) - (runSamples[run] ?? 0)) * (runDeltas[run] ?? 0);
  }
  return { runSamples, runTimes, runDeltas };
}
