import { CALENDAR_JOIN_LEAD_MS, CALENDAR_JOIN_SPREAD_MS } from "#app/domain/limits/calendars.ts";
import { decisionNow } from "#workers/calendar/project.ts";
import { readCalendars } from "#workers/calendar/store-calendars.ts";
import { comingEvents, type EventRow } from "#workers/calendar/store-plan.ts";
import { readAccount } from "#workers/calendar/store.ts";

/**
 * When an account hands its own events over. Meetings begin at full hours, so each account waits for a part of CALENDAR_JOIN_SPREAD_MS that
 * follows from its id: D1 and the meetings would be asked by all of them in one second otherwise. The cron takes what is left, and what was due already when it was read.
 */
const EVENTS_LOOKED_AT = 20;

/** FNV-1a of the id, as a part of the spread. */
export function spreadOf(accountId: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < accountId.length; index++) {
    hash = Math.imul(hash ^ accountId.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash % CALENDAR_JOIN_SPREAD_MS;
}

/** The next time at which an event is to be handed over, after `now`; null without one. */
export function nextJoinAt(sql: SqlStorage, now: number): number | null {
  const account = readAccount(sql);
  if (account === null || account.isLeaving) return null;
  const wait = spreadOf(account.accountId) - CALENDAR_JOIN_LEAD_MS;
  const rows = comingEvents(sql, { after: now - wait, limit: EVENTS_LOOKED_AT });
  const calendars = readCalendars(sql);
  const joins = (row: EventRow) => {
    const calendar = calendars.find(({ calendarId }) => calendarId === row.calendarId);
    return calendar !== undefined && decisionNow(row, account, calendar, now).joins;
  };
  // Behind many that are not joined it looks again at the last of them.
  const next = rows.find(joins) ?? (rows.length === EVENTS_LOOKED_AT ? rows.at(-1) : undefined);
  return next ? next.event.startsAt + wait : null;
}

/** The events whose time has come since `from`, for which the alarm was set. */
export function eventsToJoin(sql: SqlStorage, { from, now }: { from: number; now: number }): string[] {
  const account = readAccount(sql);
  if (account === null || account.isLeaving) return [];
  const wait = spreadOf(account.accountId) - CALENDAR_JOIN_LEAD_MS;
  return comingEvents(sql, { after: from - wait - 1, until: now - wait, limit: EVENTS_LOOKED_AT }).map(
    ({ eventId }) => eventId,
  );
}
