import { TRACK_SAMPLES_MAX } from "#app/domain/limits/media.ts";
import { type Box, findBox, needBox } from "#app/media/boxes.ts";
import { type RangeReader, viewOf } from "#app/media/range-reader.ts";
import { refuse } from "#app/media/refuse-recording.ts";

/**
 * Where each sample of one track lies and how long it lasts: typed arrays only, because eight hours of audio are 1.35
 * million samples. Durations come in runs of equal ones; run r begins at sample `runSamples[r]` and time `runTimes[r]`.
 * Offsets fit 32 bits because an upload is at most 2,009,715,200 bytes.
 */
export type SampleTable = {
  count: number;
  offsets: Uint32Array;
  sizes: Uint32Array;
  runSamples: Uint32Array;
  runTimes: Float64Array;
  runDeltas: Uint32Array;
  /** The highest number of a sample description in use: more than 1 means that the decoder changes on the way. */
  descriptions: number;
  /** The end of the last sample, in the track's units. */
  duration: number;
};

const FULL_BOX_HEADER_BYTES = 8;

/** Reads the tables of one track. Truncated where a sample lies past the file's end; hostile where they contradict each other. */
export async function readSampleTable(reader: RangeReader, tables: readonly Box[]): Promise<SampleTable> {
  const { count, sizes } = await readSizes(reader, needBox(tables, "stsz"));
  const { offsets, descriptions } = await readOffsets(reader, tables, sizes, count);
  return { count, offsets, sizes, descriptions, ...(await readDurations(reader, needBox(tables, "stts"), count)) };
}

/** How many samples a track has, without reading them. */
export async function countSamples(reader: RangeReader, tables: readonly Box[]): Promise<number> {
  const stsz = findBox(tables, "stsz");
  if (stsz === null) return 0;
  if (stsz.end - stsz.body < 12) refuse("hostile");
  return viewOf(await reader.bytes(stsz.body, stsz.body + 12)).getUint32(8);
}

async function readSizes(reader: RangeReader, stsz: Box) {
  if (stsz.end - stsz.body < 12) refuse("hostile");
  const header = viewOf(await reader.bytes(stsz.body, stsz.body + 12));
  const uniform = header.getUint32(4);
  const count = header.getUint32(8);
  if (count > TRACK_SAMPLES_MAX) refuse("hostile");
  if (uniform !== 0) {
    if (uniform * count > reader.size) refuse("truncated");
    return { count, sizes: new Uint32Array(count).fill(uniform) };
  }
  if (stsz.body + 12 + count * 4 > stsz.end) refuse("hostile");
  const view = viewOf(await reader.bytes(stsz.body + 12, stsz.body + 12 + count * 4));
  const sizes = new Uint32Array(count);
  for (let index = 0; index < count; index++) sizes[index] = view.getUint32(index * 4);
  return { count, sizes };
}

/** A table of fixed-size entries behind version, flags and count. */
export async function readEntries(reader: RangeReader, box: Box, entryBytes: number) {
  if (box.end - box.body < FULL_BOX_HEADER_BYTES) refuse("hostile");
  const count = viewOf(await reader.bytes(box.body, box.body + FULL_BOX_HEADER_BYTES)).getUint32(4);
  const start = box.body + FULL_BOX_HEADER_BYTES;
  if (start + count * entryBytes > box.end) refuse("hostile");
  return { count, view: viewOf(await reader.bytes(start, start + count * entryBytes)) };
}

