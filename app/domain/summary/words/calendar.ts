import { foldedWords } from "#app/domain/transcript/fold.ts";

/** The months in the four languages, folded; a date in digits is the same as one said in words. */
export const MONTHS: readonly (readonly string[])[] = [
  "january jan enero janvier gener",
  "february feb febrero fevrier febrer",
  "march mar marzo mars marc",
  "april apr abril avril",
  "may mayo mai maig",
  "june jun junio juin juny",
  "july jul julio juillet juliol",
  "august aug agosto aout agost",
  "september sep sept septiembre setiembre septembre setembre",
  "october oct octubre octobre",
  "november nov noviembre novembre",
  "december dec diciembre decembre desembre",
].map((names) => names.split(" "));

const WEEKDAYS: readonly (readonly string[])[] = [
  "monday lunes lundi dilluns",
  "tuesday martes mardi dimarts",
  "wednesday miercoles mercredi dimecres",
  "thursday jueves jeudi dijous",
  "friday viernes vendredi divendres",
  "saturday sabado samedi dissabte",
  "sunday domingo dimanche diumenge",
].map((names) => names.split(" "));

const WEEKDAY_PLURALS: ReadonlyMap<string, number> = new Map(
  WEEKDAYS.flatMap((names, day) => names.map((name) => [`${name}s`, MONTHS.length + day] as const)),
);

/** Words that are also something else ("may", "mar", "sept"): said, they name a month; written, they claim none. */
const NO_CLAIM: ReadonlySet<string> = new Set("may mar sept mars marc march set jan jun dec nov".split(" "));

const GROUPS: ReadonlyMap<string, number> = new Map(
  [...MONTHS, ...WEEKDAYS].flatMap((names, group) => names.map((name) => [name, group] as const)),
);

/** Returns the number of the month that a folded word names, from 0; null for another word. */
export function monthOf(word: string): number | null {
  const group = GROUPS.get(word);
  return group !== undefined && group < MONTHS.length ? group : null;
}

/**
 * Whether every weekday and month that a text names was said, in whichever of the four languages: "el viernes" is the
 * "Friday" of the talk. Months in digits are numbers, and looked for as such.
 */
export function areDaysSaid(text: string, said: ReadonlySet<string>): boolean {
  const named = foldedWords(text).filter((word) => !NO_CLAIM.has(word));
  const heard = new Set([...said].flatMap((word) => GROUPS.get(word) ?? []));
  return named.every((word) => {
    const group = GROUPS.get(word);
    return group === undefined || heard.has(group);
  });
}

/** Words of days relative to the meeting, by their meaning in the four languages. "Matin" and "mañana" are left out: they are two things. */
const RELATIVE: ReadonlyMap<string, string> = new Map(
  [
    "today hoy aujourd avui",
    "tomorrow demain dema",
    "tonight",
    "yesterday ayer hier ahir",
    "week semana semaine setmana",
    "month mes mois",
    "quarter trimestre",
  ].flatMap((names, group) => names.split(" ").map((name) => [name, `r${group}`] as const)),
);

/** Months that are other words too, in their language's spelling: "març" is no "marc". */
const SPELLED: ReadonlySet<string> = new Set(["març", "mars"]);

/**
 * Returns the day, month or relative day that a word names, by its meaning, or null. `raw` is the word as it is spelled: "March" and
 * "May" are months, "march" and "may" are not.
 */
export function timeWordOf(folded: string, raw: string): string | null {
  const isMonth = !NO_CLAIM.has(folded) || SPELLED.has(raw.toLowerCase()) || /^(?:March|May)$/u.test(raw);
  // "On Tuesdays", "los sábados".
  const group = isMonth ? (GROUPS.get(folded) ?? WEEKDAY_PLURALS.get(folded)) : undefined;
  return group === undefined ? (RELATIVE.get(folded) ?? null) : `d${group}`;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;

/** Returns the days, months and relative days that a text names, by their meaning in the four languages. */
export function daysIn(text: string): Set<string> {
  const days = [...text.matchAll(WORD)].flatMap(([raw]) => timeWordOf(foldedWords(raw)[0] ?? "", raw) ?? []);
  return new Set(days);
}
