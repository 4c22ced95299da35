/**
 * Folds a word to a form that two sources share: lower case, without accents and without characters that are neither letter nor
 * digit. Empty for a token of punctuation only.
 */
export function foldWord(token: string): string {
  return stripAccents(token.toLowerCase()).replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
}

/** Returns the folded words of a text, in order, without empty ones. Apostrophes and hyphens split words ("l'acta", "e-mail"). */
export function foldedWords(text: string): string[] {
  return stripAccents(text.toLowerCase()).match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [];
}

/** Most words of a transcript have none, and normalising eight megabytes takes a second. */
const ASCII_ONLY = /^[\x20-\x7e]*$/u;

/**
 * Marks that readers leave out when they compare words: accents of Latin, Greek and Cyrillic letters, and the vowels that Arabic and Hebrew
 * write for learners only, with the Arabic stroke that stretches a word. Marks of other scripts are vowels or tones, and make other words:
 * "किताब" is a book, and "कतब" nothing. The voicing of kana too, and the marks of "й", "ў" and "ї".
 */
const ACCENTS =
  // oxlint-disable-next-line no-misleading-character-class -- Marks by themselves: none of them combines with the one before.
  /(?<![иу](?=\u{0306})|і(?=\u{0308}))(?=[\p{M}\u{0640}])[\u{0300}-\u{036f}\u{0483}-\u{0489}\u{0591}-\u{05c7}\u{0610}-\u{061a}\u{064b}-\u{065f}\u{0670}\u{06d6}-\u{06ed}\u{08ca}-\u{08ff}\u{1ab0}-\u{1aff}\u{1dc0}-\u{1dff}\u{20d0}-\u{20ff}\u{fe00}-\u{fe0f}\u{fe20}-\u{fe2f}\u{0640}]/gu;

/** Takes the accents off letters of a text in lower case. */
export function stripAccents(text: string): string {
  if (ASCII_ONLY.test(text)) return text;
  return text.normalize("NFD").replace(ACCENTS, "").normalize("NFC");
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
