import type { CallId, MeetId } from "#app/domain/ids.ts";
import type { PublishedCallEvent } from "#app/domain/meeting/call.ts";
import { type Cursors, cursorsIn } from "#workers/durable/cursors.ts";

/** Delivery of published events: each meeting of a call has its own cursor, like the subscribers of a meeting. */

export type Listener = { callId: CallId; meetId: MeetId; told: number; attempts: number };

/** Listeners with undelivered events whose due time has passed. */
export function dueListeners(sql: SqlStorage, now: number): Listener[] {
  return sql
    .exec<{ call_id: string; meet_id: string; told: number; attempts: number }>(
      `SELECT call_id, meet_id, told, attempts FROM call_meetings
       WHERE due_at <= ? AND told < (SELECT coalesce(max(turn), 0) FROM news WHERE news.call_id = call_meetings.call_id)`,
      now,
    )
    .toArray()
    .map((row) => ({
      callId: row.call_id as CallId,
      meetId: row.meet_id as MeetId,
      told: row.told,
      attempts: row.attempts,
    }));
}

/** Time of the next delivery; null when every listener has all events. */
export function nextTellingAt(sql: SqlStorage): number | null {
  return sql
    .exec<{ at: number | null }>(
      `SELECT min(due_at) AS at FROM call_meetings
       WHERE told < (SELECT coalesce(max(turn), 0) FROM news WHERE news.call_id = call_meetings.call_id)`,
    )
    .one().at;
}

/** The oldest published event that this listener has not taken; a repeated delivery sends the same event. */
export function nextPublished(sql: SqlStorage, { callId, meetId }: Listener): PublishedCallEvent | null {
  const row = sql
    .exec<{ body: string }>(
      `SELECT body FROM news WHERE call_id = ?1
         AND turn > (SELECT told FROM call_meetings WHERE call_id = ?1 AND meet_id = ?2) ORDER BY turn LIMIT 1`,
      callId,
      meetId,
    )
    .toArray()[0];
  return row ? (JSON.parse(row.body) as PublishedCallEvent) : null;
}

/** The cursors of the meetings that listen; one that has left meanwhile is no row any more. */
export function listenerCursors(sql: SqlStorage): Cursors {
  return cursorsIn(sql, "call_meetings", ["call_id", "meet_id"]);
}
