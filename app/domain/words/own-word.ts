import { cleanName } from "#app/domain/clean-name.ts";
import { OWN_WORD_CHARS_MAX, OWN_WORD_PARTS_MAX } from "#app/domain/limits/words.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/** A name or term as its workspace spells it, and the forms that recognisers wrote for it and a person has corrected. */
export type OwnWord = { word: string; heard: readonly string[] };

/** Identifies a name or term: the same letters in another spelling are the same word. */
export function wordKey(text: string): string {
  return foldedWords(text).join(" ");
}

/** Between the entries of a pasted list: lines, list signs of common programs, tabs of a table. */
const BETWEEN = /[\n\r\t,;|•]+/u;

/** A pasted list as names and terms: cleaned, without repetitions. `refused`: entries that are no name or term. */
export function parseWords(text: string): { words: string[]; refused: string[] } {
  const words = new Map<string, string>();
  const refused: string[] = [];
  for (const entry of text.split(BETWEEN)) {
    const word = cleanName(entry);
    if (word === "") continue;
    if (isWord(word)) words.set(wordKey(word), words.get(wordKey(word)) ?? word);
    else refused.push(word);
  }
  return { words: [...words.values()], refused };
}

function isWord(word: string): boolean {
  const parts = foldedWords(word);
  return (
    word.length <= OWN_WORD_CHARS_MAX &&
    parts.length <= OWN_WORD_PARTS_MAX &&
    // A number alone, or a single letter, is in every transcript.
    parts.join("").length >= 2 &&
    /\p{L}/u.test(word)
  );
}

/** The names of invited people, with the first names and surnames that people say alone. */
export function wordsOfNames(names: readonly string[]): OwnWord[] {
  const words = names.flatMap((name) => {
    // Outlook writes "Puig Serra, Marta": both halves are names.
    return parseWords(name).words.flatMap((word) => [word, ...(word.includes(" ") ? partsOf(word) : [])]);
  });
  const byKey = new Map(words.map((word) => [wordKey(word), { word, heard: [] }]));
  return [...byKey.values()];
}

/** "Maria del Mar" says nothing by "del": a part of a name begins with a capital letter. */
function partsOf(name: string): string[] {
  return name.split(" ").filter((part) => /^\p{Lu}\p{L}{2,}/u.test(part));
}
