import type { CalendarEvent } from "#app/domain/calendar/event.ts";
import { CALENDAR_SAME_CALL_MS } from "#app/domain/limits/calendars.ts";

/** The events as lists, meetings and mails follow them. Syncs write them in store-events.ts. */

export type EventRow = {
  eventId: string;
  calendarId: string;
  eventKey: string;
  event: CalendarEvent;
  switched: boolean | null;
  meetId: string | null;
  handedAt: number | null;
  refusedAt: number | null;
  isRemoved: boolean;
  dirty: number;
};

type RawEvent = {
  event_id: string;
  calendar_id: string;
  event_key: string;
  event: string;
  switched: number | null;
  meet_id: string | null;
  handed_at: number | null;
  refused_at: number | null;
  removed: number;
  dirty: number;
};

const COLUMNS = "event_id, calendar_id, event_key, event, switched, meet_id, handed_at, refused_at, removed, dirty";

function rowOf(raw: RawEvent): EventRow {
  return {
    eventId: raw.event_id,
    calendarId: raw.calendar_id,
    eventKey: raw.event_key,
    event: JSON.parse(raw.event) as CalendarEvent,
    switched: raw.switched === null ? null : raw.switched === 1,
    meetId: raw.meet_id,
    handedAt: raw.handed_at,
    refusedAt: raw.refused_at,
    isRemoved: raw.removed === 1,
    dirty: raw.dirty,
  };
}

export function dirtyEvents(sql: SqlStorage, limit: number): EventRow[] {
  return sql.exec<RawEvent>(`SELECT ${COLUMNS} FROM events WHERE dirty > 0 LIMIT ?`, limit).toArray().map(rowOf);
}

export function followers(sql: SqlStorage): (EventRow & { follow: number })[] {
  return sql
    .exec<RawEvent & { follow: number }>(`SELECT ${COLUMNS}, follow FROM events WHERE follow > 0`)
    .toArray()
    .map((raw) => ({ ...rowOf(raw), follow: raw.follow }));
}

/** The lists have these rows; what changed since stays dirty. A removed row goes once its meeting has followed. */
export function noteFlushed(sql: SqlStorage, rows: readonly Pick<EventRow, "eventId" | "dirty">[]): void {
  for (const { eventId, dirty } of rows) {
    sql.exec("UPDATE events SET dirty = 0 WHERE event_id = ? AND dirty = ?", eventId, dirty);
  }
  sql.exec("DELETE FROM events WHERE removed = 1 AND dirty = 0 AND follow = 0");
}

/** `kept`: the meeting goes on being the event's. `begun`: the event is not joined any more, but its call goes on, and is shown. */
type FollowEnd = "kept" | "begun" | "dropped";

/** The meeting has followed. */
export function noteFollowed(sql: SqlStorage, row: { eventId: string; follow: number }, end: FollowEnd): void {
  sql.exec("UPDATE events SET follow = 0 WHERE event_id = ? AND follow = ?", row.eventId, row.follow);
  if (end === "kept") return;
  sql.exec("UPDATE events SET handed_at = NULL, dirty = dirty + 1 WHERE event_id = ?", row.eventId);
  if (end === "dropped") sql.exec("UPDATE events SET meet_id = NULL WHERE event_id = ?", row.eventId);
}

