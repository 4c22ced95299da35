import { type CalendarEvent, differsForMeeting, eventKeyOf } from "#app/domain/calendar/event.ts";
import { randomId } from "#app/domain/ids.ts";
import type { SyncPage } from "#app/server/ports/calendar-provider.ts";

/** The events of an account. Every change is counted in `dirty` until D1 has it; `follow` says that a planned meeting must follow. */

/** `generation`: of the last full round. `round`: this one, full or of changes. */
type Place = { calendarId: string; generation: number; round: number };

/** Stores a page. Inside a transaction. */
export function savePage(sql: SqlStorage, place: Place, page: Omit<SyncPage, "next">): void {
  const { calendarId } = place;
  for (const { seriesId, event } of page.series) saveSeries(sql, place, seriesId, event);
  for (const event of page.events) saveEvent(sql, { ...place, event });
  for (const { seriesId, event } of page.exceptions) saveEvent(sql, { ...place, event, seriesId });
  for (const { seriesId, event } of page.partial) {
    saveEvent(sql, { ...place, event: withSeries(sql, calendarId, seriesId, event), own: event, seriesId });
  }
  for (const providerId of page.removed) {
    removeWhere(sql, "calendar_id = ? AND provider_id = ?", calendarId, providerId);
    // A series that is gone takes its occurrences along.
    removeWhere(sql, "calendar_id = ? AND series_id = ?", calendarId, providerId);
    sql.exec("DELETE FROM series WHERE calendar_id = ? AND series_id = ?", calendarId, providerId);
  }
}

function saveSeries(sql: SqlStorage, { calendarId, round }: Place, seriesId: string, series: CalendarEvent): void {
  sql.exec(
    `INSERT INTO series (calendar_id, series_id, event, round) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET event = excluded.event, round = excluded.round`,
    calendarId,
    seriesId,
    JSON.stringify(series),
    round,
  );
  const occurrences = sql
    .exec<{ own: string; generation: number; round: number }>(
      "SELECT own, generation, round FROM events WHERE calendar_id = ? AND series_id = ? AND own IS NOT NULL AND removed = 0",
      calendarId,
      seriesId,
    )
    .toArray();
  for (const { own, ...seen } of occurrences) {
    const event = JSON.parse(own) as CalendarEvent;
    saveEvent(sql, { calendarId, ...seen, event: merged(series, event), own: event, seriesId });
  }
}

function withSeries(sql: SqlStorage, calendarId: string, seriesId: string, event: CalendarEvent): CalendarEvent {
  const [series] = sql
    .exec<{ event: string }>("SELECT event FROM series WHERE calendar_id = ? AND series_id = ?", calendarId, seriesId)
    .toArray();
  return series ? merged(JSON.parse(series.event) as CalendarEvent, event) : event;
}

/** The series' text with the occurrence's times. */
function merged(series: CalendarEvent, own: CalendarEvent): CalendarEvent {
  const { providerId, originalStartAt, startsAt, endsAt, isCancelled } = own;
  return { ...series, providerId, originalStartAt, startsAt, endsAt, isCancelled: isCancelled || series.isCancelled };
}

type Saved = Place & {
  event: CalendarEvent;
  own?: CalendarEvent;
  seriesId?: string;
};

