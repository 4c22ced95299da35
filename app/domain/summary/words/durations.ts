import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { amountsInDigits, ONES, wordNumbers } from "#app/domain/summary/words/amounts.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/** A length of time in another unit, and a number that has a name: "two weeks" are 14 days, "medio año" six months, "una dotzena" is 12. */

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));
const DAY = words("day days dia dias dies jour jours");
const WEEK = words("week weeks semana semanas semaine semaines setmana setmanes");
const MONTH = words("month months mes meses mois mesos");
const YEAR = words("year years ano anos an ans annee annees any anys");
const HOUR = words("hour hours hora horas heure heures hores");
const HALF = words("half medio media demi demie mig mitja");
const QUARTER = words("quarter quarters cuarto cuartos quart quarts");
/** Words that stand for a number by themselves; a fortnight is two weeks, of 14 days or of 15 where both ends count. */
const NAMED: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^(?:fortnights?|quincenas?|quinzaines?|quinzen(?:a|es))$/u, [2, 14, 15]],
  [/^(?:dozens?|docenas?|douzaines?|dotzen(?:a|es))$/u, [12]],
  [/^(?:semesters?|semestres?)$/u, [6]],
  [/^(?:quarters?|trimestres?)$/u, [3]],
];
/** "Half a year", "un quart d'heure": words between a part and its unit. */
const BETWEEN = words("a an of de d une un una");

/** Returns the numbers that follow from the lengths of time in a text, as decimal strings. */
export function durationsSaid(text: string, language: MeetingLanguage): string[] {
  const said = foldedWords(amountsInDigits(text, language));
  const found = said.flatMap((word, at) => {
    const byName = NAMED.find(([names]) => names.test(word))?.[1] ?? [];
    const unit = said[at + 1] ?? "";
    // "Half an hour" is no hour.
    const before = said[at - 1] ?? "";
    const count = HALF.has(before) || QUARTER.has(before) ? null : countOf(word);
    const whole = count === null ? [] : inOtherUnits(count, unit, isHalfMore(said, at + 2));
    return [...byName, ...whole, ...partOf(word, said, at)];
  });
  return found.map(String);
}

function countOf(word: string): number | null {
  if (/^\d+$/u.test(word)) return Number(word);
  return wordNumbers([word])[0] ?? (ONES.has(word) || /^an?$/u.test(word) ? 1 : null);
}

/** "A year and a half", "una hora y media". */
function isHalfMore(said: readonly string[], at: number): boolean {
  return said.slice(at, at + 3).some((word) => HALF.has(word)) && /^(?:and|y|et|i)$/u.test(said[at] ?? "");
}

function inOtherUnits(count: number, unit: string, isHalf: boolean): number[] {
  const whole = count + (isHalf ? 0.5 : 0);
  if (WEEK.has(unit)) return count === 2 ? [14, 15] : [count * 7];
  if (YEAR.has(unit)) return [whole * 12];
  if (HOUR.has(unit)) return [whole * 60];
  if (MONTH.has(unit) && count % 12 === 0) return [count / 12];
  // "Huit jours", "quinze jours": a week and two, with both ends.
  if (DAY.has(unit)) return count === 15 ? [2] : count === 8 ? [1] : count % 7 === 0 ? [count / 7] : [];
  return [];
}

function partOf(word: string, said: readonly string[], at: number): number[] {
  const isHalf = HALF.has(word);
  if (!isHalf && !QUARTER.has(word)) return [];
  const unit = said.slice(at + 1, at + 4).find((next) => !BETWEEN.has(next)) ?? "";
  if (HOUR.has(unit)) return [isHalf ? 30 : 15 * (countOf(said[at - 1] ?? "") ?? 1)];
  return isHalf && YEAR.has(unit) ? [6] : [];
}
