import { backOffDelayMs } from "#app/domain/back-off.ts";
import {
  CALENDAR_BACK_OFF,
  CALENDAR_SOON_MS,
  CALENDAR_SYNC_MS,
  CALENDAR_SYNC_SOON_MS,
} from "#app/domain/limits/calendars.ts";
import { nextEventStart } from "#workers/calendar/store-plan.ts";

/** When an account is read next. */

/**
 * Every quarter of an hour, and more often from a quarter of an hour before the next event on, so that a change is known before Acta joins.
 * With jitter, so that accounts that were connected together, or have an event at the same time, do not ask together.
 */
export function nextSyncAt(sql: SqlStorage, now: number, random: number): number {
  const nextStart = nextEventStart(sql, now);
  const jitter = 0.9 + 0.1 * random;
  const ordinary = now + Math.round(CALENDAR_SYNC_MS * jitter);
  if (nextStart === null) return ordinary;
  // The first of the syncs before an event comes up to one of their intervals earlier.
  const soonFrom = nextStart - CALENDAR_SOON_MS - CALENDAR_SYNC_SOON_MS;
  const soonAt = soonFrom + Math.round(CALENDAR_SYNC_SOON_MS * random);
  return soonFrom <= now ? now + Math.round(CALENDAR_SYNC_SOON_MS * jitter) : Math.min(ordinary, soonAt);
}

/** `isEnded`: only a new consent helps. `retryAfterMs`: the wait that the provider asked for. */
export function syncAfterFailureAt(
  { failures, isEnded, retryAfterMs }: { failures: number; isEnded: boolean; retryAfterMs: number | null },
  now: number,
  random: number,
): number {
  // Looked at once an hour all the same: an administrator may give the permission back.
  if (isEnded) return now + 4 * CALENDAR_SYNC_MS;
  // Jitter on top: backOffDelayMs has none where the provider asked for a longer wait.
  return now + Math.round(backOffDelayMs(CALENDAR_BACK_OFF, failures, random, retryAfterMs) * (1 + 0.1 * random));
}
