import { TRACK_SAMPLES_MAX } from "#app/domain/limits/media.ts";
import { type RangeReader, viewOf } from "#app/media/byte-source.ts";
import { isInMedia, type MediaPlaces } from "#app/media/mp4/read-movie.ts";
import { type Box, findBox, needBox } from "#app/media/mp4/walk-boxes.ts";
import { refuse } from "#app/media/refuse-recording.ts";

/**
 * Place and duration of each sample of one track: typed arrays only, because eight hours of audio are 1.35 million samples. Durations come
 * in runs of equal ones; run r begins at sample `runSamples[r]` and time `runTimes[r]`. Offsets fit 32 bits because an upload is at most
 * 2,009,715,200 bytes.
 */
export type SampleTable = {
  count: number;
  offsets: Uint32Array;
  sizes: Uint32Array;
  runSamples: Uint32Array;
  runTimes: Float64Array;
  runDeltas: Uint32Array;
  /** The highest number of a sample description in use: more than 1 means that the decoder changes within the track. */
  descriptions: number;
  /** The end of the last sample, in the track's units. */
  duration: number;
  /** Length of the track that is missing after `duration`, because the file was cut off; usually 0. */
  missing: number;
};

const FULL_BOX_HEADER_BYTES = 8;
const OFFSET_BEYOND_ALL = 0xffff_ffff;
const SIZES_HEADER_BYTES = 12;

/**
 * Reads the tables of one track. Samples missing at the end of a file that may be cut are left out; tables that contradict each other or
 * point outside the media are refused as hostile.
 */
export async function readSampleTable(
  reader: RangeReader,
  tables: readonly Box[],
  places: MediaPlaces,
): Promise<SampleTable> {
  const { count, sizes } = await readSizes(reader, needSizes(tables));
  const { offsets, descriptions, readable } = await readOffsets(reader, tables, { sizes, count, places });
  const durations = await readDurations(reader, needBox(tables, "stts"), count);
  const table = { count, offsets, sizes, descriptions, ...durations, missing: 0 };
  return readable < count ? cutTable(table, readable) : table;
}

/** The first samples of a table; the ones after them are missing. */
function cutTable(table: SampleTable, count: number): SampleTable {
  let runs = 0;
  while (runs < table.runSamples.length && (table.runSamples[runs] ?? 0) < count) runs++;
  const last = runs - 1;
  const inLast = (count - (table.runSamples[last] ?? 0)) * (table.runDeltas[last] ?? 0);
  const duration = (table.runTimes[last] ?? 0) + inLast;
  return {
    count,
    offsets: table.offsets.slice(0, count),
    sizes: table.sizes.slice(0, count),
    runSamples: table.runSamples.slice(0, runs),
    runTimes: table.runTimes.slice(0, runs),
    runDeltas: table.runDeltas.slice(0, runs),
    descriptions: table.descriptions,
    duration,
    missing: table.duration - duration,
  };
}

/** Number of samples of a track, without reading them. */
export async function countSamples(reader: RangeReader, tables: readonly Box[]): Promise<number> {
  const sizes = findSizes(tables);
  if (sizes === null) return 0;
  if (sizes.end - sizes.body < SIZES_HEADER_BYTES) refuse("hostile");
  return viewOf(await reader.bytes(sizes.body, sizes.body + SIZES_HEADER_BYTES)).getUint32(8);
}

/** The table of sizes: `stsz`, or its compact form `stz2`. */
export function findSizes(tables: readonly Box[]): Box | null {
  return findBox(tables, "stsz") ?? findBox(tables, "stz2");
}

function needSizes(tables: readonly Box[]): Box {
  return findSizes(tables) ?? refuse("hostile");
}

