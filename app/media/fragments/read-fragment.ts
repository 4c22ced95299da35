import { uint64, viewOf } from "#app/media/byte-source.ts";
import { type InnerBox, innerBoxes } from "#app/media/mp4/walk-boxes.ts";
import { refuse } from "#app/media/refuse-recording.ts";

/** Values of a track's samples that apply unless a fragment overrides them (`trex`, then `tfhd`). */
export type SampleDefaults = { description: number; duration: number; size: number; flags: number };

/** Samples of one track that follow each other in the file (`trun`), with the values of each. */
export type SampleRun = {
  trackId: number;
  description: number;
  /** Decode time of the first, in the track's units; null: at the end of the one before it. */
  time: number | null;
  offset: number;
  count: number;
  /** Sum of all durations. */
  length: number;
  duration(sample: number): number;
  size(sample: number): number;
};

/** A run as in a fragment, with the further values of each sample that a player needs. */
export type FragmentRun = SampleRun & {
  /** Sum of all sizes. */
  bytes: number;
  /** ISO/IEC 14496-12 §8.8.3.1; see `isKeySample`. */
  flags(sample: number): number;
  /** Time from decoding to display, in the track's units. */
  composition(sample: number): number;
};

/** Whether a decoder can begin with the sample. */
export function isKeySample(flags: number): boolean {
  return (flags & SAMPLE_IS_NON_SYNC) === 0;
}

const SAMPLE_IS_NON_SYNC = 0x10000;
/** Flags of `tfhd` and `trun` (ISO/IEC 14496-12 §8.8.7 and §8.8.8): the fields that are in the box. */
const TFHD = { dataOffset: 0x1, description: 0x2, duration: 0x8, size: 0x10, flags: 0x20, moofIsBase: 0x20000 };
const TRUN = { dataOffset: 0x1, firstFlags: 0x4, duration: 0x100, size: 0x200, flags: 0x400, composition: 0x800 };
/** The fields that are stored for each sample. */
const TRUN_ENTRY_FLAGS = [TRUN.duration, TRUN.size, TRUN.flags, TRUN.composition];
/** Bytes of a `trun` up to its number of samples. */
export const TRUN_HEAD_BYTES = 16;
const NO_DEFAULTS: SampleDefaults = { description: 1, duration: 0, size: 0, flags: 0 };

/**
 * Reads one movie fragment and passes on its runs in stored order. `moof` is the whole box, `start` its offset in the file. Refuses
 * contradictions as hostile.
 */
