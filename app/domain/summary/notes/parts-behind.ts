import type { Paragraph } from "#app/domain/summary/notes/paragraph.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { SegmentId } from "#app/domain/transcript/segment.ts";

/** Shorter words stand in every paragraph. */
const LETTERS_MIN = 4;
/** A second paragraph belongs to a line when it has so much of it, compared with the best one. */
const SECOND_MIN = 0.75;

/**
 * Returns the segments of the paragraphs that a line was written from: those which share most of its words, rare ones before common ones.
 * Line and paragraphs are the same model's words in the same language, whatever language was spoken.
 */
export function partsBehind(line: string, paragraphs: readonly Paragraph[]): SegmentId[] {
  const words = new Set(foldedWords(line).filter((word) => word.length >= LETTERS_MIN || /\d/u.test(word)));
  const texts = paragraphs.map(({ text }) => new Set(foldedWords(text)));
  const weightOf = (word: string) => 1 / Math.max(1, texts.filter((text) => text.has(word)).length);
  const scores = texts.map((text) => [...words].reduce((sum, word) => sum + (text.has(word) ? weightOf(word) : 0), 0));
  const best = Math.max(0, ...scores);
  if (best === 0) return [];
  const chosen = paragraphs.filter((_, index) => (scores[index] ?? 0) >= best * SECOND_MIN);
  return chosen.slice(0, 2).flatMap(({ segmentIds }) => segmentIds);
}
