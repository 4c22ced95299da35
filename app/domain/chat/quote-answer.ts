import type { AnswerLine } from "#app/domain/chat/exchange.ts";
import { hasForm, type Intent } from "#app/domain/chat/question-forms.ts";
import type { Question, Term } from "#app/domain/chat/read-question.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import { CHAT_NEAREST_LINES, CHAT_QUOTES_MAX } from "#app/domain/limits/minutes.ts";
import { choose, LIKENESS_COST } from "#app/domain/summary/extractive/choose.ts";
import { type Sentence, sentencesOf } from "#app/domain/summary/extractive/sentences.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import type { Turns } from "#app/domain/turns.ts";

/** Number of segments in which each stem of the question occurs, and the number of all segments. */
export type Frequencies = { segments: number; of: ReadonlyMap<string, number> };

/** Quotations, and whether they are about what was asked; if not, they are the nearest lines. */
export type Quoted = { lines: AnswerLine[]; isAbout: boolean };

/** Minimum share of the question's weight (rare words weigh more) that the best quotation and its neighbours must contain. */
const COVERAGE_MIN = 0.4;
/** A sentence whose score is below this share of the best one's is off topic. */
const BEST_SHARE_MIN = 0.45;
/** A match one or two sentences away counts less than a match in the sentence itself. */
const NEIGHBOUR_WORTH = [0.4, 0.2] as const;
/** A word with a related meaning ("cost" for "price") counts less than the word itself. */
const RELATED_WORTH = 0.6;
/** A sentence with the form of the answer counts more: once for one form, at most for two. */
const FORM_BONUS = 0.6;
const FORM_BONUS_MAX = 1.2;
/** Words of the person that the question names count more. */
const SPEAKER_BONUS = 0.7;
const QUOTES_WORDS_MAX = 200;
/** Of two sentences that fit equally well, a question says less, and so does a sentence of one word. */
const QUESTION_FACTOR = 0.6;
const SHORT_FACTOR = 0.7;
const SHORT_STEMS = 2;

type Asked = {
  question: Question;
  worth: readonly (readonly [Term, number])[];
  whole: number;
  language: MeetingLanguage;
};

/**
 * Returns the sentences that fit a question best, word for word, in the order of the meeting; when none is about it, the nearest
 * ones. `segments` are the passages that a search found, with their neighbours. The words of the question weigh by their rarity
 * (inverse document frequency); one that nobody said weighs no more than the rarest word that somebody said, so that it can
 * lower the trust in an answer but cannot hide it.
 */
export function* quoteAnswer(input: {
  segments: readonly Segment[];
  question: Question;
  frequencies: Frequencies;
  language: MeetingLanguage;
}): Turns<Quoted> {
  const { segments, question, frequencies, language } = input;
  if (question.terms.length === 0) return { lines: [], isAbout: false };
  const worth = question.terms.map((term) => [term, rarity(term, frequencies)] as const);
  const asked: Asked = { question, worth, whole: wholeOf(worth, frequencies), language };
  const sentences = yield* sentencesOf(segments, language);
  const matches = sentences.map((sentence) => matchesOf(sentence, worth));
  const covered: number[] = [];
  const scores: number[] = [];
  for (const [index, sentence] of sentences.entries()) {
    yield sentence.text.length;
    const coverage = coverageAround(matches, index, asked);
    covered.push(coverage);
    scores.push(coverage === 0 ? 0 : coverage * factorOf(sentence, ownShare(matches[index]), asked));
  }
  const best = Math.max(0, ...scores);
  if (best === 0) return { lines: [], isAbout: false };
  const isAbout = Math.max(0, ...covered) >= COVERAGE_MIN;
  const chosen = yield* choose(sentences, {
    weights: scores.map((score) => (score >= best * BEST_SHARE_MIN || !isAbout ? score : 0)),
    sentencesMax: isAbout ? CHAT_QUOTES_MAX : CHAT_NEAREST_LINES,
    wordsMax: QUOTES_WORDS_MAX,
    freeBeforeQuarters: null,
    likenessCost: LIKENESS_COST,
  });
  return { lines: chosen.map(({ text, segmentIds }) => ({ text, segmentIds })), isAbout };
}

/** Inverse document frequency of the word that was said most; 0 when none was said. */
function rarity({ stems, related }: Term, { segments, of }: Frequencies): number {
  const count = (some: readonly string[]) => Math.max(0, ...some.map((stem) => of.get(stem) ?? 0));
  const said = count(stems) || count(related);
  return said === 0 ? 0 : Math.log(1 + (segments + 1) / (1 + said));
}

function wholeOf(worth: Asked["worth"], { segments }: Frequencies): number {
  const rarest = Math.max(...worth.map(([, value]) => value)) || Math.log(2 + segments);
  return worth.reduce((sum, [, value]) => sum + (value === 0 ? rarest : value), 0);
}

/** The share of each term that a sentence says: 1, less for a related word, or 0. */
function matchesOf({ stems }: Sentence, worth: Asked["worth"]): number[] {
  const said = new Set(stems);
  return worth.map(([{ stems: own, related }]) =>
    own.some((stem) => said.has(stem)) ? 1 : related.some((stem) => said.has(stem)) ? RELATED_WORTH : 0,
  );
}

function ownShare(matches: readonly number[] | undefined): number {
  return Math.max(0, ...(matches ?? []));
}

function coverageAround(matches: readonly (readonly number[])[], index: number, { worth, whole }: Asked): number {
  let sum = 0;
  for (const [term, [, value]] of worth.entries()) {
    let found = matches[index]?.[term] ?? 0;
    for (const [step, share] of NEIGHBOUR_WORTH.entries()) {
      const near = Math.max(matches[index - step - 1]?.[term] ?? 0, matches[index + step + 1]?.[term] ?? 0);
      found = Math.max(found, near * share);
    }
    sum += value * found;
  }
  return sum / whole;
}

function factorOf(sentence: Sentence, own: number, { question, language }: Asked): number {
  const { intents, speakers } = question;
  const forms = [...intents].filter((intent: Intent) => hasForm(sentence.text, intent, language)).length;
  // Without a word of the question and without its form, a sentence is only the neighbour of an answer.
  if (own === 0 && forms === 0) return 0;
  let factor = 1 + Math.min(FORM_BONUS_MAX, forms * FORM_BONUS);
  if (sentence.speaker !== null && speakers.includes(sentence.speaker)) factor += SPEAKER_BONUS;
  if (sentence.text.endsWith("?")) factor *= QUESTION_FACTOR;
  if (sentence.stems.length < SHORT_STEMS) factor *= SHORT_FACTOR;
  return factor;
}
