import type { CalendarDay } from "#app/ui/date-time-picker/zoned-time.ts";

/** Arithmetic on calendar days, without zones: a day is a date in UTC here, so no clock change can move it. */
export type CalendarMonth = { year: number; month: number };

/**
 * A 10-digit timestamp on the wire is seconds, so milliseconds before 2001 with ten digits (the first months of 1970)
 * cannot be expressed; no MP4 was recorded in those months either.
 */
export const FIRST_DAY: CalendarDay = { year: 1971, month: 1, day: 1 };
export const LAST_DAY: CalendarDay = { year: 2099, month: 12, day: 31 };

const utcOf = (day: CalendarDay) => Date.UTC(day.year, day.month - 1, day.day);

function dayOf(utc: number): CalendarDay {
  const date = new Date(utc);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

export const sameDay = (a: CalendarDay | null, b: CalendarDay | null) =>
  a?.year === b?.year && a?.month === b?.month && a?.day === b?.day;

export const monthOf = (day: CalendarDay): CalendarMonth => ({ year: day.year, month: day.month });

export const isInMonth = (day: CalendarDay, month: CalendarMonth) =>
  day.year === month.year && day.month === month.month;

/** 0 is Monday: weeks begin as in ISO 8601, in all supported languages. */
export const weekdayOf = (day: CalendarDay) => (new Date(utcOf(day)).getUTCDay() + 6) % 7;

export function withinCalendar(day: CalendarDay): CalendarDay {
  if (utcOf(day) < utcOf(FIRST_DAY)) return FIRST_DAY;
  if (utcOf(day) > utcOf(LAST_DAY)) return LAST_DAY;
  return day;
}

export function addDays(day: CalendarDay, days: number): CalendarDay {
  return withinCalendar(dayOf(utcOf(day) + days * 86_400_000));
}

const daysIn = (month: CalendarMonth) => new Date(Date.UTC(month.year, month.month, 0)).getUTCDate();

/** The same day some months later, or the last day of that month if it has no such day. */
export function addMonths(day: CalendarDay, months: number): CalendarDay {
  const first = dayOf(Date.UTC(day.year, day.month - 1 + months, 1));
  return withinCalendar({ ...first, day: Math.min(day.day, daysIn(first)) });
}

/** Six weeks from the Monday on or before the month's first day. The number is constant, so that nothing below moves. */
export function weeksOf(month: CalendarMonth): CalendarDay[][] {
  const first = { ...month, day: 1 };
  const start = utcOf(first) - weekdayOf(first) * 86_400_000;
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => dayOf(start + (week * 7 + day) * 86_400_000)),
  );
}

/** The day that a key of the grid moves to from `day`, or null for a key that the grid does not handle. */
export function dayForKey(day: CalendarDay, key: string, shift: boolean): CalendarDay | null {
  switch (key) {
    case "ArrowLeft":
      return addDays(day, -1);
    case "ArrowRight":
      return addDays(day, 1);
    case "ArrowUp":
      return addDays(day, -7);
    case "ArrowDown":
      return addDays(day, 7);
    case "Home":
      return addDays(day, -weekdayOf(day));
    case "End":
      return addDays(day, 6 - weekdayOf(day));
    case "PageUp":
      return addMonths(day, shift ? -12 : -1);
    case "PageDown":
      return addMonths(day, shift ? 12 : 1);
    default:
      return null;
  }
}

/** The day stands before the month in all supported languages, also in English. */
export const dayFirst = (locale: string) => (locale === "en" ? "en-GB" : locale);

const formatDay = (day: CalendarDay, locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(dayFirst(locale), { ...options, timeZone: "UTC" }).format(utcOf(day));

/** "November 2026", with a capital letter in every language, because it is a heading. */
export function monthName(month: CalendarMonth, locale: string): string {
  const name = formatDay({ ...month, day: 1 }, locale, { month: "long", year: "numeric" });
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/** The accessible name of a day. */
export const dayName = (day: CalendarDay, locale: string) =>
  formatDay(day, locale, { weekday: "long", day: "numeric", month: "long", year: "numeric" });

/** Monday to Sunday: two letters to display, the whole word for screen readers. */
export function weekdayNames(locale: string): { short: string; long: string }[] {
  return Array.from({ length: 7 }, (_, index) => {
    const day = { year: 2001, month: 1, day: 1 + index };
    const short = formatDay(day, locale, { weekday: "short" }).slice(0, 2);
    return {
      short: short.charAt(0).toLocaleUpperCase(locale) + short.slice(1),
      long: formatDay(day, locale, { weekday: "long" }),
    };
  });
}
