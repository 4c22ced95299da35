import { foldedWords, foldWord } from "#app/domain/transcript/fold.ts";

/**
 * The words that search compares: folded, and without what one keyboard writes and another does not. The point of the Catalan "l·l" is left
 * out, so that "collegi" finds "col·legi", and "coeur" finds "cœur".
 */
export function searchWords(text: string): string[] {
  return foldedWords(plain(text));
}

/** The same of one word. */
export function searchWord(token: string): string {
  return foldWord(plain(token));
}

/** Letters with their marks, and digits, with the points of "l·l": the words of a text as it is, for their places. */
export const WORD = /[\p{L}\p{N}\p{M}]+(?:(?<=l)[·•‧](?=l)[\p{L}\p{N}\p{M}]+)*/giu;

const POINT = /(?<=l)[·•‧](?=l)/giu;
const LETTERS: Readonly<Record<string, string>> = { œ: "oe", æ: "ae", ß: "ss", ŀ: "l" };
/** Few texts have any of it. */
const SPECIAL = /[·•‧œæßŀ]/iu;

function plain(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text
    .toLowerCase()
    .replace(POINT, "")
    .replace(/[œæßŀ]/gu, (letter) => LETTERS[letter] ?? letter);
}
