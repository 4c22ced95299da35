import { type InnerBox, innerBoxes } from "#app/media/inner-boxes.ts";
import { uint64, viewOf } from "#app/media/range-reader.ts";
import { refuse } from "#app/media/refuse-recording.ts";

/** What holds for a track's samples where a fragment does not say otherwise (`trex`, then `tfhd`). */
export type SampleDefaults = { description: number; duration: number; size: number };

/** Samples of one track that lie one behind the other in the file (`trun`), with what each says of itself. */
export type SampleRun = {
  trackId: number;
  description: number;
  /** When the first is decoded, in the track's units; null: when the one before it ends. */
  time: number | null;
  offset: number;
  count: number;
  /** All durations together. */
  length: number;
  duration(sample: number): number;
  size(sample: number): number;
};

/** Flags of `tfhd` and `trun` (ISO/IEC 14496-12 §8.8.7 and §8.8.8): which fields stand in the box. */
const TFHD = { dataOffset: 0x1, description: 0x2, duration: 0x8, size: 0x10, moofIsBase: 0x20000 };
const TRUN = { dataOffset: 0x1, firstFlags: 0x4, duration: 0x100, size: 0x200, flags: 0x400, composition: 0x800 };
const NO_DEFAULTS: SampleDefaults = { description: 1, duration: 0, size: 0 };

/**
 * Reads one movie fragment, and hands on its runs in the order in which they stand. `moof` is the whole box, `start` where
 * it begins in the file. Refuses as hostile what contradicts itself.
 */
export function readFragment(
  moof: Uint8Array,
  { start, body }: { start: number; body: number },
  defaults: ReadonlyMap<number, SampleDefaults>,
  take: (run: SampleRun) => void,
): void {
  // Where a traf says nothing of its place, its data follows that of the one before it.
  let dataEnd = start;
  let end = body - start;
  for (const box of innerBoxes(moof, end, moof.byteLength)) {
    end = box.end;
    if (box.type === "traf") dataEnd = readTrackFragment(moof, box, { start, dataEnd, defaults, take });
  }
  if (end !== moof.byteLength) refuse("hostile");
}

type Place = {
  start: number;
  dataEnd: number;
  defaults: ReadonlyMap<number, SampleDefaults>;
  take: (run: SampleRun) => void;
};

function readTrackFragment(moof: Uint8Array, traf: InnerBox, { start, dataEnd, defaults, take }: Place): number {
  let header: TrackFragmentHeader | null = null;
  let time: number | null = null;
  let at = dataEnd;
  let end = traf.body;
  for (const box of innerBoxes(moof, traf.body, traf.end)) {
    end = box.end;
    const fields = readFields(moof, box);
    if (box.type === "tfhd") {
      header = readTfhd(fields, defaults);
      at = header.base ?? (header.moofIsBase ? start : dataEnd);
    } else if (box.type === "tfdt") {
      time = fields.version === 1 ? fields.uint64() : fields.uint32();
      if (!Number.isSafeInteger(time)) refuse("hostile");
    } else if (box.type === "trun") {
      if (header === null) return refuse("hostile");
      const base = header.base ?? (header.moofIsBase ? start : dataEnd);
      const { run, runEnd } = readTrun(fields, header, { base, at, time });
      take(run);
      at = runEnd;
      time = null;
    }
  }
  if (end !== traf.end) refuse("hostile");
  return at;
}

type TrackFragmentHeader = SampleDefaults & { trackId: number; base: number | null; moofIsBase: boolean };

function readTfhd(fields: Fields, defaults: ReadonlyMap<number, SampleDefaults>): TrackFragmentHeader {
  const trackId = fields.uint32();
  const usual = defaults.get(trackId) ?? NO_DEFAULTS;
  const has = (flag: number) => (fields.flags & flag) !== 0;
  return {
    trackId,
    base: has(TFHD.dataOffset) ? fields.uint64() : null,
    description: has(TFHD.description) ? fields.uint32() : usual.description,
    duration: has(TFHD.duration) ? fields.uint32() : usual.duration,
    size: has(TFHD.size) ? fields.uint32() : usual.size,
    moofIsBase: has(TFHD.moofIsBase),
  };
}

/** The samples stay where they are, in the fragment's bytes: a picture's are only added up. */
function readTrun(
  fields: Fields,
  header: TrackFragmentHeader,
  place: { base: number; at: number; time: number | null },
): { run: SampleRun; runEnd: number } {
  const has = (flag: number) => (fields.flags & flag) !== 0;
  const count = fields.uint32();
  const offset = has(TRUN.dataOffset) ? place.base + fields.int32() : place.at;
  if (has(TRUN.firstFlags)) fields.uint32();
  const entryBytes = [TRUN.duration, TRUN.size, TRUN.flags, TRUN.composition].filter(has).length * 4;
  const entries = fields.rest(count * entryBytes);
  const perSample = (flag: number, at: number, usual: number) =>
    has(flag) ? (sample: number) => entries.getUint32(sample * entryBytes + at) : () => usual;
  const duration = perSample(TRUN.duration, 0, header.duration);
  const size = perSample(TRUN.size, has(TRUN.duration) ? 4 : 0, header.size);
  const bytes = has(TRUN.size) ? sum(count, size) : count * header.size;
  const length = has(TRUN.duration) ? sum(count, duration) : count * header.duration;
  if (offset < 0 || !Number.isSafeInteger(offset + bytes) || !Number.isSafeInteger(length)) refuse("hostile");
  const { trackId, description } = header;
  const run: SampleRun = { trackId, description, time: place.time, offset, count, length, duration, size };
  return { run, runEnd: offset + bytes };
}

/** Never over samples that do not stand in the box: there may be four billion of them in twelve bytes. */
function sum(count: number, of: (sample: number) => number): number {
  let total = 0;
  for (let sample = 0; sample < count; sample++) total += of(sample);
  return total;
}

type Fields = {
  version: number;
  flags: number;
  uint32(): number;
  int32(): number;
  uint64(): number;
  rest(bytes: number): DataView;
};

/** The fields of a box one after the other, behind its version and flags. Refuses where the box ends too early. */
function readFields(moof: Uint8Array, box: InnerBox): Fields {
  const view = viewOf(moof.subarray(box.body, box.end));
  let at = 4;
  const next = (bytes: number): number => {
    if (at + bytes > view.byteLength) refuse("hostile");
    at += bytes;
    return at - bytes;
  };
  const head = view.byteLength < 4 ? 0 : view.getUint32(0);
  return {
    version: head >>> 24,
    flags: head & 0xffffff,
    uint32: () => view.getUint32(next(4)),
    int32: () => view.getInt32(next(4)),
    uint64: () => uint64(view, next(8)),
    rest: (bytes) => new DataView(view.buffer, view.byteOffset + next(bytes), bytes),
  };
}
