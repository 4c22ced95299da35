import type { Sentence } from "#app/domain/summary/extractive/sentences.ts";

/** Cuts sentences to a budget of words, the last one in the middle if need be. */
export function withinWords(texts: readonly string[], wordsMax: number): string[] {
  const kept: string[] = [];
  let left = wordsMax;
  for (const text of texts) {
    const words = text.split(/\s+/u).filter(Boolean);
    if (left <= 0) break;
    kept.push(words.slice(0, left).join(" "));
    left -= words.length;
  }
  return kept;
}

export function randomSentences(sentences: readonly Sentence[], wordsMax: number, seed: number): string[] {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const shuffled = sentences.map((sentence) => ({ sentence, at: random() })).toSorted((a, b) => a.at - b.at);
  return withinWords(
    shuffled.map(({ sentence }) => sentence.text),
    wordsMax,
  );
}

/** TextRank (Mihalcea and Tarau 2004): PageRank over sentences, edges by shared words over the logs of their lengths. */
export function textRank(sentences: readonly Sentence[], wordsMax: number): string[] {
  const bags = sentences.map((sentence) => new Set(sentence.stems));
  const edges = bags.map((bag, from) =>
    bags.flatMap((other, to) => {
      if (from === to || bag.size < 2 || other.size < 2) return [];
      let shared = 0;
      for (const stem of bag) if (other.has(stem)) shared += 1;
      return shared === 0 ? [] : [{ to, weight: shared / (Math.log(bag.size) + Math.log(other.size)) }];
    }),
  );
  const out = edges.map((list) => list.reduce((sum, edge) => sum + edge.weight, 0));
  let ranks = sentences.map(() => 1);
  for (let round = 0; round < 30; round += 1) {
    const next = sentences.map(() => 0.15);
    edges.forEach((list, from) => {
      for (const edge of list)
        next[edge.to] = (next[edge.to] ?? 0) + (0.85 * (ranks[from] ?? 0) * edge.weight) / (out[from] ?? 1);
    });
    ranks = next;
  }
  const best = sentences.toSorted((a, b) => (ranks[b.index] ?? 0) - (ranks[a.index] ?? 0));
  return withinWords(
    best.map((sentence) => sentence.text),
    wordsMax,
  );
}