/** ISO/IEC 14496-12 §8.7.3: `stsz` has one size for all samples or 32 bits for each, `stz2` fields of 4, 8 or 16 bits. */
export async function readSizes(reader: RangeReader, box: Box): Promise<{ count: number; sizes: Uint32Array }> {
  const start = box.body + SIZES_HEADER_BYTES;
  if (start > box.end) refuse("hostile");
  const header = viewOf(await reader.bytes(box.body, start));
  const count = header.getUint32(8);
  if (count > TRACK_SAMPLES_MAX) refuse("hostile");
  const isCompact = box.type === "stz2";
  const uniform = isCompact ? 0 : header.getUint32(4);
  const bits = isCompact ? header.getUint8(7) : 32;
  if (uniform !== 0) return { count, sizes: new Uint32Array(count).fill(uniform) };
  if (bits !== 4 && bits !== 8 && bits !== 16 && bits !== 32) refuse("hostile");
  const end = start + Math.ceil((count * bits) / 8);
  if (end > box.end) refuse("hostile");
  const view = viewOf(await reader.bytes(start, end));
  const sizes = new Uint32Array(count);
  if (bits === 32) for (let index = 0; index < count; index++) sizes[index] = view.getUint32(index * 4);
  else if (bits === 16) for (let index = 0; index < count; index++) sizes[index] = view.getUint16(index * 2);
  else if (bits === 8) for (let index = 0; index < count; index++) sizes[index] = view.getUint8(index);
  // Two in a byte, the first in its upper half.
  else
    for (let index = 0; index < count; index++) sizes[index] = (view.getUint8(index >> 1) >> (index % 2 ? 0 : 4)) & 15;
  return { count, sizes };
}

/** A table of fixed-size entries after version, flags and count. */
export async function readEntries(reader: RangeReader, box: Box, entryBytes: number) {
  if (box.end - box.body < FULL_BOX_HEADER_BYTES) refuse("hostile");
  const count = viewOf(await reader.bytes(box.body, box.body + FULL_BOX_HEADER_BYTES)).getUint32(4);
  const start = box.body + FULL_BOX_HEADER_BYTES;
  if (start + count * entryBytes > box.end) refuse("hostile");
  return { count, view: viewOf(await reader.bytes(start, start + count * entryBytes)) };
}

/** Converts the chunks' offsets (stco, co64) and the number of samples in each (stsc) to an offset for each sample. */
async function readOffsets(
  reader: RangeReader,
  tables: readonly Box[],
  { sizes, count, places }: { sizes: Uint32Array; count: number; places: MediaPlaces },
) {
  const chunks = await readChunkOffsets(reader, tables);
  const { count: entries, view } = await readEntries(reader, needBox(tables, "stsc"), 12);
  const offsets = new Uint32Array(count);
  let sample = 0;
  let used = 0;
  let readable = count;
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
      const start = chunks[chunk] ?? 0;
      let at = start;
      if (at < previousEnd) ordered = false;
      for (const end = Math.min(sample + perChunk, count); sample < end; sample++) {
        offsets[sample] = at;
        at += sizes[sample] ?? 0;
        if (at > reader.size && sample < readable) readable = sample;
      }
      if (at > start && !isInMedia(places, start, Math.min(at, reader.size)) && start < reader.size) refuse("hostile");
      previousEnd = at;
      used = chunk + 1;
    }
  }
  // Samples without a chunk, or chunks without a sample.
  if (sample < count || used < chunks.length) refuse("hostile");
  if (readable < count && places.end === "whole") refuse("hostile");
  if (!ordered) refuseOverlaps(offsets, sizes);
  return { offsets, descriptions, readable };
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
    // Larger than any upload: treated as past the end of the file.
    offsets[index] = view.getUint32(index * 8) === 0 ? view.getUint32(index * 8 + 4) : OFFSET_BEYOND_ALL;
  }
  return offsets;
}

/** Chunks may be in any order, but two samples in the same place would let a small file stand for an endless one. */
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

export function isAscending(numbers: Uint32Array): boolean {
  for (let index = 1; index < numbers.length; index++)
    if ((numbers[index] ?? 0) < (numbers[index - 1] ?? 0)) return false;
  return true;
}

/** The samples' numbers, sorted by their offset in the file. */
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
  // Interrupted writers leave the last run short: it is extended, as in players.
  time += (count - sample) * (runDeltas[runs - 1] ?? 0);
  if (!Number.isSafeInteger(time)) refuse("hostile");
  return {
    runSamples: runSamples.slice(0, runs),
    runTimes: runTimes.slice(0, runs),
    runDeltas: runDeltas.slice(0, runs),
    duration: time,
  };
}
