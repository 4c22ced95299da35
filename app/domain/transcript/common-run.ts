import type { TimedToken } from "#app/domain/transcript/timed-tokens.ts";

/** `length` words that both sides share: from `left` in the first, from `right` in the second. */
export type Run = { left: number; right: number; length: number };

/**
 * Tolerated difference between two times of one word: an engine's own times differ by little, interpolated ones by a few seconds.
 */
const TOLERANCE_EXACT_MS = 1500;
const TOLERANCE_INTERPOLATED_MS = 3000;
/**
 * `WORD_WORTH`: score of a common word whatever its time. `RUN_BELIEVED_WORDS`: a run of this length is accepted even if no time
 * is close, because times may be off and several equal words are not chance.
 */
const WORD_WORTH = 0.2;
const RUN_BELIEVED_WORDS = 3;

/**
 * Returns the best common run of two word lists, or null. Words count more the closer their times are: in "no, no, no, no" the
 * text alone cannot tell which "no" is which.
 */
export function bestRun(left: readonly TimedToken[], right: readonly TimedToken[]): Run | null {
  let best: Run | null = null;
  let bestScore = 0;
  for (let offset = 1 - right.length; offset < left.length; offset += 1) {
    for (const run of runsOnDiagonal(left, right, offset)) {
      const score = scoreOf(left, right, run);
      if (score > bestScore) {
        best = run;
        bestScore = score;
      }
    }
  }
  return best;
}

/** Returns the maximal runs of equal words at which left's index is right's plus `offset`. */
function runsOnDiagonal(left: readonly TimedToken[], right: readonly TimedToken[], offset: number): Run[] {
  const runs: Run[] = [];
  const end = Math.min(left.length, right.length + offset);
  let start = Math.max(0, offset);
  for (let index = start; index <= end; index += 1) {
    const same = index < end && left[index]?.folded === right[index - offset]?.folded;
    if (same) continue;
    if (index > start) runs.push({ left: start, right: start - offset, length: index - start });
    start = index + 1;
  }
  return runs;
}

function scoreOf(left: readonly TimedToken[], right: readonly TimedToken[], run: Run): number {
  let closeness = 0;
  let apart = 0;
  for (let index = 0; index < run.length; index += 1) {
    const one = left[run.left + index];
    const other = right[run.right + index];
    if (!one || !other) continue;
    const tolerance = one.exact && other.exact ? TOLERANCE_EXACT_MS : TOLERANCE_INTERPOLATED_MS;
    const distance = Math.abs(one.startMs + one.endMs - other.startMs - other.endMs) / 2 / tolerance;
    closeness += Math.max(0, 1 - distance);
    apart += distance / run.length;
  }
  const believed = apart < 2 && (closeness > 0 || run.length >= RUN_BELIEVED_WORDS);
  return believed ? closeness + WORD_WORTH * run.length : 0;
}
