import { JOIN_RULE_DEFAULT } from "#app/domain/calendar/calendar.ts";
import type { CalendarSettings, ConnectedCalendar } from "#app/server/ports/calendar-account.ts";
import type { CalendarWindow, SyncCursor } from "#app/server/ports/calendar-provider.ts";

/** The calendars of an account, as its object keeps them. */

export type CalendarRow = {
  calendarId: string;
  providerCalendarId: string;
  name: string;
  isPrimary: boolean;
  settings: CalendarSettings;
  cursor: SyncCursor;
  window: CalendarWindow;
  generation: number;
  pages: number;
  /** Grows with each round, full or of changes. */
  round: number;
  etag: string | null;
  dirty: number;
  /** End of the last complete reading. */
  readAt: number | null;
  /** As its events are judged in D1; stale-events.ts sets it. */
  isStale: boolean;
  /** Events of a feed's file that could not be read. */
  unreadable: number;
};

type StoredSettings = Omit<CalendarSettings, "isMine"> & { isMine?: boolean | null };

type RawCalendar = {
  calendar_id: string;
  provider_calendar_id: string;
  name: string;
  is_primary: number;
  settings: string;
  cursor: string;
  window: string;
  generation: number;
  pages: number;
  round: number;
  etag: string | null;
  dirty: number;
  read_at: number | null;
  stale: number;
  unreadable: number;
};

export function readCalendars(sql: SqlStorage): CalendarRow[] {
  return sql
    .exec<RawCalendar>("SELECT * FROM calendars ORDER BY is_primary DESC, rowid")
    .toArray()
    .map((row) => ({
      calendarId: row.calendar_id,
      providerCalendarId: row.provider_calendar_id,
      name: row.name,
      isPrimary: row.is_primary === 1,
      // Those of before have no answer about whose calendar it is.
      settings: { isMine: null, ...(JSON.parse(row.settings) as StoredSettings) },
      cursor: JSON.parse(row.cursor) as SyncCursor,
      window: JSON.parse(row.window) as CalendarWindow,
      generation: row.generation,
      pages: row.pages,
      round: row.round,
      etag: row.etag,
      dirty: row.dirty,
      readAt: row.read_at,
      isStale: row.stale === 1,
      unreadable: row.unreadable,
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
  sql.exec(
    `INSERT INTO calendars (calendar_id, provider_calendar_id, name, is_primary, settings, cursor, window, generation, pages,
       etag, dirty) VALUES (?, ?, ?, ?, ?, '{"kind":"start"}', '{"from":0,"to":0}', 0, 0, NULL, 1)
     ON CONFLICT (provider_calendar_id) DO NOTHING`,
    calendar.calendarId,
    calendar.providerCalendarId,
    calendar.name,
    calendar.isPrimary ? 1 : 0,
    JSON.stringify(NEW_SETTINGS),
  );
}

export function saveSettings(sql: SqlStorage, calendarId: string, settings: CalendarSettings): void {
  sql.exec(
    "UPDATE calendars SET settings = ?, dirty = dirty + 1 WHERE calendar_id = ?",
    JSON.stringify(settings),
    calendarId,
  );
}

export function saveCursor(
  sql: SqlStorage,
  calendarId: string,
  { cursor, window, generation, pages }: Pick<CalendarRow, "cursor" | "window" | "generation" | "pages">,
): void {
  sql.exec(
    "UPDATE calendars SET cursor = ?, window = ?, generation = ?, pages = ? WHERE calendar_id = ?",
    JSON.stringify(cursor),
    JSON.stringify(window),
    generation,
    pages,
    calendarId,
  );
}
