import { textLanguage } from "#app/domain/languages.ts";
import { isSpelledLike } from "#app/domain/summary/check/find-facts.ts";
import { findPlaces, type Places } from "#app/domain/summary/check/find-places.ts";
import { formsOf, isTranslated, type Talk } from "#app/domain/summary/check/talk-index.ts";
import { isInstruction } from "#app/domain/summary/instructions.ts";
import { namesIn } from "#app/domain/summary/names.ts";
import { digitNumbers } from "#app/domain/summary/words/numbers.ts";
import type { SegmentId } from "#app/domain/transcript/segment.ts";

/**
 * The check of a line where code has no rules for the language of the talk or of the minutes: only numbers in digits and names are compared.
 * Readers are told so above the minutes (the caution "facts-only").
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
  const isConfirmed = !isOrdered && areNumbersSaid(talk, text) && areNamesSaid(talk, text);
  return { isConfirmed, segmentIds: places.segmentIds, places };
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
