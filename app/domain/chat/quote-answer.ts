import type { AnswerLine } from "#app/domain/chat/exchange.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import { CHAT_QUOTES_MAX } from "#app/domain/limits/chat.ts";
import { choose } from "#app/domain/summary/extractive/choose.ts";
import { type Sentence, sentencesOf } from "#app/domain/summary/extractive/sentences.ts";
import type { Turns } from "#app/domain/turns.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/** Number of segments in which each stem of the question occurs, and the number of all segments. */
export type Frequencies = { segments: number; of: ReadonlyMap<string, number> };

/** Minimum share of the question's weight (rare words weigh more) that a quotation and its neighbours must contain. */
const COVERAGE_MIN = 0.45;
/** A sentence that covers less than this share of the best one's coverage is off topic. */
const BEST_SHARE_MIN = 0.6;
/** A match in the sentence before or after counts less than a match in the sentence itself. */
const NEIGHBOUR_WORTH = 0.5;
const QUOTES_WORDS_MAX = 160;
/** Of two sentences that fit equally well, a question says less. */
const QUESTION_FACTOR = 0.7;

/**
 * Returns the sentences that fit a question best, word for word, in the order of the meeting. Empty when the subject of the
 * question was not mentioned. `segments` are the passages that a search found, with their neighbours. A word of the question that
 * never occurs in the meeting counts against every passage, so that an unrelated question finds nothing.
 */
export function* quoteAnswer(input: {
  segments: readonly Segment[];
  stems: readonly string[];
  frequencies: Frequencies;
  language: MeetingLanguage;
}): Turns<AnswerLine[]> {
  const { segments, stems, frequencies, language } = input;
  if (stems.length === 0) return [];
  const worth = new Map(stems.map((stem) => [stem, rarity(stem, frequencies)]));
  const whole = [...worth.values()].reduce((sum, value) => sum + value, 0);
  const sentences = yield* sentencesOf(segments, language);
  const own = sentences.map((sentence) => sumOf(sentence, worth));
  const covered = sentences.map((_, index) => coverageAround(sentences, index, worth) / whole);
  const best = Math.max(0, ...covered);
  if (best < COVERAGE_MIN) return [];
  const weights = sentences.map((sentence, index) => {
    const fits = (own[index] ?? 0) > 0 && (covered[index] ?? 0) >= Math.max(COVERAGE_MIN, best * BEST_SHARE_MIN);
    return fits ? (own[index] ?? 0) * (sentence.text.endsWith("?") ? QUESTION_FACTOR : 1) : 0;
  });
  const chosen = yield* choose(sentences, {
    weights,
    sentencesMax: CHAT_QUOTES_MAX,
    wordsMax: QUOTES_WORDS_MAX,
    freeBeforeQuarters: null,
  });
  return chosen.map(({ text, segmentIds }) => ({ text, segmentIds }));
}

/** Inverse document frequency. A stem that was never said is the rarest. */
function rarity(stem: string, { segments, of }: Frequencies): number {
  return Math.log(1 + (segments + 1) / (1 + (of.get(stem) ?? 0)));
}

function sumOf(sentence: Sentence, worth: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const stem of new Set(sentence.stems)) sum += worth.get(stem) ?? 0;
  return sum;
}

function coverageAround(sentences: readonly Sentence[], index: number, worth: ReadonlyMap<string, number>): number {
  const own = new Set(sentences[index]?.stems);
  const near = new Set([...(sentences[index - 1]?.stems ?? []), ...(sentences[index + 1]?.stems ?? [])]);
  let sum = 0;
  for (const [stem, value] of worth) {
    if (own.has(stem)) sum += value;
    else if (near.has(stem)) sum += value * NEIGHBOUR_WORTH;
  }
  return sum;
}