export function readFragment(
  moof: Uint8Array,
  { start, body }: { start: number; body: number },
  defaults: ReadonlyMap<number, SampleDefaults>,
  take: (run: FragmentRun) => void,
): void {
  // The data of a traf without an offset follows that of the one before it.
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
  take: (run: FragmentRun) => void;
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
      time = fields.version === 1 ? takeUint64(fields) : takeUint32(fields);
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

/** The length of the `trun` at an offset, whatever it says itself. */
export function trunBytes(view: DataView, at: number): number {
  const flags = view.getUint32(at + 8);
  const fields = [TRUN.dataOffset, TRUN.firstFlags].filter((flag) => (flags & flag) !== 0).length;
  const perSample = TRUN_ENTRY_FLAGS.filter((flag) => (flags & flag) !== 0).length;
  return TRUN_HEAD_BYTES + 4 * (fields + perSample * view.getUint32(at + 12));
}

/** Says of the `trun` at an offset that its data is later. */
export function moveTrunData(view: DataView, at: number, by: number): void {
  if ((view.getUint32(at + 8) & TRUN.dataOffset) !== 0)
    view.setInt32(at + TRUN_HEAD_BYTES, view.getInt32(at + TRUN_HEAD_BYTES) + by);
}

type TrackFragmentHeader = SampleDefaults & { trackId: number; base: number | null; moofIsBase: boolean };

function readTfhd(fields: Fields, defaults: ReadonlyMap<number, SampleDefaults>): TrackFragmentHeader {
  const trackId = takeUint32(fields);
  const usual = defaults.get(trackId) ?? NO_DEFAULTS;
  return {
    trackId,
    base: has(fields, TFHD.dataOffset) ? takeUint64(fields) : null,
    description: has(fields, TFHD.description) ? takeUint32(fields) : usual.description,
    duration: has(fields, TFHD.duration) ? takeUint32(fields) : usual.duration,
    size: has(fields, TFHD.size) ? takeUint32(fields) : usual.size,
    flags: has(fields, TFHD.flags) ? takeUint32(fields) : usual.flags,
    moofIsBase: has(fields, TFHD.moofIsBase),
  };
}

/** The samples are not copied out of the fragment's bytes: those of a picture are only added up. */
function readTrun(
  fields: Fields,
  header: TrackFragmentHeader,
  place: { base: number; at: number; time: number | null },
): { run: FragmentRun; runEnd: number } {
  const count = takeUint32(fields);
  const offset = has(fields, TRUN.dataOffset) ? place.base + takeInt32(fields) : place.at;
  const firstFlags = has(fields, TRUN.firstFlags) ? takeUint32(fields) : null;
  let entryBytes = 0;
  for (const flag of TRUN_ENTRY_FLAGS) if (has(fields, flag)) entryBytes += 4;
  const entries = takeRest(fields, count * entryBytes);
  const perSample = (flag: number, at: number, usual: number) =>
    has(fields, flag) ? (sample: number) => entries.getUint32(sample * entryBytes + at) : () => usual;
  const duration = perSample(TRUN.duration, 0, header.duration);
  const flagsAt = (has(fields, TRUN.duration) ? 4 : 0) + (has(fields, TRUN.size) ? 4 : 0);
  const size = perSample(TRUN.size, has(fields, TRUN.duration) ? 4 : 0, header.size);
  const usualFlags = perSample(TRUN.flags, flagsAt, header.flags);
  const flags = (sample: number) => (sample === 0 && firstFlags !== null ? firstFlags : usualFlags(sample));
  // Signed in version 1 of the box; in version 0 no recorder writes values so large that the sign matters.
  const offsets = perSample(TRUN.composition, flagsAt + (has(fields, TRUN.flags) ? 4 : 0), 0);
  const composition = (sample: number) => offsets(sample) | 0;
  const bytes = has(fields, TRUN.size) ? sum(count, size) : count * header.size;
  const length = has(fields, TRUN.duration) ? sum(count, duration) : count * header.duration;
  if (offset < 0 || !Number.isSafeInteger(offset + bytes) || !Number.isSafeInteger(length)) refuse("hostile");
  const { trackId, description } = header;
  const { time } = place;
  const run = { trackId, description, time, offset, count, length, bytes, duration, size, flags, composition };
  return { run, runEnd: offset + bytes };
}

/** Called only for samples that are stored in the box: twelve bytes can declare four billion of them. */
function sum(count: number, of: (sample: number) => number): number {
  let total = 0;
  for (let sample = 0; sample < count; sample++) total += of(sample);
  return total;
}

/**
 * The fields of a box one after the other, after its version and flags. A plain cursor: a recording has some ten thousand of these boxes,
 * and creating closures for each costs more than reading it.
 */
type Fields = { readonly view: DataView; readonly version: number; readonly flags: number; at: number };

function readFields(moof: Uint8Array, box: InnerBox): Fields {
  const view = viewOf(moof.subarray(box.body, box.end));
  const head = view.byteLength < 4 ? 0 : view.getUint32(0);
  return { view, version: head >>> 24, flags: head & 0xffffff, at: 4 };
}

function has(fields: Fields, flag: number): boolean {
  return (fields.flags & flag) !== 0;
}

/** Offset of the next bytes. Refuses a box that ends too early. */
function next(fields: Fields, bytes: number): number {
  const { at } = fields;
  if (at + bytes > fields.view.byteLength) refuse("hostile");
  fields.at = at + bytes;
  return at;
}

function takeUint32(fields: Fields): number {
  return fields.view.getUint32(next(fields, 4));
}

function takeInt32(fields: Fields): number {
  return fields.view.getInt32(next(fields, 4));
}

function takeUint64(fields: Fields): number {
  return uint64(fields.view, next(fields, 8));
}

function takeRest(fields: Fields, bytes: number): DataView {
  const at = next(fields, bytes);
  return new DataView(fields.view.buffer, fields.view.byteOffset + at, bytes);
}
