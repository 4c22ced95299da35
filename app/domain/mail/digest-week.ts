import { momentOf } from "#app/domain/calendar/wall-clock.ts";
import { DIGEST_HOUR } from "#app/domain/limits/mail.ts";
import { DAY_MS, HOUR_MS } from "#app/domain/limits/units.ts";
import { dayAt, startOfDay } from "#app/domain/search/local-day.ts";

/** The time of a person's weekly digest: Monday morning in their zone. Days are texts as "2026-11-23"; times are epoch ms. */

const WEEK_DAYS = 7;

/** So far apart are Mondays in two zones at most. */
const ZONES_APART_MS_MAX = 26 * HOUR_MS;

/**
 * Whether a digest that was planned for `plannedAt` is due now: its week, named by its Monday, or null. `nextAt` is when to ask again, later
 * than now. A digest is made up for until the next one, on the morning of that one too. A zone that has changed since counts as it is now: where
 * its Monday is still to come, the week before is none that was planned.
 */
export function dueDigest(now: number, zone: string, plannedAt: number): { week: string | null; nextAt: number } {
  const monday = mondayOf(dayAt(now, zone));
  const week = now < digestAt(monday, zone) ? addDays(monday, -WEEK_DAYS) : monday;
  const nextAt = digestAt(addDays(week, WEEK_DAYS), zone);
  return { week: digestAt(week, zone) < plannedAt - ZONES_APART_MS_MAX ? null : week, nextAt };
}

/**
 * A digest that failed is due again at once, behind those that were not tried since: of the same Monday in every zone. `plannedDigest` still tells
 * for when it was planned.
 */
export function deferredDigest(now: number, zone: string, dueAt: number): number {
  return Math.max(dueAt, Math.min(now, plannedDigest(zone, dueAt) + ZONES_APART_MS_MAX));
}

/** The Monday's time for which the digest of a person was planned, in the zone as it is now. */
export function plannedDigest(zone: string, dueAt: number): number {
  // The time may be up to so much before its Monday, in another zone, and so much after it, where it was deferred.
  return digestAt(mondayOf(dayAt(dueAt + ZONES_APART_MS_MAX, zone)), zone);
}

/** The seven days before a Monday, from the first moment to the last. `soonDays`: those whose deadlines are told of: of that week and the next. */
export function digestRange(week: string, zone: string) {
  const first = addDays(week, -WEEK_DAYS);
  return {
    from: startOfDay(first, zone),
    to: startOfDay(week, zone) - 1,
    soonDays: { first, last: addDays(week, WEEK_DAYS - 1) },
  };
}

function digestAt(day: string, zone: string): number {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  return momentOf({ year, month, day: date, hour: DIGEST_HOUR, minute: 0, second: 0 }, zone);
}

function mondayOf(day: string): string {
  // Sunday is 0.
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % WEEK_DAYS));
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}
