import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { Segment, SegmentId } from "#app/domain/transcript/segment.ts";

/** Shorter words stand in every segment. */
const LETTERS_MIN = 4;

/**
 * Returns the segments of a note's lines that share most of its words. A line of the question joins a whole turn, and what somebody promised
 * in its first sentence is no proof of its last one. All of them where no word is shared: the note is in another language.
 */
export function notePlaces(
  { text, segmentIds }: { text: string; segmentIds: readonly SegmentId[] },
  segments: ReadonlyMap<SegmentId, Pick<Segment, "text">>,
): SegmentId[] {
  const words = new Set(foldedWords(text).filter((word) => word.length >= LETTERS_MIN || /\d/u.test(word)));
  const shared = segmentIds.map(
    (id) => new Set(foldedWords(segments.get(id)?.text ?? "").filter((word) => words.has(word))).size,
  );
  const best = Math.max(0, ...shared);
  return segmentIds.filter((_, at) => best === 0 || (shared[at] ?? 0) * 2 >= best);
}
