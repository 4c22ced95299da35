import type { Edit } from "#app/media/mp4/read-track-header.ts";
import type { SampleTable } from "#app/media/mp4/sample-table.ts";

/**
 * A stretch of a track that is played unchanged: from `mediaStart` to `mediaEnd` (the track's units) at `startMs` of the presentation.
 * Nearly every recording is one such part; an edited one has a few, with gaps or cuts between them.
 */
export type TimelinePart = { startMs: number; mediaStart: number; mediaEnd: number };

/**
 * Applies the edit list to a track's media. Without one, the media is played from its beginning; after empty edits alone (a delay whose
 * second entry was never written) the media follows them, as in players.
 */
export function layOutTimeline(edits: readonly Edit[], timescale: number, mediaDuration: number): TimelinePart[] {
  if (mediaDuration === 0) return [];
  const parts: TimelinePart[] = [];
  let atMs = 0;
  if (edits.every(({ mediaTime }) => mediaTime === null)) {
    for (const { durationMs } of edits) atMs += durationMs;
    return [{ startMs: atMs, mediaStart: 0, mediaEnd: mediaDuration }];
  }
  for (const [index, edit] of edits.entries()) {
    const startMs = atMs;
    atMs += edit.durationMs;
    if (edit.mediaTime === null || edit.mediaTime >= mediaDuration) continue;
    // A last edit of no length means "to the end", for writers that did not know it yet.
    const toEnd = edit.durationMs === 0 && index === edits.length - 1;
    const length = toEnd ? mediaDuration : Math.round((edit.durationMs * timescale) / 1000);
    const mediaEnd = toEnd ? mediaDuration : Math.min(edit.mediaTime + length, mediaDuration);
    // An edit that begins before the media does shows nothing until the media begins.
    const mediaStart = Math.max(edit.mediaTime, 0);
    const lateMs = ((mediaStart - edit.mediaTime) * 1000) / timescale;
    if (mediaEnd > mediaStart) parts.push({ startMs: startMs + lateMs, mediaStart, mediaEnd });
  }
  return parts;
}

export function partEndMs(part: TimelinePart, timescale: number): number {
  return part.startMs + ((part.mediaEnd - part.mediaStart) * 1000) / timescale;
}

/** The end of the last part, in milliseconds of the presentation. */
export function timelineEndMs(parts: readonly TimelinePart[], timescale: number): number {
  return parts.reduce((end, part) => Math.max(end, partEndMs(part, timescale)), 0);
}

/** The start of a sample in the track's units; for the sample after the last, the end of the track. */
export function sampleTime(table: SampleTable, sample: number): number {
  if (sample >= table.count) return table.duration;
  const run = lastAtOrBefore(table.runSamples, sample);
  return (table.runTimes[run] ?? 0) + (sample - (table.runSamples[run] ?? 0)) * (table.runDeltas[run] ?? 0);
}

/** The sample that is played at a time; from the end on, the last one. */
export function sampleAt(table: SampleTable, time: number): number {
  const run = lastAtOrBefore(table.runTimes, time);
  const delta = table.runDeltas[run] ?? 0;
  const inRun = delta === 0 ? 0 : Math.floor((time - (table.runTimes[run] ?? 0)) / delta);
  const runEnd = run + 1 < table.runSamples.length ? (table.runSamples[run + 1] ?? 0) : table.count;
  return Math.min((table.runSamples[run] ?? 0) + Math.max(inRun, 0), runEnd - 1);
}

/** The length of a sample in the track's units. */
export function sampleDelta(table: SampleTable, sample: number): number {
  return table.runDeltas[lastAtOrBefore(table.runSamples, sample)] ?? 0;
}

function lastAtOrBefore(ascending: Uint32Array | Float64Array, value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ascending[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
