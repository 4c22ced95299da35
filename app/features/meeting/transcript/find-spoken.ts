import type { SegmentView } from "#app/features/meeting/live/live-view.ts";

/** Breath between two segments in which the last one still counts as being spoken, so that its mark does not flicker. */
const BREATH_MS = 1200;

/** Index of the last segment that starts at or before `ms`, or -1. Binary search: 8,000 segments, four times a second. */
export function lastStartedAt(segments: readonly SegmentView[], ms: number): number {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const segment = segments[middle];
    if (segment && segment.startMs <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The segment that is being spoken at `ms` of the recording, or null in silence. Segments are ordered by start. */
export function findSpoken(segments: readonly SegmentView[], ms: number): SegmentView | null {
  const segment = segments[lastStartedAt(segments, ms)];
  return segment && ms < segment.endMs + BREATH_MS ? segment : null;
}
