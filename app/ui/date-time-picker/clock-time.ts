import { STEP_MINUTES } from "#app/ui/date-time-picker/chosen-time.ts";
import type { ClockTime } from "#app/ui/date-time-picker/zoned-time.ts";

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
