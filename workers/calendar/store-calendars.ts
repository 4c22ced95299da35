import { JOIN_RULE_DEFAULT } from "#app/domain/calendar/calendar.ts";
import type { CalendarSettings, ConnectedCalendar } from "#app/server/ports/calendar-account.ts";
import type { CalendarWindow, SyncCursor } from "#app/server/ports/calendar-provider.ts";
import { flag, json, plain, type RowOf, tableOf } from "#workers/durable/table.ts";

/** The calendars of an account, as its object keeps them. */

const CALENDARS = tableOf("calendars", {
  calendarId: plain<string>(),
  providerCalendarId: plain<string>(),
  name: plain<string>(),
  isPrimary: flag(),
  settings: json<CalendarSettings>(),
  cursor: json<SyncCursor>(),
  window: json<CalendarWindow>(),
  generation: plain<number>(),
  pages: plain<number>(),
  /** Grows with each round, full or of changes. */
  round: plain<number>(),
  etag: plain<string | null>(),
  dirty: plain<number>(),
  /** End of the last complete reading. */
  readAt: plain<number | null>(),
  /** As its events are judged in D1; stale-events.ts sets it. */
  isStale: flag("stale"),
  /** Events of a feed's file that could not be read. */
  unreadable: plain<number>(),
});
export type CalendarRow = RowOf<typeof CALENDARS>;

export function readCalendars(sql: SqlStorage): CalendarRow[] {
  // Those of before have no answer about whose calendar it is.
  return CALENDARS.select(sql, "ORDER BY is_primary DESC, rowid").map(({ settings, ...calendar }) => ({
    ...calendar,
    settings: { ...settings, isMine: settings.isMine ?? null },
  }));
}

export function connectedCalendars(sql: SqlStorage, ids: readonly string[]): ConnectedCalendar[] {
  return readCalendars(sql)
    .filter(({ calendarId }) => ids.includes(calendarId))
    .map(({ calendarId, name, isPrimary, settings, unreadable }) => ({
      calendarId,
      name,
      isPrimary,
      settings,
      unreadable,
    }));
}

const NEW_SETTINGS: CalendarSettings = {
  active: true,
  visible: true,
  joins: true,
  templateId: null,
  language: null,
  rule: JOIN_RULE_DEFAULT,
  isMine: null,
};

export function insertCalendar(
  sql: SqlStorage,
  calendar: Pick<CalendarRow, "calendarId" | "providerCalendarId" | "name" | "isPrimary">,
): void {
  const unread = { cursor: { kind: "start" }, window: { from: 0, to: 0 }, generation: 0, pages: 0, dirty: 1 } as const;
  CALENDARS.insert(
    sql,
    { ...calendar, ...unread, settings: NEW_SETTINGS },
    "ON CONFLICT (provider_calendar_id) DO NOTHING",
  );
}

export function saveSettings(sql: SqlStorage, calendarId: string, settings: CalendarSettings): void {
  CALENDARS.update(sql, { settings }, ", dirty = dirty + 1 WHERE calendar_id = ?", calendarId);
}

export function saveCursor(
  sql: SqlStorage,
  calendarId: string,
  { cursor, window, generation, pages }: Pick<CalendarRow, "cursor" | "window" | "generation" | "pages">,
): void {
  CALENDARS.update(sql, { cursor, window, generation, pages }, "WHERE calendar_id = ?", calendarId);
}
