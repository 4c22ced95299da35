import { type CalendarDay, type ClockTime, epochOf, wallTimeOf } from "#app/ui/date-time-picker/zoned-time.ts";

/** The value of the control. The day or the time may still be missing. */
export type ChosenTime = { day: CalendarDay | null; time: ClockTime | null };

/** The date picker's steps, in minutes. */
export const STEP_MINUTES = 30;

/** A time counts as chosen when its hour is not zero, because 00:xx stands for a day without a time. */
export function countsAsChosen(time: ClockTime | null): time is ClockTime {
  return time !== null && time.hour !== 0;
}

/** The moment that was chosen, or null while a day or a time that counts is missing. */
export function chosenAt(chosen: ChosenTime, timeZone: string): number | null {
  if (chosen.day === null || !countsAsChosen(chosen.time)) return null;
  return epochOf({ ...chosen.day, ...chosen.time }, timeZone);
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
