import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { amountsInDigits, plainNumber, wordNumbers } from "#app/domain/summary/words/amounts.ts";
import { monthOf } from "#app/domain/summary/words/calendar.ts";
import { stem } from "#app/domain/summary/words/stem.ts";
import { isStopWord } from "#app/domain/summary/words/stop-words.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/** Numbers and the things that they count: "48 weeks" is not "48 hours". Signs and words of percentages and currencies have one form. */

const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/([€£$])\s?(\d[\d.,]*)/gu, " $2 $1 "],
  [/%|(?<!\p{L})(?:per ?cent|por ciento|pour ?cents?)(?!\p{L})/giu, " percent "],
  [/€|(?<!\p{L})euros?(?!\p{L})/giu, " euro "],
  [/£|(?<!\p{L})(?:pounds?|libras?|livres?|lliur(?:a|es))(?!\p{L})/giu, " pound "],
  [/\$|(?<!\p{L})(?:dollars?|d[oó]lar(?:es|s)?)(?!\p{L})/giu, " dollar "],
];
/** These are the same in every language. */
const COMMON = new Set(["percent", "euro", "pound", "dollar"]);
/** "8 juin", "the 8th of June", "8 de juny": a month has one form too, and its day stands before it. */
const MONTH = /^month \d+$/u;
const OF: ReadonlySet<string> = new Set(["of", "de", "d", "del"]);
const TOKEN = /\d+(?:[.,]\d+)*|[\p{L}\p{M}]+/gu;

/** The unit of a number that stands alone ("Twenty-five, and no more", "twenty-five in all"): it may count what was spoken of before. */
export const NO_UNIT = "";
/** Ends what a number counts. */
const PAUSE = /[.,;:!?)\u2026]/u;

/** Returns the numbers of a text by their units, and those that stand alone under NO_UNIT. */
export function numbersByUnit(text: string, language: MeetingLanguage): Map<string, Set<string>> {
  let plain = amountsInDigits(text, language);
  for (const [sign, word] of SIGNS) plain = plain.replace(sign, word);
  const matches = [...plain.matchAll(TOKEN)];
  const tokens = matches.map(([token]) => token);
  const isLast = (at: number) => {
    const [here, next] = [matches[at], matches[at + 1]];
    return !here || !next || PAUSE.test(plain.slice(here.index + here[0].length, next.index));
  };
  const found = new Map<string, Set<string>>();
  for (const [at, token] of tokens.entries()) {
    const number = /^\d/u.test(token) ? plainNumber(token) : numberWord(token);
    if (number === null) continue;
    const unit = isLast(at) ? NO_UNIT : (monthAt(tokens, at + 1) ?? unitOf(tokens[at + 1], language) ?? NO_UNIT);
    const numbers = found.get(unit) ?? new Set();
    numbers.add(number);
    found.set(unit, numbers);
  }
  return found;
}

function monthAt(tokens: readonly string[], at: number): string | null {
  const token = OF.has(tokens[at]?.toLowerCase() ?? "") ? tokens[at + 1] : tokens[at];
  const month = monthOf(foldedWords(token ?? "")[0] ?? "");
  return month === null ? null : `month ${month}`;
}

function numberWord(token: string): string | null {
  const value = wordNumbers(foldedWords(token))[0];
  return value === undefined ? null : String(value);
}

function unitOf(token: string | undefined, language: MeetingLanguage): string | null {
  const [word = ""] = foldedWords(token ?? "");
  if (COMMON.has(word)) return word;
  if (word.length < 3 || /\d/u.test(word) || isStopWord(word, language) || wordNumbers([word]).length > 0) return null;
  return stem(word, language);
}

/** Tells whether a unit has one form in all languages. */
export function isCommonUnit(unit: string): boolean {
  return COMMON.has(unit) || isMonth(unit);
}

/** Tells whether a word is a currency: "Euros". */
export function isCurrency(word: string): boolean {
  return COMMON.has(SIGNS.reduce((rest, [sign, unit]) => rest.replace(sign, unit), word).trim());
}

/** Tells whether a unit is a month, which people leave out when they say another day of it. */
export function isMonth(unit: string): boolean {
  return MONTH.test(unit);
}
