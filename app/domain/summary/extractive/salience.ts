import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { hasCue, isCutOff, leansOnOthers } from "#app/domain/summary/extractive/cues.ts";
import { interestOf } from "#app/domain/summary/extractive/features.ts";
import type { Turns } from "#app/domain/turns.ts";
import type { Sentence } from "#app/domain/summary/extractive/sentences.ts";

/** A stem in a larger share of the sentences is small talk of this meeting; a stem said only once is an accident. */
const COMMON_SHARE_MAX = 0.2;
const COMMON_SENTENCES_MIN = 3;
const REPEATED_MIN = 2;
/** Length in words of a sentence that can stand alone and is readable. */
const WORDS_MIN = 6;
const WORDS_MAX = 45;
/** Added to the length by which a weight is divided, so that short sentences do not win by being short. */
const LENGTH_SMOOTHING = 8;
/** People say at the start what a meeting is about: the weight falls from double to single over this share of the meeting. */
const OPENING_SHARE = 0.15;
const AGENDA_FACTOR = 1.3;
const PLAN_FACTOR = 1.25;
const QUESTION_FACTOR = 0.5;
const LEANING_FACTOR = 0.8;
const CUT_OFF_FACTOR = 0.3;

/**
 * Returns the importance of each sentence, by index: the weight of the terms that the meeting repeats (tf·idf centroid) per word,
 * higher at the opening and in sentences about the meeting itself. The factors were chosen on twelve public meetings
 * (tests/bench/summary).
 */
export function* salienceOf(sentences: readonly Sentence[], language: MeetingLanguage): Turns<number[]> {
  const weights = yield* centralityOf(sentences, language);
  const interest = yield* interestOf(sentences, weights, language);
  return weights.map((weight, index) => weight * (interest[index] ?? 1));
}

/** Returns the weights without what features.ts adds. */
export function* centralityOf(sentences: readonly Sentence[], language: MeetingLanguage): Turns<number[]> {
  const stems = yield* stemWeights(sentences);
  const weights: number[] = [];
  for (const sentence of sentences) {
    yield sentence.text.length;
    weights.push(weightOf(sentence, stems, language));
  }
  return weights;
}

function* stemWeights(sentences: readonly Sentence[]): Turns<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const spread = new Map<string, number>();
  for (const sentence of sentences) {
    yield sentence.text.length / 2;
    for (const stem of sentence.stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    for (const stem of new Set(sentence.stems)) spread.set(stem, (spread.get(stem) ?? 0) + 1);
  }
  const commonMax = Math.max(COMMON_SENTENCES_MIN, sentences.length * COMMON_SHARE_MAX);
  const weights = new Map<string, number>();
  for (const [stem, count] of counts) {
    const inSentences = spread.get(stem) ?? 1;
    if (count < REPEATED_MIN || inSentences > commonMax) continue;
    weights.set(stem, (1 + Math.log(count)) * Math.log(1 + sentences.length / inSentences));
  }
  return weights;
}

function weightOf(sentence: Sentence, stems: ReadonlyMap<string, number>, language: MeetingLanguage): number {
  const { text, words, moment } = sentence;
  if (words < WORDS_MIN || words > WORDS_MAX) return 0;
  let sum = 0;
  for (const stem of new Set(sentence.stems)) sum += stems.get(stem) ?? 0;
  let weight = (sum / (words + LENGTH_SMOOTHING)) * (1 + Math.max(0, 1 - moment / OPENING_SHARE));
  if (hasCue(text, "aboutMeeting", language)) weight *= AGENDA_FACTOR;
  if (hasCue(text, "planning", language)) weight *= PLAN_FACTOR;
  if (text.endsWith("?")) weight *= QUESTION_FACTOR;
  if (leansOnOthers(text, language)) weight *= LEANING_FACTOR;
  if (isCutOff(text, language)) weight *= CUT_OFF_FACTOR;
  return weight;
}
