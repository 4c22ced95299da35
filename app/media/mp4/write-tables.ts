import { growingNumbers } from "#app/media/mp4/build-table.ts";
import { box, letters, uint32s } from "#app/media/mp4/write-m4a.ts";

/** The tables of one track, sample by sample in decoding order. Offsets count from the first byte of all media. */
export interface TrackTable {
  readonly count: number;
  /** Sum of all durations. */
  readonly length: number;
  /** `description` counts from 1. A sample without `key` can only be decoded after those before it. */
  add(sample: {
    offset: number;
    size: number;
    delta: number;
    description: number;
    key: boolean;
    composition: number;
  }): void;
  /**
   * The boxes `stts` to `co64`, the last with `mediaStart` added. No sample can be added afterwards; only the offsets may be requested
   * again.
   */
  finish(mediaStart: number): Uint8Array[];
}

export function openTrackTable(): TrackTable {
  const sizes = growingNumbers();
  const deltas = openRuns();
  const compositions = openRuns();
  const keys = growingNumbers();
  const chunks: number[] = [];
  const perChunk = growingNumbers();
  const descriptions = growingNumbers();
  let end = -1;
  let length = 0;
  let count = 0;
  let written: Uint8Array[] | null = null;
  const write = () => {
    const boxes = [full("stts", deltas.finish())];
    if (compositions.varies) boxes.push(full("ctts", compositions.finish(), 0x01000000));
    // `stss` is left out when every sample is a key sample.
    if (keys.length < count) boxes.push(full("stss", { count: keys.length, values: keys.finish() }));
    boxes.push(box("stsz", 0, 0, count, uint32s(sizes.finish())));
    boxes.push(full("stsc", chunkRuns(perChunk.finish(), descriptions.finish())));
    return boxes;
  };
  return {
    get count() {
      return count;
    },
    get length() {
      return length;
    },
    add({ offset, size, delta, description, key, composition }) {
      count++;
      sizes.push(size);
      deltas.add(delta);
      compositions.add(composition);
      if (key) keys.push(count);
      if (offset === end && descriptions.last() === description) perChunk.amend((perChunk.last() ?? 0) + 1);
      else {
        chunks.push(offset);
        perChunk.push(1);
        descriptions.push(description);
      }
      end = offset + size;
      length += delta;
    },
    finish(mediaStart) {
      written ??= write();
      return [...written, chunkOffsets(chunks, mediaStart)];
    },
  };
}

type Entries = { count: number; values: Uint32Array };

function full(type: string, { count, values }: Entries, versionAndFlags = 0): Uint8Array {
  return box(type, versionAndFlags, count, uint32s(values));
}

/** Runs of equal numbers, as (count, number). */
function openRuns() {
  const counts = growingNumbers();
  const values = growingNumbers();
  return {
    add(value: number) {
      if (values.length > 0 && values.last() === value >>> 0) counts.amend((counts.last() ?? 0) + 1);
      else {
        counts.push(1);
        values.push(value);
      }
    },
    get varies() {
      return values.length > 1 || (values.last() ?? 0) !== 0;
    },
    finish(): Entries {
      const [left, right] = [counts.finish(), values.finish()];
      const pairs = new Uint32Array(left.length * 2);
      for (let run = 0; run < left.length; run++) {
        pairs[run * 2] = left[run] ?? 0;
        pairs[run * 2 + 1] = right[run] ?? 0;
      }
      return { count: left.length, values: pairs };
    },
  };
}

/** A chunk with as many samples as the one before, and the same description, needs no entry. */
function chunkRuns(perChunk: Uint32Array, descriptions: Uint32Array): Entries {
  const triples = new Uint32Array(perChunk.length * 3);
  let count = 0;
  for (let chunk = 0; chunk < perChunk.length; chunk++) {
    if (chunk > 0 && perChunk[chunk] === perChunk[chunk - 1] && descriptions[chunk] === descriptions[chunk - 1])
      continue;
    triples.set([chunk + 1, perChunk[chunk] ?? 0, descriptions[chunk] ?? 1], count * 3);
    count++;
  }
  return { count, values: triples.subarray(0, count * 3) };
}

/** 64 bits each: four hours with a picture of 1 Mbit/s are 2 GB. */
function chunkOffsets(chunks: readonly number[], mediaStart: number): Uint8Array {
  const bytes = new Uint8Array(16 + chunks.length * 8);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, bytes.byteLength);
  bytes.set(letters("co64"), 4);
  view.setUint32(12, chunks.length);
  for (const [chunk, offset] of chunks.entries()) view.setBigUint64(16 + chunk * 8, BigInt(mediaStart + offset));
  return bytes;
}
