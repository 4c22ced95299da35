import { withOthers } from "#app/domain/by-language.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import {
  amountsInDigits,
  NO_NUMBER,
  ONES,
  plainNumber,
  valueOf,
  wordNumbers,
} from "#app/domain/summary/words/amounts.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/**
 * Which numbers a text says, in digits or in words of the four languages, so that an invented amount is found and "25"
 * is known to be the "veinticinco" that was said. Values are decimal strings without separators.
 */

/** Words for small numbers count things ("two options") rather than say amounts. */
const NUMBER_WORD_MIN = 11;

/** Numbers in digits, separators of thousands and leading zeros removed: "1.200 €" → 1200, "3,5 %" → 3.5, "05" → 5. */
export function digitNumbers(text: string): string[] {
  const found = text.match(/\d+(?:[.,'’\u00a0\u202f ]\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?|\d+[.,]\d+|\d+/gu) ?? [];
  return found.map(plainNumber);
}

/** Everything that may count as said: digits, amounts in words, and the parts of a time, a date or a year; no part of an amount. */
export function numbersSaid(text: string, language: MeetingLanguage): Set<string> {
  const plain = amountsInDigits(text, language);
  const said = new Set<string>(digitNumbers(plain));
  // "10.30" may be a time; "3.5" is neither 3 nor 5, and "6,200" is neither 6 nor 200.
  const single = plain.replace(/(?<![\d.,])\d+[.,]\d(?!\d)|(?<![\d.,])\d{1,3}(?:[.,]\d{3})+(?!\d)/gu, " ");
  for (const word of foldedWords(single)) {
    const value = valueOf(word) ?? wordNumbers([word])[0];
    if (value !== undefined) said.add(String(value));
    if (ONES.has(word)) said.add("1");
    if (/^\d+/u.test(word)) said.add(plainNumber(/^\d+/u.exec(word)?.[0] ?? ""));
  }
  return said;
}

/** The numbers of a text that must have been said for the text to be true. */
export function numbersClaimed(text: string, language: MeetingLanguage): string[] {
  const plain = amountsInDigits(text, language);
  const own = foldedWords(plain).filter((word) => !NO_NUMBER[language].has(word) && !/\d/u.test(word));
  const written = wordNumbers(own).filter((value) => value >= NUMBER_WORD_MIN);
  return [...digitNumbers(plain), ...written.map(String)];
}

/** Words that say a small number and as often something else: an order, a moment, a part, what is new, a duty. */
const AMBIGUOUS: Readonly<Record<MeetingLanguage, ReadonlySet<string>>> = withOthers<ReadonlySet<string>>(
  {
    en: new Set(["second"]),
    es: new Set(["segundo", "cuarto", "tercero"]),
    fr: new Set(["second", "neuf", "quart"]),
    ca: new Set(["segon", "nou", "deu", "quart", "sis", "set"]),
  },
  new Set(),
);

/** The numbers in words that a text says, the small ones too, without words that as often say something else. */
export function smallNumbersClaimed(text: string, language: MeetingLanguage): string[] {
  const own = foldedWords(text).filter(
    (word) => !NO_NUMBER[language].has(word) && !AMBIGUOUS[language].has(word) && !/\d/u.test(word),
  );
  return wordNumbers(own).map(String);
}
