import type { Turns } from "#app/domain/turns.ts";
import type { Sentence } from "#app/domain/summary/extractive/sentences.ts";

export type Choice = {
  /** By sentence index; 0 excludes the sentence. */
  weights: readonly number[];
  sentencesMax: number;
  wordsMax: number;
  /** Number of sentences chosen from anywhere before each quarter without a sentence gets one; null: quarters do not matter. */
  freeBeforeQuarters: number | null;
  /** Share of a weight that is lost through likeness to a chosen sentence. */
  likenessCost: number;
};

const QUARTERS = 4;
/** For lists of answers, whose lines shall differ. */
export const LIKENESS_COST = 0.5;
/** Likeness from which two sentences say the same: the second is left out. */
const SAME_LIKENESS = 0.75;
/** Candidates considered in each quarter: the best are enough, and the choice stays fast for eight hours of talk. */
const CANDIDATES_MAX = 80;

/** Returns the best sentences that do not repeat each other, in the order of the meeting. */
export function* choose(sentences: readonly Sentence[], choice: Choice): Turns<Sentence[]> {
  const quarters = yield* candidatesByQuarter(sentences, choice);
  const chosen: Sentence[] = [];
  const left = { words: choice.wordsMax };
  const take = (pool: readonly Sentence[]): boolean => {
    const next = chosen.length < choice.sentencesMax ? best(pool, chosen, choice, left.words) : null;
    if (next === null) return false;
    chosen.push(next);
    left.words -= next.words;
    return true;
  };
  const all = quarters.flat();
  if (choice.freeBeforeQuarters !== null) {
    for (let count = 0; count < choice.freeBeforeQuarters; count += 1) take(all);
    for (const [quarter, pool] of quarters.entries()) {
      yield all.length;
      if (!chosen.some((sentence) => quarterOf(sentence) === quarter)) take(pool);
    }
  }
  while (take(all)) yield all.length;
  return chosen.toSorted((a, b) => a.index - b.index);
}

function quarterOf(sentence: Sentence): number {
  return Math.min(QUARTERS - 1, Math.floor(sentence.moment * QUARTERS));
}

/** Returns the heaviest sentences of each quarter, heaviest first; of equal ones the earliest first. */
function* candidatesByQuarter(sentences: readonly Sentence[], choice: Choice): Turns<Sentence[][]> {
  const weight = (sentence: Sentence) => choice.weights[sentence.index] ?? 0;
  const pools: Sentence[][] = Array.from({ length: QUARTERS }, () => []);
  for (const sentence of sentences) {
    yield 1;
    const pool = pools[quarterOf(sentence)];
    if (pool === undefined || weight(sentence) <= 0) continue;
    const last = pool.at(-1);
    if (pool.length === CANDIDATES_MAX && last !== undefined && weight(sentence) <= weight(last)) continue;
    let place = pool.length;
    while (place > 0 && weight(sentence) > weight(pool[place - 1] ?? sentence)) place -= 1;
    pool.splice(place, 0, sentence);
    if (pool.length > CANDIDATES_MAX) pool.pop();
  }
  return pools;
}

function best(
  pool: readonly Sentence[],
  chosen: readonly Sentence[],
  choice: Choice,
  wordsLeft: number,
): Sentence | null {
  let winner: Sentence | null = null;
  let winnerScore = 0;
  for (const sentence of pool) {
    const weight = choice.weights[sentence.index] ?? 0;
    if (weight <= winnerScore || sentence.words > wordsLeft || chosen.includes(sentence)) continue;
    const likeness = Math.max(0, ...chosen.map((other) => likenessOf(sentence, other)));
    const score = likeness >= SAME_LIKENESS ? 0 : weight * (1 - choice.likenessCost * likeness);
    if (score > winnerScore) {
      winner = sentence;
      winnerScore = score;
    }
  }
  return winner;
}

/** Returns the shared stems divided by the smaller set: a sentence that says part of another is similar to it. */
function likenessOf(one: Sentence, other: Sentence): number {
  const a = new Set(one.stems);
  const b = new Set(other.stems);
  if (a.size === 0 || b.size === 0) return 0;
  let shared = 0;
  for (const stem of a) if (b.has(stem)) shared += 1;
  return shared / Math.min(a.size, b.size);
}
