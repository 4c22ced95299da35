import { PAGE_EXCERPT_SEGMENTS, PAGE_TRANSCRIPT_SEGMENTS_MAX } from "#app/domain/limits/screens.ts";
import { groupTurns, type Turn } from "#app/domain/transcript/group-turns.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/** What a page knows of a long transcript before it has the whole: enough for its minutes, its names and its scale. */
export type TranscriptOutline = {
  /** Segments of the whole transcript, and how many stand before the excerpt. */
  count: number;
  from: number;
  endMs: number;
  /** Who speaks, in the order of their first words, and for how long. */
  speakers: { name: string; spokenMs: number }[];
  /** Where the segments stand that the summary points at: id, index, startMs. */
  places: [id: string, index: number, startMs: number][];
  /** Where the excerpts before and after this one begin, in ms; null at the ends. For pages without JavaScript. */
  earlierMs: number | null;
  laterMs: number | null;
};

/** Segments of context before the moment that was asked for. */
const CONTEXT_SEGMENTS = 12;

/**
 * The excerpt of a long transcript that a page shows first: whole turns around `atMs`. Null where the transcript is short
 * enough to be sent as it is.
 */
export function excerptOf(
  segments: readonly Segment[],
  { atMs, cited }: { atMs: number; cited: ReadonlySet<string> },
): { outline: TranscriptOutline; segments: Segment[] } | null {
  if (segments.length <= PAGE_TRANSCRIPT_SEGMENTS_MAX) return null;
  const asked = segments.findLastIndex(({ startMs }) => startMs <= atMs);
  const from = turnStart(groupTurns(segments), Math.max(0, asked - CONTEXT_SEGMENTS));
  // A turn ends after a minute at the latest, so the excerpt is hardly longer than it should be.
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
 * Index of the first segment of the turn that the segment at `index` is in, or of the last turn before it that names its
 * speaker: the excerpt begins where the whole transcript begins a paragraph too, and nobody's words lose their name.
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

/** Who speaks, in the order of their first words, and for how long in ms. Only names that the source gave. */
export function sumSpeakers(segments: readonly Segment[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { speaker, startMs, endMs } of segments) {
    if (speaker !== null) sums.set(speaker, (sums.get(speaker) ?? 0) + Math.max(0, endMs - startMs));
  }
  return sums;
}
