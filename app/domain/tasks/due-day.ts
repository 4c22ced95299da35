import { TEXT_LANGUAGES } from "#app/domain/languages.ts";
import { stripAccents } from "#app/domain/transcript/fold.ts";
import { isDay } from "#app/domain/time.ts";

/**
 * Turns a deadline as it was said ("by Friday", "el 3 de diciembre", "demain") into a day. The names of days and months are Intl's. Words are
 * looked for in all languages at once, as minutes may quote a talk in another language than their own.
 */

/** `other`: the deadline may mean this later day as well, as "next Friday" does. The earlier one sorts, the later one makes the task late. */
export type DueDay = { day: string; other: string | null };

/** When the meeting was: a spoken day counts from the meeting's own day. */
type Meeting = { startsAt: number; timeZone: string };

const DAY_MS = 24 * 60 * 60 * 1000;
/** A date without its year that is this much past was not meant as one of next year. */
const PAST_DAYS_MAX = 120;

/** Null for a deadline that is no day, may be several, or lies before the meeting. */
export function dueDayOf(deadline: string | null, { startsAt, timeZone }: Meeting): DueDay | null {
  if (deadline === null) return null;
  if (isDay(deadline)) return { day: deadline, other: null };
  const text = stripAccents(deadline.toLowerCase()).replaceAll("’", "'");
  if (NO_DEADLINE.test(text)) return null;
  const today = dayThere(startsAt, timeZone);
  let rest = text;
  const found: DueDay[] = [];
  // A form that was read is taken out, so that the "3" of "December 3rd" is not read as a day of the month as well.
  for (const { pattern, read } of FORMS) {
    rest = rest.replaceAll(pattern, (...match) => {
      const due = read(match, today);
      if (due) found.push(due);
      return due ? " " : match[0];
    });
  }
  // "Tomorrow, end of day" names its day itself.
  const [first = END_OF_DAY.test(rest) ? only(today) : undefined] = found;
  if (first === undefined || rest.search(PARTS_OF_TIME) !== -1) return null;
  // "Tomorrow, Wednesday" is one day; "Monday or Wednesday" is none.
  if (found.length > 1) return agreed(found);
  return first;
}

function agreed(found: readonly DueDay[]): DueDay | null {
  const days = (due: DueDay) => [due.day, ...(due.other === null ? [] : [due.other])];
  const shared = days(found[0] ?? { day: "", other: null }).filter((day) =>
    found.every((due) => days(due).includes(day)),
  );
  const [day] = shared;
  return day === undefined || shared.length > 1 ? null : { day, other: null };
}

/** Days since 1970 of the calendar day at a moment. */
function dayThere(at: number, timeZone: string): number {
  return Date.parse(`${new Intl.DateTimeFormat("sv-SE", { timeZone }).format(at)}T00:00:00Z`) / DAY_MS;
}

const textOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
const only = (day: number): DueDay => ({ day: textOf(day), other: null });
const weekdayOf = (day: number) => new Date(day * DAY_MS).getUTCDay();

/** Names as people say them, folded: from "sunday" and "dimecres" to their numbers. */
const WEEKDAYS = namesOf({ weekday: "long" }, (index) => Date.UTC(2023, 0, 1 + index), 7);
const MONTHS = new Map([
  ...namesOf({ month: "short" }, (index) => Date.UTC(2023, index, 15), 12),
  ...namesOf({ month: "long" }, (index) => Date.UTC(2023, index, 15), 12),
  ["setiembre", 8],
]);
// Short names that are other words, too: "3 days ago", "des de", "set" (seven).
for (const name of ["ago", "des", "set"]) MONTHS.delete(name);

function namesOf(part: Intl.DateTimeFormatOptions, at: (index: number) => number, count: number): Map<string, number> {
  const names = new Map<string, number>();
  for (const language of TEXT_LANGUAGES) {
    const format = new Intl.DateTimeFormat(language, { ...part, timeZone: "UTC" });
    for (let index = 0; index < count; index += 1)
      names.set(stripAccents(format.format(at(index)).toLowerCase()).replace(".", ""), index);
  }
  return names;
}

/** Numbers that are said as words beside a unit or a month. */
const COUNTS: ReadonlyMap<string, number> = new Map(
  [
    "a an un una une one u uno premier first primer primero",
    "two dos dues deux second",
    "three tres trois third",
    "four cuatro quatre fourth",
    "five cinco cinc cinq fifth",
    "six seis sis sixth",
    "seven siete set sept seventh",
    "eight ocho vuit huit eighth",
    "nine nueve nou neuf ninth",
    "ten diez deu dix tenth",
  ].flatMap((words, index) => words.split(" ").map((word) => [word, index + 1] as const)),
);

