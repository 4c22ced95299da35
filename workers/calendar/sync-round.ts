import {
  CALENDAR_PAGES_MAX,
  CALENDAR_WINDOW_AFTER_MS,
  CALENDAR_WINDOW_BEFORE_MS,
  CALENDAR_WINDOW_RESERVE_MS,
} from "#app/domain/limits/calendars.ts";
import type { CalendarDeps } from "#workers/calendar/deps.ts";
import { type CalendarRow, saveCursor } from "#workers/calendar/store-calendars.ts";
import { removeWhere } from "#workers/calendar/store-events.ts";
import type { Tokens } from "#workers/calendar/tokens.ts";

/** A sync's rounds of one calendar, of a provider (sync.ts) or a feed (sync-feed.ts). */

export type SyncNeeds = { storage: DurableObjectStorage; deps: CalendarDeps; tokens: Tokens };

/** Thrown through a sync: only a new consent helps. `parked`: Acta does not survive what the feed's address answers. */
export class ReconnectError extends Error {
  constructor(
    message: string,
    readonly state: "reconnect" | "parked" = "reconnect",
  ) {
    super(message);
  }
}

export const isRead = ({ settings }: CalendarRow) => settings.active || settings.visible;

/** A round begins at the start when the window has moved on too far; it then gets a generation of its own. */
export function prepareRound(calendar: CalendarRow, now: number): CalendarRow {
  const { cursor, window } = calendar;
  const isCurrent = window.to - now >= CALENDAR_WINDOW_RESERVE_MS;
  if (cursor.kind !== "start" && isCurrent && calendar.pages < CALENDAR_PAGES_MAX) return calendar;
  return {
    ...calendar,
    cursor: { kind: "start" },
    window: { from: now - CALENDAR_WINDOW_BEFORE_MS, to: now + CALENDAR_WINDOW_AFTER_MS },
    generation: calendar.generation + 1,
    pages: 0,
  };
}

export function emptyCalendar(storage: DurableObjectStorage, calendar: CalendarRow): void {
  const { calendarId } = calendar;
  storage.transactionSync(() => {
    removeWhere(storage.sql, "calendar_id = ?", calendarId);
    saveCursor(storage.sql, calendarId, {
      ...calendar,
      cursor: { kind: "start" },
      window: { from: 0, to: 0 },
      pages: 0,
    });
    storage.sql.exec(
      "UPDATE calendars SET etag = NULL, cut = 0, unreadable = 0, dirty = dirty + (unreadable > 0) WHERE calendar_id = ?",
      calendarId,
    );
  });
}
