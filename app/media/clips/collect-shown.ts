import { buildTable, growingNumbers } from "#app/media/mp4/build-table.ts";
import { CLIP_SAMPLES_MAX } from "#app/domain/limits/media.ts";
import type { ClipRange, ClipTrack } from "#app/media/clips/clip-track.ts";
import type { SampleTable } from "#app/media/mp4/sample-table.ts";
import { sampleTime, type TimelinePart } from "#app/media/mp4/timeline.ts";
import { refuse } from "#app/media/refuse-recording.ts";

export type ShownSample = { offset: number; size: number; delta: number; isKey: boolean; composition: number };

/** The samples of one track around a range, as a walk through the file finds them. */
export interface ShownCollector {
  readonly count: number;
  /** Decoding time of the first sample, and of the one after the last, in the track's units of the file's own clock. */
  readonly base: number;
  readonly end: number;
  /** `time`: decoding time of the sample; null: at the end of the one before it. */
  add(sample: ShownSample, time: number | null): void;
  /** The last sample is one with which no decoder can begin. */
  refersBack(): void;
  finish(): CollectedTrack;
}

export type CollectedTrack = {
  base: number;
  table: SampleTable;
  isKey: (sample: number) => boolean;
  composition: (sample: number) => number;
};

/**
 * `slack`: a difference of at most this much between a sample's time and the end of the one before is rounding, and left alone; anything
 * longer becomes part of the sample before. A time that goes far back comes from a recorder that began to count again, and is not used.
 */
export function collectShown(slack = 0): ShownCollector {
  const table = buildTable();
  const keys = growingNumbers();
  const compositions = growingNumbers();
  let base = 0;
  return {
    get count() {
      return table.count;
    },
    get base() {
      return base;
    },
    get end() {
      return base + table.end;
    },
    add({ offset, size, delta, isKey, composition }, time) {
      if (table.count === CLIP_SAMPLES_MAX) refuse("hostile");
      if (table.count === 0) base = time ?? 0;
      else if (time !== null) {
        const gap = time - base - table.end;
        if (gap > DELTA_MAX) refuse("hostile");
        if (gap > slack || (gap < -slack && -gap < table.lastDelta)) table.amendLast(gap);
      }
      table.add(offset, size, delta);
      keys.push(isKey ? 1 : 0);
      compositions.push(composition);
    },
    refersBack() {
      if (table.count > 0) keys.amend(0);
    },
    finish() {
      const [isKey, differences] = [keys.finish(), compositions.finish()];
      return {
        base,
        table: table.finish(1),
        isKey: (sample) => isKey[sample] === 1,
        composition: (sample) => (differences[sample] ?? 0) | 0,
      };
    },
  };
}
const DELTA_MAX = 0x7fff_ffff;

/** Parts of the whole track's timeline as those of samples whose first is decoded at `base`; what was before them is left out. */
export function partsFrom(
  parts: readonly TimelinePart[],
  { base, end, timescale }: { base: number; end: number; timescale: number },
): TimelinePart[] {
  return parts.flatMap(({ startMs, mediaStart, mediaEnd }) => {
    const from = Math.max(mediaStart, base);
    const until = Math.min(mediaEnd, end);
    if (until <= from) return [];
    const lateMs = ((from - mediaStart) * 1000) / timescale;
    return [{ startMs: startMs + lateMs, mediaStart: from - base, mediaEnd: until - base }];
  });
}

/** Whether the picture can be decoded from the beginning of the range on; there is no such question about sound. */
export function beginsInTime(
  { handler, samples, parts, isKey, composition, timescale }: ClipTrack,
  { fromMs }: ClipRange,
) {
  if (handler === "soun") return true;
  const part = parts.find(
    ({ startMs, mediaStart, mediaEnd }) => startMs + ((mediaEnd - mediaStart) * 1000) / timescale > fromMs,
  );
  if (part === undefined) return false;
  const from = part.mediaStart + ((Math.max(fromMs, part.startMs) - part.startMs) * timescale) / 1000;
  for (let sample = 0; sample < samples.count; sample++) {
    const time = sampleTime(samples, sample);
    if (time > from) return false;
    if (isKey(sample) && time + composition(sample) <= from) return true;
  }
  return false;
}
