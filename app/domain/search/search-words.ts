import { SEARCH_PREFIX_CHARS_MIN } from "#app/domain/limits/search.ts";
import { foldedWords, foldWord, plainLetters } from "#app/domain/transcript/fold.ts";

/**
 * The words that search compares: folded, and without what one keyboard writes and another does not. The point of the Catalan "l·l" and the
 * apostrophe of names as O'Brien are left out, so that "collegi" finds "col·legi", and "obrien" finds "O'Brien". Of a script without spaces
 * each two neighbouring signs are a word, and the last sign, so that "会議" is found within a sentence.
 */
export function searchWords(text: string): string[] {
  return foldedWords(plain(text)).flatMap((word) => pairsOf(word).map((part) => part.word));
}

/** The same words with their places in the text as it is. */
export function wordPlaces(text: string): Place[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: raw, index: start }) =>
    IS_UNSPACED.test(raw)
      ? pairsOf(raw).map((place) => ({ ...place, start: start + place.start, end: start + place.end }))
      : [{ word: foldWord(plain(raw)), start, end: start + raw.length }],
  );
}

/**
 * The words of what is looked for, in their order. The last sign of a script without spaces is no word of its own there: the text may go on
 * behind it.
 */
export function phraseWords(text: string): string[] {
  const words = searchWords(text);
  const [before, last] = words.slice(-2);
  const isRest = before !== undefined && last !== undefined && isSign(last) && before.endsWith(last);
  return isRest ? words.slice(0, -1) : words;
}

/** The words of a typed piece, and as phrases those of which search makes several words. */
export function wordsAndPhrases(text: string): { words: string[]; phrases: string[][] } {
  const pieces = foldedWords(plain(text)).map(phraseWords);
  return {
    words: pieces.filter(({ length }) => length === 1).flat(),
    phrases: pieces.filter(({ length }) => length > 1),
  };
}

/**
 * The pairs of words that a word may be in a text, because people leave out the apostrophe when they type: "dangelo" is "D'Angelo" there, and
 * "mcdonalds" is "McDonald's". A text keeps both words, so that "acta" is found in "l'acta".
 */
export function apostrophePairs(word: string): [string, string][] {
  if (word.length < PAIR_CHARS_MIN || !/^\p{L}+$/u.test(word) || IS_UNSPACED.test(word)) return [];
  const elided: [string, string][] = "cdjlmnst".includes(word.charAt(0)) ? [[word.charAt(0), word.slice(1)]] : [];
  return word.endsWith("s") ? [...elided, [word.slice(0, -1), "s"]] : elided;
}
const PAIR_CHARS_MIN = 5;

/** Whether a word is also looked for as the beginning of words. One letter begins too many; one sign of Chinese is a word. */
export function isBeginning(word: string): boolean {
  return word.length >= SEARCH_PREFIX_CHARS_MIN || IS_UNSPACED.test(word);
}

type Place = { word: string; start: number; end: number };

/** Scripts that are written without spaces or (Korean) that join words. */
const SIGN = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ーｰ々\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
const IS_UNSPACED = new RegExp(SIGN, "u");
const RUNS = new RegExp(`(?:${SIGN}\\p{M}*)+|(?:(?!${SIGN})[^])+`, "gu");
const isSign = (word: string) => /^\P{M}\p{M}*$/u.test(word) && IS_UNSPACED.test(word);

/** A word of other scripts is one place. */
function pairsOf(word: string): Place[] {
  if (!IS_UNSPACED.test(word)) return [{ word, start: 0, end: word.length }];
  return [...word.normalize("NFC").matchAll(RUNS)].flatMap(({ 0: run, index }) => {
    if (!IS_UNSPACED.test(run)) return [{ word: foldWord(plain(run)), start: index, end: index + run.length }];
    const signs = [...run.matchAll(/\P{M}\p{M}*/gu)];
    return signs.map(({ 0: sign, index: at }, number) => {
      const next = signs[number + 1]?.[0] ?? "";
      return {
        word: foldWord(sign + next).normalize("NFC"),
        start: index + at,
        end: index + at + sign.length + next.length,
      };
    });
  });
}

/** Letters with their marks, and digits, with the points of "l·l" and the apostrophe of "O'Brien": the words of a text as it is, for their places. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:(?:(?<=l)[·•‧](?=l)|(?<=(?<![\p{L}\p{N}])o)['’ʼ](?=\p{L}))[\p{L}\p{N}\p{M}]+)*/giu;

const POINT = /(?<=l)[·•‧](?=l)/giu;
/** A lone "o" is elided in none of the four languages, so that what follows its apostrophe is one name with it. */
const NAME_APOSTROPHE = /(?<=(?<![\p{L}\p{N}])o)['’ʼ](?=\p{L})/giu;
/** Few texts have any of it. */
const MARKS = /[·•‧'’ʼ]/u;

function plain(text: string): string {
  const letters = plainLetters(text);
  return MARKS.test(letters) ? letters.replace(POINT, "").replace(NAME_APOSTROPHE, "") : letters;
}