const oneOf = (words: Iterable<string>) => [...words].sort((left, right) => right.length - left.length).join("|");
const WEEKDAY = `(${oneOf(WEEKDAYS.keys())})`;
const MONTH = `(${oneOf(MONTHS.keys())})`;
const NUMBER = `(\\d{1,2}|${oneOf(COUNTS.keys())})`;
const NEXT_BEFORE = "next |coming |proximo |proper ";
const NEXT_AFTER = " next| prochain| proximo| que viene| vinent| que ve";
const THIS_WEEK = " of this week| this week| de esta semana| de cette semaine| d'aquesta setmana";
/** "Friday, …", "el viernes …": the weekday of a date. */
const OF_WEEKDAY = `(?:${WEEKDAY},? (?:the |el |le )?)?`;
/** A day of the month behind a weekday, and no hour ("Friday 4 pm"). */
const DAY_BEHIND = `,? (?:the |el |le )?(\\d{1,2})(?:st|nd|rd|th)?(?!\\d| ?(?:am|pm|a\\.m|p\\.m|h|:|o'clock))`;
const word = (source: string) => new RegExp(`(?<![\\p{L}\\p{N}-])(?:${source})(?![\\p{L}\\p{N}]|[-/.]\\d)`, "gu");

type Form = { pattern: RegExp; read: (match: readonly unknown[], today: number) => DueDay | null };

/** The longer forms first. */
const FORMS: readonly Form[] = [
  {
    pattern: word("(\\d{4})([-/.])(\\d{2})\\2(\\d{2})"),
    read: ([, year, , month, number]) => {
      const day = `${String(year)}-${String(month)}-${String(number)}`;
      return isDay(day) ? { day, other: null } : null;
    },
  },
  {
    // The first number is the day in most languages, and the month in American English.
    pattern: word("(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4})"),
    read: ([, first, , second, year], today) => dateOfNumbers(Number(first), Number(second), Number(year), today),
  },
  {
    pattern: word(
      `${OF_WEEKDAY}(?:${NUMBER}(?:st|nd|rd|th|er)?) (?:of |de |d')?${MONTH}\\.?(?:,? (?:de |del )?(\\d{4}))?`,
    ),
    read: ([, weekday, number, month, year], today) => onWeekday(weekday, dateOf(number, month, year, today)),
  },
  {
    pattern: word(`${OF_WEEKDAY}${MONTH}\\.? (?:the )?${NUMBER}(?:st|nd|rd|th)?(?:,? (\\d{4}))?`),
    read: ([, weekday, month, number, year], today) => onWeekday(weekday, dateOf(number, month, year, today)),
  },
  {
    pattern: word(`${WEEKDAY}${DAY_BEHIND}`),
    read: ([, weekday, number], today) => onWeekday(weekday, dayOfMonth(Number(number), today)),
  },
  {
    // The week after the one that the meeting is in.
    pattern: word(
      `${WEEKDAY} (?:of next week|next week|de la semana que viene|de la proxima semana|de la semaine prochaine|de la setmana (?:vinent|que ve))`,
    ),
    read: ([, name], today) => {
      const fromMonday = (day: number) => (day + 6) % 7;
      return only(today - fromMonday(weekdayOf(today)) + 7 + fromMonday(WEEKDAYS.get(String(name)) ?? 0));
    },
  },
  {
    pattern: word(
      `(this |este |ce |aquest )?(${NEXT_BEFORE})?${WEEKDAY}(?!${DAY_BEHIND})(${NEXT_AFTER})?(${THIS_WEEK})?`,
    ),
    read: ([, near, before, name, , after, inThisWeek], today) => {
      const days = ((WEEKDAYS.get(String(name)) ?? 0) - weekdayOf(today) + 7) % 7;
      if (near !== undefined || inThisWeek !== undefined) return only(today + days);
      const day = today + (days || 7);
      const isNext = (before !== undefined && before !== "coming ") || after !== undefined;
      return isNext && days > 0 ? { day: textOf(day), other: textOf(day + 7) } : only(day);
    },
  },
  {
    pattern: word("(?:the )?day after tomorrow|pasado manana|apres-demain|dema passat|passat dema"),
    read: (_, today) => only(today + 2),
  },
  { pattern: word("tomorrow|(?<!(?:esta|la|por la|de la) )manana|demain|dema"), read: (_, today) => only(today + 1) },
  {
    pattern: word(
      "today|tonight|this (?:morning|afternoon|evening)|hoy|esta (?:manana|tarde|noche)|aujourd'hui|ce soir|avui|aquesta (?:tarda|nit)",
    ),
    read: (_, today) => only(today),
  },
  {
    pattern: word(
      `(?:in|within|en|dentro de|dans|d'ici|d'aqui a) ${NUMBER} (days?|dias?|jours?|dia|dies|weeks?|semanas?|semaines?|setman(?:a|es))`,
    ),
    read: ([, number, unit], today) => {
      const count = countOf(number);
      return count === null ? null : only(today + count * (/^(?:w|s)/u.test(String(unit)) ? 7 : 1));
    },
  },
  {
    pattern: word(
      "(?:the )?end of (?:the|this) month|(?:a )?fin(?:al|ales)? de(?: este)? mes|fin (?:du|de ce) mois|final(?:s)? (?:de|d'aquest) mes",
    ),
    read: (_, today) => {
      const at = new Date(today * DAY_MS);
      return only(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0) / DAY_MS);
    },
  },
  {
    pattern: word("(?:the (\\d{1,2})(?:st|nd|rd|th)|(?:el )?dia (\\d{1,2})|(?:el|le) (\\d{1,2}))"),
    read: ([, english, named, bare], today) => dayOfMonth(Number(english ?? named ?? bare), today),
  },
];

