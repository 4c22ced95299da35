import { useTranslation } from "#app/i18n/use-translation.ts";
import { dayFirst } from "#app/ui/date-time-picker/calendar-days.ts";
import type { DateTimePickerTexts } from "#app/ui/date-time-picker/date-time-picker.tsx";

/**
 * Converts between wall clock times and epochs. A picker uses days and hours in the viewer's zone; all other code uses epoch
 * milliseconds. Intl knows the zones, so the app ships no zone table.
 */
/** `month` is 1 to 12. */
export type CalendarDay = { year: number; month: number; day: number };
/** `hour` is 0 to 23 in every language; a twelve-hour clock is only a display format. */
export type ClockTime = { hour: number; minute: number };
export type WallTime = CalendarDay & ClockTime;

const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US-u-ca-iso8601", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formats.set(timeZone, format);
  }
  return format;
}

/** Calendar day and clock time at `at` in the zone. Throws RangeError for a zone that Intl does not know. */
export function wallTimeOf(at: number, timeZone: string): WallTime {
  const numbers = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map((part) => [part.type, Number(part.value)]),
  );
  const number = (name: Intl.DateTimeFormatPartTypes) => numbers.get(name) ?? 0;
  return {
    year: number("year"),
    month: number("month"),
    day: number("day"),
    hour: number("hour"),
    minute: number("minute"),
  };
}

const utcOf = (wall: WallTime) => Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute);

/** The zone's offset from UTC at `at`, in ms, rounded to the minute; positive when its clocks are ahead. */
function offsetMs(at: number, timeZone: string): number {
  return utcOf(wallTimeOf(at, timeZone)) - Math.floor(at / 60_000) * 60_000;
}

/**
 * The moment at which the zone's clocks show `wall`. Where they show it twice (clocks go back) it is the first of the
 * two; where they never do (clocks go forward) it is as long after the change as the wall time is past it, so 2:30 in a
 * gap from 2:00 to 3:00 is 3:30. These are the rules of Temporal's "compatible".
 */
export function epochOf(wall: WallTime, timeZone: string): number {
  const utc = utcOf(wall);
  // No zone changes its clocks twice within two days, so the offsets of the days around are all there are.
  const before = offsetMs(utc - DAY_MS, timeZone);
  const after = offsetMs(utc + DAY_MS, timeZone);
  const candidates = [utc - before, utc - after].sort((a, b) => a - b);
  return candidates.find((at) => utcOf(wallTimeOf(at, timeZone)) === utc) ?? utc - before;
}

/** The value of the control. The day or the time may still be missing. */
export type ChosenTime = { day: CalendarDay | null; time: ClockTime | null };

/** The date picker's steps, in minutes. */
export const STEP_MINUTES = 30;

/** A time counts as chosen when its hour is not zero, because 00:xx stands for a day without a time. */
export function countsAsChosen(time: ClockTime | null): time is ClockTime {
  return time !== null && time.hour !== 0;
}

/**
 * The moment that was chosen, or null while a day or a time that counts is missing. `given`: the moment with which the control began, which
 * is the true time of a recording or of a planned meeting. It counts at 00:xx, too, until a person changes it.
 */
export function chosenAt(chosen: ChosenTime, timeZone: string, given: number | null = null): number | null {
  if (chosen.day === null || chosen.time === null) return null;
  const wall = { ...chosen.day, ...chosen.time };
  if (countsAsChosen(wall)) return epochOf(wall, timeZone);
  return given !== null && utcOf(wallTimeOf(given, timeZone)) === utcOf(wall) ? given : null;
}

/** Day and time of `at` in the zone. */
export function chosenFrom(at: number | null, timeZone: string): ChosenTime {
  if (at === null) return { day: null, time: null };
  const { year, month, day, hour, minute } = wallTimeOf(at, timeZone);
  return { day: { year, month, day }, time: { hour, minute } };
}

/**
 * The last step before `now` that counts as chosen, because most uploads are recent recordings. Between midnight and one
 * o'clock that is 23:30 of the day before, because 00:xx does not count as a time.
 */
