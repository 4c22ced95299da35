import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { type Range, type Talk, textOf } from "#app/domain/summary/check/talk-index.ts";
import { daysIn } from "#app/domain/summary/words/calendar.ts";
import { timesSaid } from "#app/domain/summary/words/clock-times.ts";
import { amountsInDigits, ONES, plainNumber, wordNumbers } from "#app/domain/summary/words/amounts.ts";
import { durationsSaid } from "#app/domain/summary/words/durations.ts";
import { NO_UNIT, numbersByUnit } from "#app/domain/summary/words/units.ts";
import { numbersSaid } from "#app/domain/summary/words/numbers.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/** The facts that were said in a range, each in a normal form. */
export type HeardFacts = {
  words: ReadonlySet<string>;
  speakers: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
  /** The numbers of each unit: "hours" → 30. */
  byUnit: ReadonlyMap<string, ReadonlySet<string>>;
  times: ReadonlySet<number>;
  /** Days, months and relative days by their meaning. */
  days: ReadonlySet<string>;
  /** All letters in a row: "L C D" is said letter by letter. */
  letters: string;
};

/** Reads each range once. */
export function factReader(talk: Talk): (range: Range) => HeardFacts {
  const read = new Map<string, HeardFacts>();
  return (range) => {
    const key = `${range.from}-${range.to}`;
    const before = read.get(key);
    if (before) return before;
    const facts = factsIn(talk, range);
    read.set(key, facts);
    return facts;
  };
}

function factsIn(talk: Talk, range: Range): HeardFacts {
  const speakers = talk.heard.slice(range.from, range.to).flatMap(({ speaker }) => speaker);
  return factsSaid(textOf(talk, range), talk, speakers);
}

/** Returns the facts of a text that somebody said. */
export function factsSaid(text: string, { language }: Talk, speakers: readonly string[]): HeardFacts {
  const words = foldedWords(text);
  const numbers = numbersSaid(text, language);
  const durations = durationsSaid(text, language);
  for (const number of [...pricesSaid(text, language), ...durations]) numbers.add(number);
  const byUnit = numbersByUnit(text, language);
  const isThousands = [...numbers].some((number) => Number(number) >= 1000 && Number(number) % 100 === 0);
  // "Seven thousand three hundred." "And with the pump?" "Just under nine."
  const shortened = isThousands ? [...(byUnit.get(NO_UNIT) ?? [])].filter((number) => Number(number) < 100) : [];
  for (const number of shortened) numbers.add(String(Number(number) * 1000));
  byUnit.set(NO_UNIT, new Set([...(byUnit.get(NO_UNIT) ?? []), ...durations]));
  return {
    words: new Set(words),
    speakers: new Set(speakers),
    numbers,
    byUnit,
    times: timesSaid(text, language),
    days: daysIn(text),
    letters: words.filter((word) => word.length <= 2).join(""),
  };
}

/** Words between an amount and its hundredths: "seis con noventa", "six euros and ninety cents", "douze euros cinquante". */
const BEFORE_CENTS = new Set(
  "con y i amb and et euro euros dollar dollars pound pounds livre livres franc francs point coma virgule".split(" "),
);

/** "Twelve and a half", "siete y media", "douze et demi", "sis i mig". */
const HALF = /^(?:and a half|y medi[oa]|et demie?|i mi(?:g|tja))(?!\p{L})/u;

/** "Six ninety" and "seis con noventa" are 6.90; English leaves the hundred out of 690 too. */
function pricesSaid(text: string, language: MeetingLanguage): string[] {
  const words = foldedWords(amountsInDigits(text, language));
  const values = words.map((word) => {
    if (/^\d+$/u.test(word)) return Number(word);
    return wordNumbers([word])[0] ?? (ONES.has(word) ? 1 : null);
  });
  return values.flatMap((whole, at) => {
    if (whole === null) return [];
    if (HALF.test(words.slice(at + 1, at + 4).join(" "))) return [String(whole + 0.5)];
    let next = at + 1;
    while (next <= at + 2 && BEFORE_CENTS.has(words[next] ?? "")) next += 1;
    const cents = values[next] ?? null;
    if (cents === null || cents <= 0 || cents > 99) return [];
    const price = plainNumber(`${whole}.${String(cents).padStart(2, "0")}`);
    const isShort = language === "en" && next === at + 1 && cents > 9 && whole > 0 && whole < 100;
    return isShort ? [price, String(whole * 100 + cents)] : [price];
  });
}
