import { foldedWords, foldWord, plainLetters } from "#app/domain/transcript/fold.ts";

/**
 * The words that search compares: folded, and without what one keyboard writes and another does not. The point of the Catalan "l·l" and the
 * apostrophe of names as O'Brien are left out, so that "collegi" finds "col·legi", and "obrien" finds "O'Brien".
 */
export function searchWords(text: string): string[] {
  return foldedWords(plain(text));
}

/** The same of one word. */
export function searchWord(token: string): string {
  return foldWord(plain(token));
}

/** Letters with their marks, and digits, with the points of "l·l" and the apostrophe of "O'Brien": the words of a text as it is, for their places. */
export const WORD =
  /[\p{L}\p{N}\p{M}]+(?:(?:(?<=l)[·•‧](?=l)|(?<=(?<![\p{L}\p{N}])o)['’ʼ](?=\p{L}))[\p{L}\p{N}\p{M}]+)*/giu;

const POINT = /(?<=l)[·•‧](?=l)/giu;
/** A lone "o" is elided in none of the four languages, so that what follows its apostrophe is one name with it. */
const NAME_APOSTROPHE = /(?<=(?<![\p{L}\p{N}])o)['’ʼ](?=\p{L})/giu;
/** Few texts have any of it. */
const MARKS = /[·•‧'’ʼ]/u;

function plain(text: string): string {
  const letters = plainLetters(text);
  return MARKS.test(letters) ? letters.replace(POINT, "").replace(NAME_APOSTROPHE, "") : letters;
}
