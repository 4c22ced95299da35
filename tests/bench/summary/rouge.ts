import { porterStem } from "./porter.ts";

/**
 * ROUGE-1, -2 and -Lsum (F1, stemmed), computed as the common Python package does: lower case, letters and digits only,
 * words over three letters stemmed; Lsum is the union of the longest common subsequences over sentences.
 */
export type Rouge = { one: number; two: number; lsum: number };

export function rouge(sentences: readonly string[], reference: readonly string[]): Rouge {
  const candidate = sentences.map(tokens);
  const target = reference.map(tokens);
  return {
    one: overlap(grams(candidate.flat(), 1), grams(target.flat(), 1)),
    two: overlap(grams(candidate.flat(), 2), grams(target.flat(), 2)),
    lsum: lsum(candidate, target),
  };
}

export function tokens(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z0-9]+/gu) ?? [];
  return words.map((word) => (word.length > 3 ? porterStem(word) : word));
}

export function grams(words: readonly string[], size: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let index = 0; index + size <= words.length; index += 1) {
    const gram = words.slice(index, index + size).join(" ");
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

function overlap(candidate: Map<string, number>, target: Map<string, number>): number {
  let shared = 0;
  for (const [gram, count] of candidate) shared += Math.min(count, target.get(gram) ?? 0);
  return f1(shared, total(candidate), total(target));
}

function total(counts: Map<string, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

function lsum(candidate: string[][], target: string[][]): number {
  const left = grams(candidate.flat(), 1);
  const right = grams(target.flat(), 1);
  const size = [total(left), total(right)] as const;
  let shared = 0;
  for (const sentence of target) {
    const hit = new Set<number>();
    for (const other of candidate) for (const index of commonIndexes(sentence, other)) hit.add(index);
    for (const index of hit) {
      const word = sentence[index] ?? "";
      const [a, b] = [left.get(word) ?? 0, right.get(word) ?? 0];
      if (a === 0 || b === 0) continue;
      shared += 1;
      left.set(word, a - 1);
      right.set(word, b - 1);
    }
  }
  return f1(shared, size[0], size[1]);
}

/** The indexes of `sentence` in one longest common subsequence with `other`. */
function commonIndexes(sentence: string[], other: string[]): number[] {
  const width = other.length + 1;
  const table = new Uint16Array((sentence.length + 1) * width);
  const cell = (i: number, j: number) => table[i * width + j] ?? 0;
  for (let i = 1; i <= sentence.length; i += 1) {
    for (let j = 1; j <= other.length; j += 1) {
      table[i * width + j] =
        sentence[i - 1] === other[j - 1] ? cell(i - 1, j - 1) + 1 : Math.max(cell(i - 1, j), cell(i, j - 1));
    }
  }
  const indexes: number[] = [];
  let [i, j] = [sentence.length, other.length];
  while (i > 0 && j > 0) {
    if (sentence[i - 1] === other[j - 1]) {
      indexes.push(i - 1);
      i -= 1;
      j -= 1;
    } else if (cell(i - 1, j) > cell(i, j - 1)) i -= 1;
    else j -= 1;
  }
  return indexes;
}

function f1(shared: number, candidate: number, target: number): number {
  if (shared === 0) return 0;
  const precision = shared / candidate;
  const recall = shared / target;
  return (200 * precision * recall) / (precision + recall);
}
