/** A run of lines: [from, to). */
export type Part = { from: number; to: number };

/**
 * Cuts a transcript that is too long for one question into parts of about the same weight, so that no part of the meeting counts
 * less. Neighbours share up to `overlapTokens`, so that a statement across a border is complete in one of them. Every line is in
 * a part; a part holds at most `tokensMax`, unless a single line is heavier.
 */
export function planParts(
  lineTokens: readonly number[],
  { tokensMax, overlapTokens }: { tokensMax: number; overlapTokens: number },
): Part[] {
  const lines = lineTokens.length;
  if (lines === 0) return [];
  const sums = [0];
  for (const tokens of lineTokens) sums.push((sums.at(-1) ?? 0) + tokens);
  const weigh = ({ from, to }: Part) => (sums[to] ?? 0) - (sums[from] ?? 0);
  const whole = { from: 0, to: lines };
  let count = Math.max(1, Math.min(lines, Math.ceil(weigh(whole) / tokensMax)));
  for (;;) {
    const cores = cutEvenly(sums, count);
    const parts = cores.map((core, index) => (index === 0 ? core : reachBack(core, lineTokens, overlapTokens)));
    if (parts.every((part) => weigh(part) <= tokensMax)) return parts;
    // With one line per part and still too much weight, the overlap is dropped first.
    if (count === lines) return cores;
    count = Math.min(lines, Math.max(count + 1, Math.ceil(count * 1.1)));
  }
}

/** Returns `count` parts, cut where the running weight is nearest to its share; each has at least one line. */
function cutEvenly(sums: readonly number[], count: number): Part[] {
  const lines = sums.length - 1;
  const total = sums[lines] ?? 0;
  const parts: Part[] = [];
  let from = 0;
  for (let index = 1; index <= count; index += 1) {
    const share = (total * index) / count;
    const latest = lines - (count - index);
    let to = from + 1;
    while (to < latest && Math.abs((sums[to + 1] ?? 0) - share) <= Math.abs((sums[to] ?? 0) - share)) to += 1;
    if (index === count) to = lines;
    parts.push({ from, to });
    from = to;
  }
  return parts;
}

function reachBack({ from, to }: Part, lineTokens: readonly number[], overlapTokens: number): Part {
  let start = from;
  let shared = 0;
  while (start > 0) {
    const tokens = lineTokens[start - 1] ?? 0;
    if (shared + tokens > overlapTokens) break;
    shared += tokens;
    start -= 1;
  }
  return { from: start, to };
}

/**
 * Stores a model's answers about parts of a transcript, so that Acta does not pay for the same answer twice: between attempts, templates
 * and runs. A key is the hash of the whole question, so a part whose words have changed has another one.
 */
export interface KeptParts {
  read(key: string): string | null;
  keep(key: string, answer: string): void;
}

const encoder = new TextEncoder();

/**
 * Returns a high estimate of a text's tokens. Tokenizers differ; English has some 4 bytes a token, Catalan and digits nearer 3.
 * With three bytes a token, requests are rather too small than too large.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(encoder.encode(text).length / 3);
}
