import type { Sentence } from "#app/domain/summary/extractive/sentences.ts";

export type Choice = {
  weights: readonly number[];
  sentencesMax: number;
  wordsMax: number;
  exclude?: ReadonlySet<number>;
  quarters: boolean;
};

const QUARTERS = 4;
/** How much likeness to what is already chosen costs. */
const LIKENESS_COST = 0.7;
/** Candidates looked at in each quarter: the best suffice, and the choice stays fast over eight hours. */
const CANDIDATES_MAX = 60;

/**
 * The best sentences that do not say the same, in the order of the meeting. With `quarters` every quarter of the meeting
 * is heard before any is heard again.
 */
export function choose(sentences: readonly Sentence[], choice: Choice): Sentence[] {
  const chosen: Sentence[] = [];
  const pools = poolsOf(sentences, choice);
  let words = 0;
  let turn = 0;
  while (chosen.length < choice.sentencesMax && pools.some((pool) => pool.length > 0)) {
    const pool = pools[turn % pools.length] ?? [];
    turn += 1;
    const next = takeBest(pool, chosen, choice, choice.wordsMax - words);
    if (next === null) continue;
    chosen.push(next);
    words += next.words;
  }
  return chosen.toSorted((a, b) => a.index - b.index);
}

function poolsOf(sentences: readonly Sentence[], choice: Choice): Sentence[][] {
  const count = choice.quarters ? QUARTERS : 1;
  const pools: Sentence[][] = Array.from({ length: count }, () => []);
  for (const sentence of sentences) {
    const weight = choice.weights[sentence.index] ?? 0;
    if (weight <= 0 || choice.exclude?.has(sentence.index)) continue;
    pools[Math.min(count - 1, Math.floor(sentence.moment * count))]?.push(sentence);
  }
  const weight = (sentence: Sentence) => choice.weights[sentence.index] ?? 0;
  return pools.map((pool) =>
    pool.toSorted((a, b) => weight(b) - weight(a)).slice(0, CANDIDATES_MAX * (choice.quarters ? 1 : QUARTERS)),
  );
}

/** Takes the best remaining sentence out of the pool; a pool with nothing that fits is emptied. */
function takeBest(pool: Sentence[], chosen: readonly Sentence[], choice: Choice, wordsLeft: number): Sentence | null {
  let best = -1;
  let bestScore = 0;
  pool.forEach((sentence, index) => {
    if (sentence.words > wordsLeft) return;
    const likeness = Math.max(0, ...chosen.map((other) => likenessOf(sentence, other)));
    const score = (choice.weights[sentence.index] ?? 0) * (1 - LIKENESS_COST * likeness);
    if (likeness < 0.6 && score > bestScore) {
      best = index;
      bestScore = score;
    }
  });
  if (best >= 0) return pool.splice(best, 1)[0] ?? null;
  pool.length = 0;
  return null;
}

/** Shared stems by the smaller set: a sentence that says part of another is like it. */
export function likenessOf(one: Sentence, other: Sentence): number {
  const a = new Set(one.stems);
  const b = new Set(other.stems);
  if (a.size === 0 || b.size === 0) return 0;
  let shared = 0;
  for (const stem of a) if (b.has(stem)) shared += 1;
  return shared / Math.min(a.size, b.size);
}
