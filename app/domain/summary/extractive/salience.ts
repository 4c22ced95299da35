import type { Sentence } from "#app/domain/summary/extractive/sentences.ts";

/** How much each stem says about this meeting, and how much each sentence does (by index). */
export type Salience = { stems: ReadonlyMap<string, number>; sentences: readonly number[] };

/** A stem in more sentences than this share is small talk of this meeting, in fewer than this many an accident. */
const COMMON_SHARE_MAX = 0.2;
const REPEATED_MIN = 2;
/** Sentences that can stand alone. */
const WORDS_MIN = 6;
const WORDS_COMFORTABLE_MIN = 10;
const WORDS_COMFORTABLE_MAX = 32;

/**
 * Weights a sentence by the terms that the meeting keeps coming back to (tf·idf centroid), normalised so that neither
 * very short nor very long sentences win by their length.
 */
export function salienceOf(sentences: readonly Sentence[]): Salience {
  const counts = new Map<string, number>();
  const spread = new Map<string, number>();
  for (const sentence of sentences) {
    for (const stem of sentence.stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    for (const stem of new Set(sentence.stems)) spread.set(stem, (spread.get(stem) ?? 0) + 1);
  }
  const stems = new Map<string, number>();
  for (const [stem, count] of counts) {
    const inSentences = spread.get(stem) ?? 1;
    if (count < REPEATED_MIN || inSentences > Math.max(3, sentences.length * COMMON_SHARE_MAX)) continue;
    stems.set(stem, (1 + Math.log(count)) * Math.log(1 + sentences.length / inSentences));
  }
  return { stems, sentences: sentences.map((sentence) => weightOf(sentence, stems)) };
}

function weightOf(sentence: Sentence, stems: ReadonlyMap<string, number>): number {
  if (sentence.words < WORDS_MIN) return 0;
  let sum = 0;
  for (const stem of new Set(sentence.stems)) sum += stems.get(stem) ?? 0;
  const dense = sum / (sentence.words + 8) ** 0.6;
  return dense * lengthFactor(sentence.words) * (sentence.text.endsWith("?") ? 0.5 : 1);
}

function lengthFactor(words: number): number {
  if (words < WORDS_COMFORTABLE_MIN) return words / WORDS_COMFORTABLE_MIN;
  return words > WORDS_COMFORTABLE_MAX ? WORDS_COMFORTABLE_MAX / words : 1;
}
