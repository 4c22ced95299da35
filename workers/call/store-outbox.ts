import { backOffDelayMs } from "#app/domain/back-off.ts";
import type { CallEffect } from "#app/domain/call/call-state.ts";
import type { CallId, MeetId } from "#app/domain/ids.ts";
import { STEP_BACK_OFF } from "#app/domain/limits/steps.ts";
import type { PublishedCallEvent } from "#app/domain/meeting/call.ts";
import { type Cursors, cursorsIn } from "#workers/durable/cursors.ts";
import { dueRows, type OutboxRow } from "#workers/durable/outbox.ts";

/** Work that is still to be done. `begunAt` is the time when it was begun for the first time. */
export type CallWork = OutboxRow<CallEffect> & { callId: CallId; begunAt: number | null };

export function dueWork(sql: SqlStorage, now: number): CallWork[] {
  return dueRows<CallEffect, { call_id: string; begun_at: number | null }>(sql, now, "due_at, rowid").map(
    ({ columns, ...row }) => ({ ...row, callId: columns.call_id as CallId, begunAt: columns.begun_at }),
  );
}

/** Notes that the work is begun; it is begun again at `againAt` if the object is restarted before the work ends. */
export function noteBegun(sql: SqlStorage, key: string, now: number, againAt: number): void {
  sql.exec("UPDATE outbox SET begun_at = coalesce(begun_at, ?), due_at = ? WHERE key = ?", now, againAt, key);
}

/** A part of the work is done; the rest is begun at that time, and none of it has failed. */
export function goOnLater(sql: SqlStorage, key: string, dueAt: number): void {
  sql.exec("UPDATE outbox SET attempts = 0, begun_at = NULL, due_at = ? WHERE key = ?", dueAt, key);
}

/**
 * Work that was under way when the object was restarted is begun again as after a failure, not only when its time is up: a
 * recording whose file was being completed does not wait for a minute.
 */
export function resumeWork(sql: SqlStorage, now: number, random: number): void {
  const begun = sql
    .exec<{ key: string; attempts: number }>("SELECT key, attempts FROM outbox WHERE attempts > 0 AND due_at > ?", now)
    .toArray();
  for (const { key, attempts } of begun) {
    const dueAt = attempts === 1 ? now : now + backOffDelayMs(STEP_BACK_OFF, attempts - 1, random);
    sql.exec("UPDATE outbox SET due_at = min(due_at, ?) WHERE key = ?", dueAt, key);
  }
}

export function removeWork(sql: SqlStorage, key: string): void {
  sql.exec("DELETE FROM outbox WHERE key = ?", key);
}

/** Whether a bot of the call is still being ordered. */
export function isStarting(sql: SqlStorage, callId: CallId): boolean {
  return (
    sql
      .exec("SELECT 1 FROM outbox WHERE call_id = ? AND json_extract(effect, '$.type') = 'start-bot'", callId)
      .toArray().length > 0
  );
}

/** Delivery of published events: each meeting of a call has its own cursor, like the subscribers of a meeting. */

export type Listener = { callId: CallId; meetId: MeetId; told: number; attempts: number };

/** Listeners with undelivered events whose due time has passed. */
export function dueListeners(sql: SqlStorage, now: number): Listener[] {
  return sql
    .exec<{ call_id: string; meet_id: string; told: number; attempts: number }>(
      `SELECT call_id, meet_id, told, attempts FROM call_meetings
       WHERE due_at <= ? AND told < (SELECT coalesce(max(turn), 0) FROM published_events WHERE published_events.call_id = call_meetings.call_id)`,
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
       WHERE told < (SELECT coalesce(max(turn), 0) FROM published_events WHERE published_events.call_id = call_meetings.call_id)`,
    )
    .one().at;
}

/** The oldest published event that this listener has not taken; a repeated delivery sends the same event. */
export function nextPublished(sql: SqlStorage, { callId, meetId }: Listener): PublishedCallEvent | null {
  const row = sql
    .exec<{ body: string }>(
      `SELECT body FROM published_events WHERE call_id = ?1
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
