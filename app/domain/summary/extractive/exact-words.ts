import { foldedWords } from "#app/domain/transcript/fold.ts";

/** A sentence is some 45 words long, and its segments are little more. */
const TOKENS_MAX = 600;

/** Signs of Markdown and notes of sounds, which are left out of quotations. */
const MARKS = /[*_`~#[\](){}♪]/gu;

/** Tells whether a text lacks signs that another one has. */
export function lacksMarks(text: string, other: string): boolean {
  return (text.match(MARKS) ?? []).length < (other.match(MARKS) ?? []).length;
}

/**
 * The shortest part of a transcript's text that holds these words in their order, with all that stands between them: links, stars, notes of
 * sounds. The whole text where it holds them not.
 */
export function exactWords(transcript: string, said: string): string {
  const tokens = transcript.split(/\s+/u).filter((token) => token !== "");
  const words = foldedWords(said);
  if (words.length === 0 || tokens.length > TOKENS_MAX) return tokens.join(" ");
  const folded = tokens.map(foldedWords);
  let best = { from: 0, to: tokens.length };
  for (const [from, first] of folded.entries()) {
    if (!first.includes(words[0] ?? "")) continue;
    const to = endOf(folded, words, from);
    if (to !== null && to - from < best.to - best.from) best = { from, to };
  }
  return tokens.slice(best.from, best.to).join(" ");
}

/** The end of the tokens, from a place on, in which all the words are found; null when they are not. */
function endOf(folded: readonly (readonly string[])[], words: readonly string[], from: number): number | null {
  let next = 0;
  for (let token = from; token < folded.length; token++) {
    for (const word of folded[token] ?? []) if (word === words[next]) next += 1;
    if (next === words.length) return token + 1;
  }
  return null;
}
