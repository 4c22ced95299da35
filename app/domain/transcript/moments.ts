import type { Segment } from "#app/domain/transcript/segment.ts";

/** A moment that proves a line: its start, and the consecutive segments from there on. */
export type Moment = { startMs: number; segmentIds: string[] };

/** More marks than this next to one line do not help readers. */
const MARKS_PER_LINE_MAX = 3;

/**
 * Tells whether a recording of `durationMs` can be played from a moment. Captions and given transcripts may go on after the
 * recording ends: their text stays without a play button. Every moment can be played when the length is unknown (null).
 */
export function isInRecording(startMs: number, durationMs: number | null): boolean {
  return durationMs === null || startMs < durationMs;
}

export type Places = ReadonlyMap<string, { index: number; startMs: number }>;

/** Returns the position of each segment; built once per transcript. */
export function placeSegments(segments: readonly Segment[]): Places {
  return new Map(segments.map(({ id, startMs }, index) => [id, { index, startMs }]));
}

/**
 * Returns the moments of a line. Consecutive segments are one moment; ids that the transcript does not contain (any more) prove
 * nothing and are left out.
 */
export function momentsOf(segmentIds: readonly string[], places: Places): Moment[] {
  const found = [...new Set(segmentIds)]
    .flatMap((id) => {
      const place = places.get(id);
      return place ? [{ id, ...place }] : [];
    })
    .sort((a, b) => a.index - b.index);
  const moments: Moment[] = [];
  let before = Number.NaN;
  for (const { id, index, startMs } of found) {
    if (index === before + 1) moments.at(-1)?.segmentIds.push(id);
    else moments.push({ startMs, segmentIds: [id] });
    before = index;
  }
  return moments.slice(0, MARKS_PER_LINE_MAX);
}