function saveEvent(sql: SqlStorage, { calendarId, generation, round, event, own, seriesId }: Saved): void {
  const eventKey = eventKeyOf(event);
  const text = JSON.stringify(event);
  const [known] = sql
    .exec<{ event_id: string; event: string; removed: number; meet_id: string | null }>(
      "SELECT event_id, event, removed, meet_id FROM events WHERE calendar_id = ? AND provider_id = ?",
      calendarId,
      event.providerId,
    )
    .toArray();
  if (!known) {
    sql.exec(
      `INSERT INTO events (event_id, calendar_id, provider_id, event_key, starts_at, event, own, series_id, generation,
         round, switched, meet_id, handed_at, removed, follow, dirty)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT joins FROM switches WHERE event_key = ?4), NULL, NULL, 0, 0, 1)`,
      randomId(),
      calendarId,
      event.providerId,
      eventKey,
      event.startsAt,
      text,
      own ? JSON.stringify(own) : null,
      seriesId ?? null,
      generation,
      round,
    );
    return;
  }
  if (known.event === text && known.removed === 0) {
    sql.exec("UPDATE events SET generation = ?, round = ? WHERE event_id = ?", generation, round, known.event_id);
    return;
  }
  const differs = known.removed === 1 || differsForMeeting(JSON.parse(known.event) as CalendarEvent, event);
  sql.exec(
    `UPDATE events SET event = ?, event_key = ?, starts_at = ?, own = ?, series_id = ?, generation = ?, round = ?, removed = 0,
       follow = CASE WHEN meet_id IS NULL THEN 0 ELSE follow + ? END, dirty = dirty + 1 WHERE event_id = ?`,
    text,
    eventKey,
    event.startsAt,
    own ? JSON.stringify(own) : null,
    seriesId ?? null,
    generation,
    round,
    differs ? 1 : 0,
    known.event_id,
  );
}

/**
 * The round is over. Graph sends a series of which anything changed as a whole, and a deleted occurrence is only missing from it: what
 * such a series did not bring again is gone.
 */
export function endRound(sql: SqlStorage, { calendarId, round }: Place): void {
  removeWhere(
    sql,
    `calendar_id = ?1 AND round < ?2
     AND series_id IN (SELECT series_id FROM series WHERE calendar_id = ?1 AND round = ?2)`,
    calendarId,
    round,
  );
  sql.exec("UPDATE calendars SET round = ? WHERE calendar_id = ?", round + 1, calendarId);
}

/** Marks events as gone; the rows go once D1 and a planned meeting know of it. `where` is one of our own conditions. */
export function removeWhere(sql: SqlStorage, where: string, ...values: (string | number)[]): void {
  sql.exec(
    `UPDATE events SET removed = 1, dirty = dirty + 1, follow = CASE WHEN meet_id IS NULL THEN 0 ELSE follow + 1 END
     WHERE removed = 0 AND ${where}`,
    ...values,
  );
}

/** Marks what depends on settings: everything of a calendar, or of all. */
export function touchEvents(sql: SqlStorage, calendarId: string | null): void {
  sql.exec(
    `UPDATE events SET dirty = dirty + 1, follow = CASE WHEN meet_id IS NULL THEN 0 ELSE follow + 1 END
     WHERE ?1 IS NULL OR calendar_id = ?1`,
    calendarId,
  );
}

/** The lists may have none of the events: all are written anew. Their meetings have nothing to follow. */
export function doubtEvents(sql: SqlStorage): void {
  sql.exec("UPDATE events SET dirty = dirty + 1");
}

/** The person's switch for an event in all calendars of the account. False: the account has no such event. */
export function saveSwitch(sql: SqlStorage, eventKey: string, joins: boolean | null, now: number): boolean {
  const known = sql.exec("SELECT 1 FROM events WHERE event_key = ? AND removed = 0 LIMIT 1", eventKey).toArray();
  if (known.length === 0) return false;
  if (joins === null) sql.exec("DELETE FROM switches WHERE event_key = ?", eventKey);
  else {
    sql.exec(
      "INSERT INTO switches (event_key, joins, at) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET joins = excluded.joins, at = excluded.at",
      eventKey,
      joins ? 1 : 0,
      now,
    );
  }
  sql.exec(
    `UPDATE events SET switched = ?, dirty = dirty + 1, follow = CASE WHEN meet_id IS NULL THEN 0 ELSE follow + 1 END
     WHERE event_key = ?`,
    joins === null ? null : joins ? 1 : 0,
    eventKey,
  );
  return true;
}
