import { PAGE_EXCERPT_SEGMENTS, PAGE_TRANSCRIPT_SEGMENTS_MAX } from "#app/domain/limits/screens.ts";
import { groupTurns, type Turn } from "#app/domain/transcript/group-turns.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/** Data about a long transcript that a page has before it loads the whole: enough for its minutes, its names and its scale. */
export type TranscriptOutline = {
  /** `count`: segments of the whole transcript. `from`: segments before the excerpt. */
  count: number;
  from: number;
  endMs: number;
  /** Speakers in the order of their first words, with their speaking time. */
  speakers: { name: string; spokenMs: number }[];
  /** Positions of the segments that the summary cites: id, index, startMs. */
  places: [id: string, index: number, startMs: number][];
  /** Starts of the excerpts before and after this one, in ms; null at the ends. For pages without JavaScript. */
  earlierMs: number | null;
  laterMs: number | null;
};

/** Segments of context before the requested moment. */
const CONTEXT_SEGMENTS = 12;

/**
 * Returns the excerpt of a long transcript that a page shows first: whole turns around `atMs`. Null when the transcript is short
 * enough to be sent whole.
 */
export function excerptOf(
  segments: readonly Segment[],
  { atMs, cited }: { atMs: number; cited: ReadonlySet<string> },
): { outline: TranscriptOutline; segments: Segment[] } | null {
  if (segments.length <= PAGE_TRANSCRIPT_SEGMENTS_MAX) return null;
  const asked = segments.findLastIndex(({ startMs }) => startMs <= atMs);
  const from = turnStart(groupTurns(segments), Math.max(0, asked - CONTEXT_SEGMENTS));
  // A turn lasts a minute at most, so the excerpt is hardly longer than planned.
  const to = Math.min(segments.length, Math.max(from, asked) + PAGE_EXCERPT_SEGMENTS - CONTEXT_SEGMENTS);
  const later = segments[to];
  const earlier = from > 0 ? segments[Math.max(0, from - PAGE_EXCERPT_SEGMENTS + 2 * CONTEXT_SEGMENTS)] : undefined;
  return {
    outline: {
      count: segments.length,
      from,
      endMs: segments.at(-1)?.endMs ?? 0,
      speakers: [...sumSpeakers(segments)].map(([name, spokenMs]) => ({ name, spokenMs })),
      places: segments.flatMap(({ id, startMs }, index): TranscriptOutline["places"] =>
        cited.has(id) ? [[id, index, startMs]] : [],
      ),
      earlierMs: earlier?.startMs ?? null,
      laterMs: later?.startMs ?? null,
    },
    segments: segments.slice(from, to),
  };
}

/**
 * Returns the index of the first segment of the turn that contains the segment at `index`, or of the last turn before it that
 * names its speaker. The excerpt then begins at a paragraph of the whole transcript, and every text keeps its speaker's name.
 */
function turnStart(turns: readonly Turn[], index: number): number {
  let start = 0;
  let found = 0;
  for (const turn of turns) {
    if (start > index) break;
    if (turn.named || turn.speaker === null) found = start;
    start += turn.segments.length;
  }
  return Math.max(found, index - PAGE_EXCERPT_SEGMENTS);
}

/** Returns the speakers in the order of their first words, with their speaking time in ms. Only names that the source gave. */
export function sumSpeakers(segments: readonly Segment[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { speaker, startMs, endMs } of segments) {
    if (speaker !== null) sums.set(speaker, (sums.get(speaker) ?? 0) + Math.max(0, endMs - startMs));
  }
  return sums;
}
