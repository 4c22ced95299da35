import { CALENDAR_STALE_MS } from "#app/domain/limits/calendars.ts";
import { type AccountRow, readAccount } from "#workers/calendar/store.ts";
import { type CalendarRow, readCalendars } from "#workers/calendar/store-calendars.ts";

/**
 * Events that may have been cancelled or moved since they were read: those of an account that lost access, and of a calendar that could
 * not be read for a day. Acta does not join them. Meetings that they have already stay as they are.
 */
export function isStale(
  { state, lostAt, syncedAt, createdAt }: Pick<AccountRow, "state" | "lostAt" | "syncedAt" | "createdAt">,
  { readAt }: Pick<CalendarRow, "readAt">,
  now: number,
): boolean {
  return (
    state === "reconnect" ||
    state === "parked" ||
    lostAt !== null ||
    now - (readAt ?? syncedAt ?? createdAt) > CALENDAR_STALE_MS
  );
}

/** After each sync and consent: D1 is told of the calendars whose events became stale, or are so no more. Inside a transaction. */
export function judgeStale(sql: SqlStorage, now: number): void {
  const account = readAccount(sql);
  if (account === null) return;
  for (const calendar of readCalendars(sql)) {
    const { calendarId } = calendar;
    const isStaleNow = isStale(account, calendar, now);
    if (isStaleNow === calendar.isStale) continue;
    sql.exec("UPDATE calendars SET stale = ? WHERE calendar_id = ?", isStaleNow ? 1 : 0, calendarId);
    sql.exec("UPDATE events SET dirty = dirty + 1 WHERE calendar_id = ?", calendarId);
  }
}

export function noteRead(sql: SqlStorage, calendarId: string, now: number): void {
  sql.exec("UPDATE calendars SET read_at = ? WHERE calendar_id = ?", now, calendarId);
}