const END_OF_DAY =
  /(?<!\p{L})(?:(?:end|close) of (?:the |this )?(?:business )?day|end of business|close of business|eod|cob|final(?:es)? del? dia|fin del dia|fin de (?:la )?journee)(?!\p{L})/u;

/**
 * Expressions that name a time which is over, that comes again, or before which nothing may happen; and numbers of two words, of which only
 * the second would be read.
 */
const NO_DEADLINE =
  /(?<!\p{L})(?:twenty|thirty|vingt|trente|treinta|vint|trenta|dix)[ -]|(?<!\p{L})(?:last|ago|since|(?<!day )after|not before|every|each|pasado(?! manana)|desde|despues|cada|todos los|dernier|depuis|apres(?!-)|chaque|tous les|passat(?<!dema passat)(?! dema)|des de|despres|tots els)(?!\p{L})/u;

/** A deadline that names another time beside a day, or a weekday that is not that of its date: the day alone would be a guess. */
const PARTS_OF_TIME = word(
  `${WEEKDAY}|week|weeks|fortnight|en huit|en quinze|en ocho|en quince|month|months|quarter|year|semana|semanas|mes|meses|trimestre|ano|semaine|semaines|mois|annee|setmana|setmanes|mesos|any|or|o|ou|between|entre`,
);

/** The date, where it falls on the weekday that was said with it. */
function onWeekday(name: unknown, due: DueDay | null): DueDay | null {
  const weekday = WEEKDAYS.get(String(name));
  if (weekday === undefined || due === null) return due;
  return weekdayOf(Date.parse(`${due.day}T00:00:00Z`) / DAY_MS) === weekday ? due : null;
}

/** "3/12/2026" is one of two days, unless one of them is none or is over. */
function dateOfNumbers(first: number, second: number, year: number, today: number): DueDay | null {
  const dayIn = (month: number, day: number) => (month > 12 ? null : realDay(year, month - 1, day));
  const days = [dayIn(second, first), dayIn(first, second)]
    .flatMap((due) => (due && due.day >= textOf(today) ? due.day : []))
    .toSorted();
  const [day, other = null] = new Set(days);
  return day === undefined ? null : { day, other };
}

function countOf(number: unknown): number | null {
  const said = String(number);
  const count = /^\d/u.test(said) ? Number(said) : COUNTS.get(said);
  return count === undefined || count === 0 ? null : count;
}

/** A date without a year is the one that comes next. */
function dateOf(number: unknown, name: unknown, year: unknown, today: number): DueDay | null {
  const [day, month] = [countOf(number), MONTHS.get(String(name))];
  if (day === null || month === undefined) return null;
  if (year !== undefined) return realDay(Number(year), month, day);
  const thisYear = new Date(today * DAY_MS).getUTCFullYear();
  const due = realDay(thisYear, month, day);
  if (due === null || due.day >= textOf(today)) return due ?? realDay(thisYear + 1, month, day);
  return due.day >= textOf(today - PAST_DAYS_MAX) ? null : realDay(thisYear + 1, month, day);
}

/** The next day of this number, in the meeting's month or the one after. */
function dayOfMonth(number: number, today: number): DueDay | null {
  const at = new Date(today * DAY_MS);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return number >= at.getUTCDate() ? realDay(year, month, number) : realDay(year, month + 1, number);
}

/** Null for the 31st of a month of thirty days. */
function realDay(year: number, month: number, day: number): DueDay | null {
  const at = new Date(Date.UTC(year, month, day));
  return at.getUTCDate() === day ? { day: at.toISOString().slice(0, 10), other: null } : null;
}