/** From the chunks' offsets (stco, co64) and the number of samples in each (stsc) to an offset for each sample. */
async function readOffsets(reader: RangeReader, tables: readonly Box[], sizes: Uint32Array, count: number) {
  const chunks = await readChunkOffsets(reader, tables);
  const { count: entries, view } = await readEntries(reader, needBox(tables, "stsc"), 12);
  const offsets = new Uint32Array(count);
  let sample = 0;
  let previousEnd = 0;
  let ordered = true;
  let descriptions = 1;
  for (let entry = 0; entry < entries && sample < count; entry++) {
    const first = view.getUint32(entry * 12) - 1;
    const perChunk = view.getUint32(entry * 12 + 4);
    const next = entry + 1 < entries ? view.getUint32(entry * 12 + 12) - 1 : chunks.length;
    descriptions = Math.max(descriptions, view.getUint32(entry * 12 + 8));
    if (first < 0 || next <= first || next > chunks.length || perChunk === 0 || (entry === 0 && first !== 0))
      refuse("hostile");
    for (let chunk = first; chunk < next && sample < count; chunk++) {
      let at = chunks[chunk] ?? 0;
      if (at < previousEnd) ordered = false;
      for (const end = Math.min(sample + perChunk, count); sample < end; sample++) {
        offsets[sample] = at;
        at += sizes[sample] ?? 0;
      }
      if (at > reader.size) refuse("truncated");
      previousEnd = at;
    }
  }
  if (sample < count) refuse("hostile");
  if (!ordered) refuseOverlaps(offsets, sizes);
  return { offsets, descriptions };
}

export async function readChunkOffsets(reader: RangeReader, tables: readonly Box[]): Promise<Uint32Array> {
  const stco = findBox(tables, "stco");
  if (stco !== null) {
    const { count, view } = await readEntries(reader, stco, 4);
    const offsets = new Uint32Array(count);
    for (let index = 0; index < count; index++) offsets[index] = view.getUint32(index * 4);
    return offsets;
  }
  const { count, view } = await readEntries(reader, needBox(tables, "co64"), 8);
  const offsets = new Uint32Array(count);
  for (let index = 0; index < count; index++) {
    if (view.getUint32(index * 8) !== 0) refuse("truncated");
    offsets[index] = view.getUint32(index * 8 + 4);
  }
  return offsets;
}

/** Chunks may stand in any order, but two samples in the same place would let a small file stand for an endless one. */
export function refuseOverlaps(offsets: Uint32Array, sizes: Uint32Array): void {
  const order = sortedByOffset(offsets);
  let previousEnd = 0;
  for (const index of order) {
    const size = sizes[index] ?? 0;
    if (size === 0) continue;
    const at = offsets[index] ?? 0;
    if (at < previousEnd) refuse("hostile");
    previousEnd = at + size;
  }
}

/** The samples' numbers in the order in which they lie in the file. */
export function sortedByOffset(offsets: Uint32Array): Uint32Array {
  const order = Uint32Array.from(offsets, (_, index) => index);
  return order.toSorted((left, right) => (offsets[left] ?? 0) - (offsets[right] ?? 0) || left - right);
}

async function readDurations(reader: RangeReader, stts: Box, count: number) {
  const { count: entries, view } = await readEntries(reader, stts, 8);
  const runSamples = new Uint32Array(Math.max(entries, 1));
  const runTimes = new Float64Array(Math.max(entries, 1));
  const runDeltas = new Uint32Array(Math.max(entries, 1));
  let runs = 0;
  let sample = 0;
  let time = 0;
  for (let entry = 0; entry < entries && sample < count; entry++) {
    const repeat = Math.min(view.getUint32(entry * 8), count - sample);
    if (repeat === 0) continue;
    const delta = view.getUint32(entry * 8 + 4);
    runSamples[runs] = sample;
    runTimes[runs] = time;
    runDeltas[runs] = delta;
    runs++;
    sample += repeat;
    time += repeat * delta;
  }
  if (sample < count && runs === 0) refuse("hostile");
  // Writers that were stopped leave the last run short: it goes on, as players let it.
  time += (count - sample) * (runDeltas[runs - 1] ?? 0);
  if (!Number.isSafeInteger(time)) refuse("hostile");
  return {
    runSamples: runSamples.slice(0, runs),
    runTimes: runTimes.slice(0, runs),
    runDeltas: runDeltas.slice(0, runs),
    duration: time,
  };
}
