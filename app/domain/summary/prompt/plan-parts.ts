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

/**
 * Cuts a transcript at fixed times, every `partMs` of the meeting, and halves a part in time while it is heavier than `tokensMax`. The
 * cuts do not depend on the words, so a corrected line changes its own part and no other. A stretch without lines is no part.
 */
export function planByTime(
  lines: readonly { startMs: number }[],
  lineTokens: readonly number[],
  { partMs, tokensMax }: { partMs: number; tokensMax: number },
): Part[] {
  const startOf = (index: number) => lines[index]?.startMs ?? 0;
  const weigh = ({ from, to }: Part) => lineTokens.slice(from, to).reduce((sum, tokens) => sum + tokens, 0);
  const halve = (part: Part, startMs: number, lengthMs: number): Part[] => {
    if (part.to - part.from < 2 || weigh(part) <= tokensMax) return [part];
    const middleMs = startMs + lengthMs / 2;
    let cut = part.from;
    while (cut < part.to && startOf(cut) < middleMs) cut += 1;
    // All lines begin in one half: so many at once are no talk, and are cut by their number.
    if (lengthMs < 2 || ((cut === part.from || cut === part.to) && lengthMs < 1000)) cut = (part.from + part.to) >> 1;
    const halves: [Part, number][] = [
      [{ from: part.from, to: cut }, startMs],
      [{ from: cut, to: part.to }, middleMs],
    ];
    return halves.flatMap(([half, at]) => (half.to > half.from ? halve(half, at, lengthMs / 2) : []));
  };
  const parts: Part[] = [];
  for (let from = 0; from < lines.length; ) {
    const slot = Math.floor(startOf(from) / partMs);
    let to = from + 1;
    while (to < lines.length && Math.floor(startOf(to) / partMs) <= slot) to += 1;
    parts.push(...halve({ from, to }, slot * partMs, partMs));
    from = to;
  }
  return parts;
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
 * Stores a model's answers about parts of a long transcript, and about joined parts, so that Acta does not pay for the same answer
 * twice: between the attempts at one summary, or for as long as the implementation keeps them. A key is the hash of the whole
 * question, so a part whose words have changed has another one; answers are the model's own text and are parsed again.
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