export function readEvents(sql: SqlStorage, eventIds: readonly string[]): EventRow[] {
  return sql
    .exec<RawEvent>(
      `SELECT ${COLUMNS} FROM events WHERE event_id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(eventIds),
    )
    .toArray()
    .map(rowOf);
}

/** The events from which these meetings were planned, without those that the person has switched off since. */
export function readEventsOf(sql: SqlStorage, meetIds: readonly string[]): CalendarEvent[] {
  return sql
    .exec<{ event: string }>(
      "SELECT event FROM events WHERE removed = 0 AND handed_at IS NOT NULL AND meet_id IN (SELECT value FROM json_each(?))",
      JSON.stringify(meetIds),
    )
    .toArray()
    .map(({ event }) => JSON.parse(event) as CalendarEvent);
}

/** The other events here that have the meeting too, as in a second calendar that shows the same event. */
export function readSharers(sql: SqlStorage, { eventId, meetId }: { eventId: string; meetId: string }): EventRow[] {
  return sql
    .exec<RawEvent>(
      `SELECT ${COLUMNS} FROM events WHERE meet_id = ? AND event_id <> ? AND removed = 0`,
      meetId,
      eventId,
    )
    .toArray()
    .map(rowOf);
}

export function noteHanded(
  sql: SqlStorage,
  { eventId, meetId, now }: { eventId: string; meetId: string; now: number },
): void {
  sql.exec("UPDATE events SET meet_id = ?, handed_at = ?, dirty = dirty + 1 WHERE event_id = ?", meetId, now, eventId);
}

/** The event is due a little later: many refused ones must not take the places of others in the minute's query. */
export function noteRefused(sql: SqlStorage, eventId: string, now: number): void {
  sql.exec("UPDATE events SET refused_at = ?, dirty = dirty + 1 WHERE event_id = ?", now, eventId);
}

/** Events that start in this time and whose person was not told; one that was moved by more than an hour since is told again. */
export function untoldEvents(sql: SqlStorage, { from, to }: { from: number; to: number }): EventRow[] {
  return sql
    .exec<RawEvent>(
      `SELECT ${COLUMNS} FROM events WHERE starts_at >= ? AND starts_at <= ? AND removed = 0
         AND (soon_for IS NULL OR abs(soon_for - starts_at) > ?)`,
      from,
      to,
      CALENDAR_SAME_CALL_MS,
    )
    .toArray()
    .map(rowOf);
}

/** Events that start in this time and whose brief was not queued for this start. The workspace knows those that were moved after their brief. */
export function unbriefedEvents(sql: SqlStorage, { from, to }: { from: number; to: number }): EventRow[] {
  return sql
    .exec<RawEvent>(
      `SELECT ${COLUMNS} FROM events WHERE starts_at > ? AND starts_at <= ? AND removed = 0 AND brief_for IS NOT starts_at`,
      from,
      to,
    )
    .toArray()
    .map(rowOf);
}

export function noteBriefed(sql: SqlStorage, { eventId, event }: EventRow): void {
  sql.exec("UPDATE events SET brief_for = ? WHERE event_id = ?", event.startsAt, eventId);
}

export function noteTold(sql: SqlStorage, { eventId, event }: EventRow): void {
  sql.exec("UPDATE events SET soon_for = ? WHERE event_id = ?", event.startsAt, eventId);
}

/** Events without a meeting that start in this time, the first one first. */
export function unplannedEvents(sql: SqlStorage, { from, to }: { from: number; to: number }): EventRow[] {
  return sql
    .exec<RawEvent>(
      `SELECT ${COLUMNS} FROM events WHERE starts_at > ? AND starts_at <= ? AND removed = 0 AND meet_id IS NULL
       ORDER BY starts_at, event_id`,
      from,
      to,
    )
    .toArray()
    .map(rowOf);
}

/** Events that start after a time and were not handed over, the first one first. */
export function comingEvents(
  sql: SqlStorage,
  { after, until = Number.MAX_SAFE_INTEGER, limit }: { after: number; until?: number; limit: number },
): EventRow[] {
  return sql
    .exec<RawEvent>(
      `SELECT ${COLUMNS} FROM events WHERE starts_at > ? AND starts_at <= ? AND removed = 0 AND handed_at IS NULL
       ORDER BY starts_at, event_id LIMIT ?`,
      after,
      until,
      limit,
    )
    .toArray()
    .map(rowOf);
}

/** The start of the next event; null without one. */
export function nextEventStart(sql: SqlStorage, now: number): number | null {
  return sql
    .exec<{ at: number | null }>("SELECT min(starts_at) AS at FROM events WHERE removed = 0 AND starts_at > ?", now)
    .one().at;
}
