import { textLanguage } from "#app/domain/languages.ts";
import { isSpelledLike } from "#app/domain/summary/check/find-facts.ts";
import { findPlaces, type Places } from "#app/domain/summary/check/find-places.ts";
import { formsOf, isTranslated, type Range, type Talk, withNeighbours } from "#app/domain/summary/check/talk-index.ts";
import { isInstruction } from "#app/domain/summary/instructions.ts";
import { namesIn } from "#app/domain/summary/names.ts";
import { digitNumbers } from "#app/domain/summary/words/numbers.ts";
import { withWordBreaks } from "#app/domain/summary/words/word-breaks.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { SegmentId } from "#app/domain/transcript/segment.ts";

/**
 * The check of a line where code has no rules for the language of the talk or of the minutes: only numbers in digits and names are compared,
 * and whether a line has anything of the talk. Readers are told so above the minutes (the caution "facts-only").
 */

/** The result of a line's check by code: whether its facts were said, and the moments nearest to it. */
export type Checked = { isConfirmed: boolean; segmentIds: SegmentId[]; places: Places };

type Languages = Pick<Talk, "language" | "written">;

/** Tells whether code has rules for both languages. */
export function hasRules({ language, written }: Languages): boolean {
  return textLanguage(language) !== null && textLanguage(written) !== null;
}

/** A number of one digit is as often said in a word, which nobody reads here. */
const DIGITS_MIN = 2;

export function checkFactsOnly(talk: Talk, text: string, cited: readonly SegmentId[]): Checked {
  const places = findPlaces(talk, formsOf(text, talk.written, isTranslated(talk)), cited);
  // Beside orders to an assistant a line may be the assistant's own.
  const isOrdered = isInstruction(text) || (talk.orders.length > 0 && places.shared === 0);
  const isConfirmed =
    !isOrdered &&
    areNumbersSaid(talk, text) &&
    areNamesSaid(talk, text) &&
    isOneScript(talk, text) &&
    sharesLetters(talk, text, places.ranges);
  return { isConfirmed, segmentIds: places.segmentIds, places };
}

/** Equal letters in a row by which two words of a language without rules are alike, whatever is put before or behind a stem. */
const LETTERS_ALIKE = 4;
/** The same in scripts whose letters are syllables or words. */
const SYLLABLES_ALIKE = 2;
const OF_SYLLABLES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/**
 * A line has something of the talk when more than this part of its words is like one that was said. Of the labelled lines in four languages,
 * read without their rules, 4 of 258 true ones have less, and six in ten of the lines about another talk.
 */
const ALIKE_SHARE = 0.25;
/** Words around a line's places among which its own are looked for: a line of a small model rests on a part of the meeting. */
const ALIKE_AROUND = 150;

/**
 * Tells whether a line has words of the talk around its places. A small model that cannot write a language answers with an excuse, or repeats its
 * instructions. Words of two languages are not alike.
 */
function sharesLetters(talk: Talk, text: string, places: readonly Range[]): boolean {
  if (isTranslated(talk)) return true;
  const words = [...new Set(wordsOf(text))].filter((word) => pieces(word).length > 0);
  const near = places.map((place) => withNeighbours(talk, place, ALIKE_AROUND));
  const heard = near.flatMap(({ from, to }) => talk.heard.slice(from, to));
  const said = new Set(heard.flatMap((one) => [...wordsOf(one.text), ...one.speaker]).flatMap(pieces));
  const alike = words.filter((word) => pieces(word).some((piece) => said.has(piece)));
  return words.length === 0 || alike.length > words.length * ALIKE_SHARE;
}

function wordsOf(text: string): string[] {
  return foldedWords(withWordBreaks(text)).filter((word) => !/\p{N}/u.test(word));
}

/** All pieces of a word that make another one alike. A shorter word has none: most are small words that every talk has. */
function pieces(word: string): string[] {
  const size = OF_SYLLABLES.test(word) ? SYLLABLES_ALIKE : LETTERS_ALIKE;
  return Array.from({ length: Math.max(0, word.length - size + 1) }, (_, at) => word.slice(at, at + size));
}

/** The facts of a talk, read once. */
type Said = { numbers: ReadonlySet<string>; words: readonly string[]; isLatin: boolean };
const SAID = new WeakMap<Talk, Said>();

function saidIn(talk: Talk): Said {
  const known = SAID.get(talk);
  if (known) return known;
  const text = talk.heard.map((heard) => heard.text).join("\n");
  const words = [...new Set(talk.heard.flatMap((heard) => [...heard.words, ...heard.speaker]))];
  const latin = words.filter((word) => /^\p{Script=Latin}/u.test(word)).length;
  const said = { numbers: new Set(numbersIn(text)), words, isLatin: latin * 2 > words.length };
  SAID.set(talk, said);
  return said;
}

/** A talk in which no number stands in digits has them in words: then none is compared. */
function areNumbersSaid(talk: Talk, text: string): boolean {
  const { numbers } = saidIn(talk);
  return numbers.size === 0 || numbersIn(text).every((number) => numbers.has(number));
}

function numbersIn(text: string): string[] {
  return digitNumbers(westernDigits(text)).filter((number) => number.replace(/\D/gu, "").length >= DIGITS_MIN);
}

/** "٢٥" and "२५" are 25: the digits of each script stand in a row that begins at a code ending in 0 or 6. */
export function westernDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const row = code & ~0xf;
    return String(/\p{Nd}/u.test(String.fromCodePoint(row)) ? code - row : code - row - 6);
  });
}

/**
 * Names are compared where a capital shows one (in the four languages, and not in German) and both texts are in Latin letters. An inflected
 * name ("Kowalskiego") is known by its beginning.
 */
function areNamesSaid(talk: Talk, text: string): boolean {
  const { words, isLatin } = saidIn(talk);
  if (!isLatin || textLanguage(talk.written) === null) return true;
  return namesIn(text, talk.written)
    .filter((name) => !/\d/u.test(name))
    .every((name) => words.some((word) => isSpelledLike(name, word, true)));
}

/** A word of a language in Latin letters: names and abbreviations have capitals. */
const LATIN_WORD = /(?<!\p{L})\p{Ll}{3,}(?!\p{L})/gu;

/** Tells whether all words in Latin letters were said, where the talk and the minutes are in another script: a small model mixes languages. */
function isOneScript(talk: Talk, text: string): boolean {
  const { words, isLatin } = saidIn(talk);
  if (isLatin || isTranslated(talk)) return true;
  const latin = (text.match(LATIN_WORD) ?? []).filter((word) => /^\p{Script=Latin}/u.test(word));
  return latin.every((word) => foldedWords(word).every((folded) => words.includes(folded)));
}
