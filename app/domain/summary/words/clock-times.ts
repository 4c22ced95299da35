import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { amountsInDigits, wordNumbers } from "#app/domain/summary/words/amounts.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import { ownEntry } from "#app/domain/own-entry.ts";

/** Times of the day in a normal form: minutes since midnight or noon, so that "15:30", "half past three" and "las tres y media" agree. */

const HALF_DAY = 12 * 60;
/** "9:30", "9h30", "15 h": a time, and no decimal number. */
const IN_DIGITS = /(?<![\d.,])([01]?\d|2[0-4])\s?(?::([0-5]\d)|h(?:\s?([0-5]\d))?)(?![\p{L}\d])/giu;

/** Returns the times that a text gives in digits, and the text without them. */
export function digitTimes(text: string): { times: number[]; rest: string } {
  const times: number[] = [];
  const rest = text.replace(IN_DIGITS, (_whole, hour: string, minutes?: string, after?: string) => {
    times.push(inHalfDay(Number(hour), Number(minutes ?? after ?? 0)));
    return " ";
  });
  return { times, rest };
}

function inHalfDay(hour: number, minutes: number): number {
  return (((hour * 60 + minutes) % HALF_DAY) + HALF_DAY) % HALF_DAY;
}

const PAST: Partial<Record<string, number>> = {
  half: 30,
  media: 30,
  demie: 30,
  mitja: 30,
  quarter: 15,
  cuarto: 15,
  quart: 15,
};
const BEFORE = new Set(["to", "menos", "moins", "menys"]);
/** Words between an hour and its minutes. */
const BETWEEN = new Set([
  "y",
  "i",
  "et",
  "past",
  "after",
  "oclock",
  "clock",
  "o",
  "heures",
  "heure",
  "hores",
  "horas",
  "le",
  "the",
  "a",
  "las",
  "la",
  "les",
  "de",
  "d",
  "en",
  "punto",
]);

/**
 * Returns every time that the words of a text may give. An hour with a part beside it, in either order, and in Catalan "dos quarts de
 * deu" (9:30), count; a number alone is a time of that hour.
 */
export function timesSaid(text: string, language: MeetingLanguage): Set<number> {
  const { times, rest } = digitTimes(text);
  // "Dix-sept heures" is an hour of two words; "nine thirty" are two numbers either way.
  const [plain, joined] = [foldedWords(rest), foldedWords(amountsInDigits(rest, language))];
  const readings = plain.join(" ") === joined.join(" ") ? [plain] : [plain, joined];
  return new Set([...times, ...readings.flatMap((words) => [...hoursIn(words, language)])]);
}

function hoursIn(words: readonly string[], language: MeetingLanguage): Set<number> {
  const said = new Set<number>();
  const values = words.map((word) => numberOf(word));
  for (const [at, hour] of values.entries()) {
    if (hour === null || hour > 24) continue;
    said.add(inHalfDay(hour, 0));
    for (const { minutes, isBefore } of partsBeside(words, values, at)) {
      said.add(isBefore ? inHalfDay(hour, -minutes) : inHalfDay(hour, minutes));
    }
    if (language === "ca")
      for (const quarters of quartersBefore(words, values, at)) said.add(inHalfDay(hour - 1, quarters * 15));
  }
  return said;
}

/** Looks at most four words away: "nine thirty", "half past nine", "las tres menos cuarto". */
function partsBeside(words: readonly string[], values: readonly (number | null)[], at: number) {
  const found: { minutes: number; isBefore: boolean }[] = [];
  for (const step of [1, -1]) {
    let isBefore = false;
    for (let index = at + step; Math.abs(index - at) <= 4; index += step) {
      const word = words[index];
      if (word === undefined) break;
      const minutes = ownEntry(PAST, word) ?? (step > 0 ? (values[index] ?? null) : null);
      if (minutes !== null && minutes < 60) found.push({ minutes, isBefore });
      if (BEFORE.has(word)) isBefore = true;
      else if (!BETWEEN.has(word)) break;
    }
    if (step < 0 && words[at - 1] !== undefined && BEFORE.has(words[at - 1] ?? "")) {
      const minutes = ownEntry(PAST, words[at - 2] ?? "") ?? values[at - 2] ?? null;
      if (minutes !== null && minutes < 60) found.push({ minutes, isBefore: true });
    }
  }
  return found;
}

/** "Un quart de deu" is 9:15, "tres quarts de deu" 9:45. */
function quartersBefore(words: readonly string[], values: readonly (number | null)[], at: number): number[] {
  const [count, quart, of] = [at - 3, at - 2, at - 1];
  if (!/^quarts?$/u.test(words[quart] ?? "") || !/^(?:de|d)$/u.test(words[of] ?? "")) return [];
  const quarters = words[count] === "un" ? 1 : (values[count] ?? null);
  return quarters !== null && quarters <= 3 ? [quarters] : [];
}

function numberOf(word: string): number | null {
  if (/^\d{1,2}$/u.test(word)) return Number(word);
  if (/^(?:one|una|un|une)$/u.test(word)) return 1;
  return wordNumbers([word])[0] ?? null;
}