export function lastStepBefore(now: number, timeZone: string): number {
  const wall = wallTimeOf(now, timeZone);
  const step = { ...wall, minute: Math.floor(wall.minute / STEP_MINUTES) * STEP_MINUTES };
  if (step.hour !== 0) return Math.min(epochOf(step, timeZone), now);
  const yesterday = new Date(Date.UTC(wall.year, wall.month - 1, wall.day - 1));
  const day = {
    year: yesterday.getUTCFullYear(),
    month: yesterday.getUTCMonth() + 1,
    day: yesterday.getUTCDate(),
  };
  return epochOf({ ...day, hour: 23, minute: STEP_MINUTES }, timeZone);
}

const MINUTES_A_DAY = 24 * 60;

export const sameTime = (a: ClockTime | null, b: ClockTime | null) => a?.hour === b?.hour && a?.minute === b?.minute;

/** The steps that can be chosen: from one o'clock, because 00:xx counts as no time. */
export function timeSteps(): ClockTime[] {
  const steps: ClockTime[] = [];
  for (let minutes = 60; minutes < MINUTES_A_DAY; minutes += STEP_MINUTES) {
    steps.push({ hour: Math.floor(minutes / 60), minute: minutes % 60 });
  }
  return steps;
}

/** The next step up or down from a time, staying between the first and the last. Without a time it is `start`. */
export function stepFrom(time: ClockTime | null, direction: 1 | -1, start: ClockTime): ClockTime {
  if (time === null) return start;
  const minutes = time.hour * 60 + time.minute;
  const next = (direction === 1 ? Math.floor(minutes / STEP_MINUTES) + 1 : Math.ceil(minutes / STEP_MINUTES) - 1) * 30;
  const kept = Math.min(Math.max(next, 60), MINUTES_A_DAY - STEP_MINUTES);
  return { hour: Math.floor(kept / 60), minute: kept % 60 };
}

/**
 * A time as people type it: 9, 930, 9:30, 9.30, 9h30, 21:30, 9:30 pm, 9 a. m. Null where it is no time of a day.
 * 12 with am or pm is midnight or noon, as on every twelve-hour clock.
 */
export function parseClockTime(text: string): ClockTime | null {
  const match = /^\s*(\d{1,2})(?:\s*[:.h,]\s*(\d{2})?|(\d{2}))?\s*(?:([ap])\.?\s*m?\.?)?\s*$/i.exec(text);
  if (!match) return null;
  const typed = Number(match[1]);
  const minute = Number(match[2] ?? match[3] ?? 0);
  const half = match[4]?.toLowerCase();
  if (half !== undefined && (typed < 1 || typed > 12)) return null;
  const hour = half === undefined ? typed : (typed % 12) + (half === "p" ? 12 : 0);
  return hour < 24 && minute < 60 ? { hour, minute } : null;
}

/** Twelve hours in English only, as everywhere in the product. */
export const isTwelveHour = (locale: string) => locale.split("-")[0] === "en";

export function formatClockTime(time: ClockTime, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    hour: "numeric",
    minute: "2-digit",
    hourCycle: isTwelveHour(locale) ? "h12" : "h23",
    timeZone: "UTC",
  })
    .format(Date.UTC(2000, 0, 1, time.hour, time.minute))
    .replaceAll(/[\u00a0\u202f]/g, " ")
    .replace(/[AP]M$/, (half) => half.toLowerCase());
}

/** A chosen moment in one short line, as the control shows it: Thu, 19 Nov 2026, 10:00 am. */
export function formatChosen(at: number, timeZone: string, locale: string): string {
  const day = new Intl.DateTimeFormat(dayFirst(locale), {
    timeZone,
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
  }).format(at);
  return `${day}, ${formatClockTime(wallTimeOf(at, timeZone), locale)}`;
}

/** The date control's words. 'Hora:' and the alert are the specification's; English and French have their own word for the hour. */
export function useDateTexts(): DateTimePickerTexts {
  const { t } = useTranslation("upload");
  return {
    label: t("field.dateAndTime"),
    choose: t("date.choose"),
    hour: t("date.hour"),
    times: t("date.times"),
    previousMonth: t("date.previousMonth"),
    nextMonth: t("date.nextMonth"),
    selectTimeFirst: t("date.selectTimeFirst"),
    midnight: t("date.midnight"),
  };
}
