import { LOCALES } from "#app/domain/languages.ts";
import { stripAccents } from "#app/domain/transcript/fold.ts";
import { epochOf } from "#app/ui/date-time-picker/zoned-time.ts";

const WORDS = /[\p{L}]{3,12}|\d{1,4}(?:[:.h]\d{2})?|[ap]\.?m\b/giu;
/** Longer lines are no line with a date. */
const LINE_CHARS_MAX = 160;
/** A day without a time is at noon: nobody's zone makes another day of it. */
const NOON = { hour: 12, minute: 0 };

/**
 * The moment that a line of text names with its month in words: "November 19, 2026, 9:30AM", "19 de noviembre de 2026", in the languages of
 * the interface. Null where there is no such day.
 */
export function readWrittenDate(line: string, timeZone: string): number | null {
  if (line.length > LINE_CHARS_MAX) return null;
  const words = line.match(WORDS) ?? [];
  const months = words.map((word) => MONTHS.get(fold(word)));
  const at = months.findIndex((month) => month !== undefined);
  const month = months[at];
  if (month === undefined) return null;
  const year = words.map(Number).find((number) => number >= 2000 && number < 2100);
  const near = words.slice(Math.max(0, at - 2), at + 2).map(Number);
  const day = near.find((number) => number >= 1 && number <= 31);
  if (year === undefined || day === undefined || day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null;
  return epochOf({ year, month, day, ...(timeIn(words) ?? NOON) }, timeZone);
}

function timeIn(words: readonly string[]): { hour: number; minute: number } | null {
  const index = words.findIndex((word) => /^\d{1,2}[:.h]\d{2}$/iu.test(word));
  const [hours = Number.NaN, minute = Number.NaN] = (words[index] ?? "").split(/[:.h]/iu).map(Number);
  const half = (words[index + 1] ?? "").toLowerCase().replace(".", "");
  const hour = half === "pm" || half === "am" ? (hours % 12) + (half === "pm" ? 12 : 0) : hours;
  return hour < 24 && minute < 60 ? { hour, minute } : null;
}

/** Long and short names of the months, as dates write them, folded; 1 is January. */
const MONTHS: ReadonlyMap<string, number> = new Map(
  LOCALES.flatMap((locale) =>
    Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 1)).flatMap((at, month) =>
      (["long", "short"] as const).flatMap((form) => {
        const name = new Intl.DateTimeFormat(locale, { month: form, day: "numeric", timeZone: "UTC" })
          .formatToParts(at)
          .find(({ type }) => type === "month")?.value;
        const word = fold(name ?? "");
        return word === "" ? [] : [[word, month + 1] as const];
      }),
    ),
  ),
);

function fold(word: string): string {
  const letters = stripAccents(word.toLowerCase()).match(/\p{L}+/gu) ?? [];
  return letters.at(-1) ?? "";
}
