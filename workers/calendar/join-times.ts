import {
  CALENDAR_DUE_EVENTS_MAX,
  CALENDAR_JOIN_LATE_MS,
  CALENDAR_JOIN_LEAD_MS,
  CALENDAR_JOIN_SPREAD_MS,
  CALENDAR_REFUSED_MS,
} from "#app/domain/limits/calendars.ts";
import { decisionNow } from "#workers/calendar/decide.ts";
import { readCalendars } from "#workers/calendar/store-calendars.ts";
import { comingEvents, type EventRow } from "#workers/calendar/store-plan.ts";
import { type AccountRow, readAccount } from "#workers/calendar/store.ts";

/**
 * When an account hands its own events over. Meetings begin at full hours, so each account waits for a part of CALENDAR_JOIN_SPREAD_MS that
 * follows from its id: D1 and the meetings would be asked by all of them in one second otherwise. The cron wakes those that
 * have left one, also where it was due already when it was read.
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
  const joins = joinsNow(sql, account, now);
  // Behind many that are not joined it looks again at the last of them.
  const next = rows.find(joins) ?? (rows.length === EVENTS_LOOKED_AT ? rows.at(-1) : undefined);
  return next ? next.event.startsAt + wait : null;
}

/** When the cron is to hand an event over that the account has left, without those of `handed`; null where none is to be joined. */
export function nextDueAt(sql: SqlStorage, now: number, handed: readonly string[] = []): number | null {
  const account = readAccount(sql);
  if (account === null || account.isLeaving) return null;
  const limit = EVENTS_LOOKED_AT + handed.length;
  const rows = comingEvents(sql, { after: now - CALENDAR_JOIN_LATE_MS, limit });
  const times = rows
    .filter(({ eventId }) => !handed.includes(eventId))
    .filter(joinsNow(sql, account, now))
    .filter((row) => dueAtOf(row) < row.event.startsAt + CALENDAR_JOIN_LATE_MS)
    .map(dueAtOf);
  // Behind many that are not joined it is looked at again at the last of them.
  const last = rows.length === limit ? rows.at(-1) : undefined;
  const first = Math.min(...times, ...(last ? [last.event.startsAt - CALENDAR_JOIN_LEAD_MS] : []));
  return Number.isFinite(first) ? first : null;
}

/** One that got no meeting is due a little later again. */
function dueAtOf({ event, refusedAt }: EventRow): number {
  return Math.max(event.startsAt - CALENDAR_JOIN_LEAD_MS, (refusedAt ?? 0) + CALENDAR_REFUSED_MS);
}

function joinsNow(sql: SqlStorage, account: AccountRow, now: number): (row: EventRow) => boolean {
  const calendars = readCalendars(sql);
  return (row) => {
    const calendar = calendars.find(({ calendarId }) => calendarId === row.calendarId);
    return calendar !== undefined && decisionNow(row, account, calendar, now).joins;
  };
}

/** The events that are to be joined and whose time has come, and is not over. */
export function eventsDue(sql: SqlStorage, now: number): EventRow[] {
  const account = readAccount(sql);
  if (account === null || account.isLeaving) return [];
  const span = { after: now - CALENDAR_JOIN_LATE_MS, until: now + CALENDAR_JOIN_LEAD_MS };
  return comingEvents(sql, { ...span, limit: CALENDAR_DUE_EVENTS_MAX }).filter(joinsNow(sql, account, now));
}
