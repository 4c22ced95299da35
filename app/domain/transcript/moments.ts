import type { Segment } from "#app/domain/transcript/segment.ts";

/** A moment that proves a line: where it starts, and the segments that are spoken from there on. */
export type Moment = { startMs: number; segmentIds: string[] };

/** More marks than this beside one line say less, not more. */
const MARKS_PER_LINE_MAX = 3;

/**
 * Whether a recording that lasts `durationMs` can be played from a moment. Captions and given transcripts may go on after the
 * recording ends: their text stays, and offers nothing to play. Of a length that is not known (null) every moment can be.
 */
export function isInRecording(startMs: number, durationMs: number | null): boolean {
  return durationMs === null || startMs < durationMs;
}

export type Places = ReadonlyMap<string, { index: number; startMs: number }>;

/** Where each segment stands, to be made once for a transcript. */
export function placeSegments(segments: readonly Segment[]): Places {
  return new Map(segments.map(({ id, startMs }, index) => [id, { index, startMs }]));
}

/**
 * The moments of a line. Segments that follow one another are one moment; ids that the transcript does not have (any
 * more) prove nothing and are left out.
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
