import { CLIP_LOOKS_MAX, CLIP_PICTURE_LEAD_MS_MAX, CLIP_SAMPLES_MAX } from "#app/domain/limits/media.ts";
import type { SampleTable } from "#app/media/mp4/sample-table.ts";
import { sampleAt, sampleDelta, sampleTime, type TimelinePart } from "#app/media/mp4/timeline.ts";
import { MOVIE_RATE, type WrittenEdit } from "#app/media/mp4/write-movie.ts";

import { refuse } from "#app/media/refuse-recording.ts";

/** A part of a recording, in ms of its presentation; `toMs` is exclusive. */
export type ClipRange = { fromMs: number; toMs: number };

/** A track of a recording, or the samples of it around a range. Times are in its own units, those of `parts` as they are shown. */
export type ClipTrack = {
  handler: "vide" | "soun";
  timescale: number;
  /** The sample entries with their headers, and the number (from 1) of a sample's. */
  entries: readonly Uint8Array[];
  description: (sample: number) => number;
  display: Uint8Array;
  samples: SampleTable;
  parts: readonly TimelinePart[];
  /** Whether a decoder can begin with a sample. */
  isKey: (sample: number) => boolean;
  /** Time from decoding to display. */
  composition: (sample: number) => number;
  /** Sound that a decoder needs before the first one that is heard (lay-out-windows.ts), in ms. */
  prerollMs: number;
  /** As in AudioTrack. */
  inPieces?: true;
};

/** The samples of a track that a clip needs, in decoding order, and what of them is played. */
export type CutTrack = {
  track: ClipTrack;
  /** Numbers of the samples: those of `runs` one after the other. */
  runs: readonly SampleRange[];
  edits: readonly WrittenEdit[];
  /** Added to each sample's time to display, so that no edit begins before zero. */
  shift: number;
  /** Of the picture, in place of its own times. */
  retimed?: RetimedSamples;
  /** The first time that is played, in the track's own units from the first sample's decoding. */
  playedFrom: number;
  /** End of what is played, in ms of the recording. */
  endMs: number;
};
/** [first, end); `start`: decoding time in the clip. */
type SampleRange = { first: number; end: number; start: number };

/**
 * Chooses the samples of a range: from the last one at or before its beginning with which a decoder can begin, to the last one that is shown
 * in it. The edit list begins at the exact moment. `isRetimed`: pictures before it pass in no time. Null where the track has nothing in the range.
 */
export function cutTrack(track: ClipTrack, { fromMs, toMs }: ClipRange, isRetimed: boolean): CutTrack | null {
  const { timescale } = track;
  let looks = 0;
  const look = () => {
    // An edit list may send the search through all samples again for each of its edits.
    if (++looks > CLIP_LOOKS_MAX) refuse("hostile");
  };
  const runs: SampleRange[] = [];
  const edits: WrittenEdit[] = [];
  let atMs = fromMs;
  let earliest = 0;
  for (const part of track.parts.toSorted((one, other) => one.startMs - other.startMs)) {
    const partMs = ((part.mediaEnd - part.mediaStart) * 1000) / timescale;
    let startMs = Math.max(part.startMs, atMs);
    const untilMs = Math.min(part.startMs + partMs, toMs);
    if (untilMs <= startMs) continue;
    // Sound is exact to its unit. Those of a picture may be as long as a frame, and become finer in the clip.
    const round = track.handler === "soun" ? Math.round : (time: number) => time;
    const mediaAt = (ms: number) => part.mediaStart + round(((ms - part.startMs) * timescale) / 1000);
    let from = mediaAt(startMs);
    const until = mediaAt(untilMs);
    const range = samplesOf(track, { from, until }, look);
    if (range === null) continue;
    // Nothing can be decoded before the first key sample of what was read.
    const shown = timeOf(track, range.first);
    if (track.handler === "vide" && shown > from) {
      if (shown >= until) continue;
      startMs += ((shown - from) * 1000) / timescale;
      from = shown;
    }
    const placed = place(track, runs, range);
    const mediaTime = placed.start + from - sampleTime(track.samples, placed.first);
    earliest = Math.min(earliest, Math.round(mediaTime));
    if (startMs > atMs) edits.push({ length: movieTime(startMs - fromMs) - movieTime(atMs - fromMs), mediaTime: null });
    edits.push({ length: movieTime(untilMs - fromMs) - movieTime(startMs - fromMs), mediaTime });
    atMs = untilMs;
  }
  if (runs.length === 0) return null;
  const shifted = edits.map(({ length, mediaTime }) => ({
    length,
    mediaTime: mediaTime === null ? null : Math.round(mediaTime) - earliest,
  }));
  const playedFrom = edits.find(({ mediaTime }) => mediaTime !== null)?.mediaTime ?? 0;
  const cut = { track, runs, edits: shifted, shift: -earliest, endMs: atMs, playedFrom };
  const [run, ...others] = runs;
  const isPlain = track.handler === "vide" && edits.filter(({ mediaTime }) => mediaTime !== null).length === 1;
  if (run === undefined || others.length > 0 || !isPlain || !isRetimed) return cut;
  const retimed = retimePicture(track, run, playedFrom + sampleTime(track.samples, run.first));
  return {
    ...cut,
    shift: 0,
    retimed,
    edits: edits.map((edit) => (edit.mediaTime === null ? edit : { ...edit, mediaTime: retimed.begin })),
  };
}

