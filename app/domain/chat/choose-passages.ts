import { CHAT_NEIGHBOUR_SEGMENTS } from "#app/domain/limits/minutes.ts";

/** The segments that a model reads: all of them, or those that a search found. Positions in the transcript, in order. */
export type Passages = { positions: number[]; isWhole: boolean };

/**
 * Returns the whole transcript if it fits. Otherwise the found segments, best first, each with its neighbours, as long as there
 * is room; remaining room is filled with segments from all over the meeting, so that no part of it is unknown.
 */
export function choosePassages(input: {
  /** By segment. */
  tokens: readonly number[];
  /** Positions that a search found, best first. */
  hits: readonly number[];
  tokensMax: number;
}): Passages {
  const { tokens, hits, tokensMax } = input;
  const all = tokens.reduce((sum, one) => sum + one, 0);
  if (all <= tokensMax) return { positions: tokens.map((_, position) => position), isWhole: true };
  const chosen = new Set<number>();
  let left = tokensMax;
  const take = (position: number): boolean => {
    const weight = tokens[position];
    if (weight === undefined || chosen.has(position)) return true;
    if (weight > left) return false;
    chosen.add(position);
    left -= weight;
    return true;
  };
  for (const hit of hits) {
    if (!take(hit)) break;
    for (let step = 1; step <= CHAT_NEIGHBOUR_SEGMENTS; step += 1) {
      take(hit - step);
      take(hit + step);
    }
  }
  for (const position of spread(tokens.length)) if (!take(position)) break;
  return { positions: [...chosen].toSorted((a, b) => a - b), isWhole: false };
}

/** Yields every position once, so that any beginning of the list is spread over the whole: halves, quarters, eighths, … */
export function* spread(length: number): Generator<number> {
  if (length === 0) return;
  const seen = new Set<number>();
  let step = length;
  while (seen.size < length) {
    for (let at = 0; at < length; at += step) {
      const position = Math.floor(at);
      if (!seen.has(position)) {
        seen.add(position);
        yield position;
      }
    }
    step /= 2;
  }
}
