import type { SegmentView } from "#app/features/meeting/live/live-view.ts";

/** A stretch of the recording in which nobody speaks, in ms. */
export type Silence = { startMs: number; endMs: number };

/** A shorter pause belongs to talk. */
const SILENCE_MS_MIN = 2000;
/** What is heard of a silence at its beginning and before its end, so that no word is cut into. */
const TAIL_MS = 400;
const LEAD_MS = 300;

/**
 * The silences between the segments, and before the first one. Not after the last: a recording ends where it ends. Where
 * there is no text yet (`gaps`) nothing is known, and nothing is skipped.
 */
export function findSilences(segments: readonly SegmentView[], gaps: readonly Silence[]): Silence[] {
  const silences: Silence[] = [];
  let heardMs = 0;
  for (const { startMs, endMs } of segments) {
    if (startMs - heardMs > SILENCE_MS_MIN) silences.push({ startMs: heardMs, endMs: startMs });
    heardMs = Math.max(heardMs, endMs);
  }
  return silences.filter((silence) => !gaps.some((gap) => gap.startMs < silence.endMs && gap.endMs > silence.startMs));
}

/** Where playing goes on from a moment in a silence, in ms; null where there is something to hear. */
export function skipFrom(silences: readonly Silence[], ms: number): number | null {
  let low = 0;
  let high = silences.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((silences[middle]?.startMs ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  const silence = silences[low - 1];
  if (!silence || ms < silence.startMs + (silence.startMs === 0 ? 0 : TAIL_MS)) return null;
  const to = silence.endMs - LEAD_MS;
  // A jump that saves less than it startles is none.
  return to - ms > TAIL_MS ? to : null;
}