/** Units a second, the time that the first picture is shown, and the duration and time to display of each sample. */
export type RetimedSamples = { timescale: number; begin: number; deltas: Uint32Array; compositions: Int32Array };

/** So many units a second at least, so that what is hidden passes in no time. */
const FINE_RATE_MIN = 90_000;

/**
 * Players that leave out the edit list, or know a half of it, as Firefox does, show what it hides. So pictures before the first one that is
 * shown last one unit each, and that one begins at the moment itself. Decoding times are the times of display in ascending order.
 */
function retimePicture(track: ClipTrack, { first, end }: SampleRange, from: number): RetimedSamples {
  const factor = Math.max(1, Math.ceil(FINE_RATE_MIN / track.timescale));
  const times = Float64Array.from({ length: end - first }, (_, index) => timeOf(track, first + index));
  const order = Uint32Array.from(times, (_, index) => index).toSorted(
    (a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b,
  );
  const before = Math.max(
    order.findLastIndex((index) => (times[index] ?? 0) <= from),
    0,
  );
  const shown = new Float64Array(times.length);
  for (const [place, index] of order.entries())
    shown[index] = place <= before ? place : before + Math.round(((times[index] ?? 0) - from) * factor);
  const decoded = shown.toSorted();
  const delay = shown.reduce((most, time, index) => Math.max(most, (decoded[index] ?? 0) - time), 0);
  const last = Math.max(sampleDelta(track.samples, end - 1), 1) * factor;
  return {
    timescale: track.timescale * factor,
    begin: before + delay,
    deltas: Uint32Array.from(decoded, (time, index) =>
      index + 1 < decoded.length ? (decoded[index + 1] ?? 0) - time : last,
    ),
    compositions: Int32Array.from(shown, (time, index) => time - (decoded[index] ?? 0) + delay),
  };
}

const movieTime = (ms: number) => Math.round((ms * MOVIE_RATE) / 1000);

/** When a sample is shown. */
function timeOf({ samples, composition }: ClipTrack, sample: number): number {
  return sampleTime(samples, sample) + composition(sample);
}

/** Called for each sample that is looked at. */
type Look = () => void;

function samplesOf(
  track: ClipTrack,
  { from, until }: { from: number; until: number },
  look: Look,
): Omit<SampleRange, "start"> | null {
  const { samples, timescale } = track;
  if (samples.count === 0) return null;
  if (track.handler === "soun") {
    if (from >= samples.duration) return null;
    const preroll = Math.round((track.prerollMs * timescale) / 1000);
    const heard = firstPiece(track, sampleAt(samples, from), look);
    // At least one frame before: AAC needs it, and other codecs accept it.
    const before = firstPiece(track, sampleAt(samples, Math.max(sampleTime(samples, heard) - preroll, 0)), look);
    const first = Math.min(before, firstPiece(track, Math.max(heard - 1, 0), look));
    return { first, end: sampleAt(samples, until - 1) + 1 };
  }
  const first = beginningOf(track, from, look);
  // Samples stand in decoding order, and one that is shown in the range may follow some that are shown after it.
  let end = first;
  const decodedBefore = until + REORDER_MS_MAX * (timescale / 1000);
  for (let sample = first; sample < samples.count; sample++) {
    look();
    if (sampleTime(samples, sample) >= decodedBefore) break;
    if (timeOf(track, sample) < until) end = sample + 1;
  }
  return end === first ? null : { first, end };
}

/** The last key sample that is shown at a time, or one that is shown later where there is none near it. */
function beginningOf(track: ClipTrack, time: number, look: Look): number {
  const { samples, timescale } = track;
  const at = sampleAt(samples, time);
  const earliest = time - (CLIP_PICTURE_LEAD_MS_MAX * timescale) / 1000;
  for (let sample = at; sample >= 0 && sampleTime(samples, sample) >= earliest; sample--) {
    look();
    if (track.isKey(sample) && timeOf(track, sample) <= time) return sample;
  }
  let later = sampleTime(samples, at) < earliest ? at + 1 : at;
  while (later < samples.count && !track.isKey(later)) {
    look();
    later++;
  }
  return later;
}

/** A sample may be shown this much before its decoding time, where a writer gives negative differences. */
const REORDER_MS_MAX = 1000;

function firstPiece({ samples, inPieces }: ClipTrack, sample: number, look: Look): number {
  if (!inPieces) return sample;
  let first = sample;
  while (first > 0 && sampleDelta(samples, first - 1) === 0) {
    look();
    first--;
  }
  return first;
}

/** Adds samples to those of the clip, or finds them there: parts of an edit list may play a stretch again, or join one. */
function place({ samples }: ClipTrack, runs: SampleRange[], range: Omit<SampleRange, "start">): SampleRange {
  const last = runs.at(-1);
  if (last !== undefined && range.first >= last.first && range.first <= last.end) {
    last.end = Math.max(last.end, range.end);
    return last;
  }
  const start = last === undefined ? 0 : last.start + sampleTime(samples, last.end) - sampleTime(samples, last.first);
  const run = { ...range, start };
  runs.push(run);
  // An edit list may play a stretch any number of times.
  if (runs.reduce((sum, { first, end }) => sum + end - first, 0) > CLIP_SAMPLES_MAX) refuse("hostile");
  return run;
}
