/**
 * Folds a word to a form that two sources share: lower case, without accents and without characters that are neither letter nor
 * digit. Empty for a token of punctuation only.
 */
export function foldWord(token: string): string {
  return stripAccents(token.toLowerCase()).replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Returns the folded words of a text, in order, without empty ones. Apostrophes and hyphens split words ("l'acta", "e-mail"). */
export function foldedWords(text: string): string[] {
  return stripAccents(text.toLowerCase()).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Most words of a transcript have none, and normalising eight megabytes takes a second. */
const ASCII_ONLY = /^[\x20-\x7e]*$/u;

/** Takes the marks off letters of a text in lower case. */
export function stripAccents(text: string): string {
  if (ASCII_ONLY.test(text)) return text;
  return text.normalize("NFD").replace(/\p{M}+/gu, "");
}

/** Letters that are no letter with a mark to Unicode, and that people type with the letters of their keyboard. Lower case. */
export const LETTERS: Readonly<Record<string, string>> = {
  œ: "oe",
  æ: "ae",
  ß: "ss",
  ŀ: "l",
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ħ: "h",
  ŧ: "t",
};
/** Few texts have any of them. */
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "iu");
const EACH_SPECIAL = new RegExp(SPECIAL, "gu");

/** The letters that all searches compare, because one keyboard writes what another does not: "Lukasz" finds "Łukasz", and "coeur" finds "cœur". */
export function plainLetters(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text.toLowerCase().replace(EACH_SPECIAL, (letter) => LETTERS[letter] ?? letter);
}
