import { type CallState, newCall, startedByPage } from "#app/domain/call/call-state.ts";
import { callToJoin } from "#app/domain/call/share-bot.ts";
import { type CallId, type MeetId, newCallId, newRecordingId } from "#app/domain/ids.ts";
import type { CallAsk } from "#app/server/ports/call-process.ts";
import { apply } from "#workers/call/apply-event.ts";
import {
  openCalls,
  readCall,
  startsOf,
  STORED_CALL_DETAILS,
  STORED_CALL_STATE,
  type CallDetails,
} from "#workers/call/call-rows.ts";

/**
 * The stored state of a room's calls: their rows, subscribers, published events and outbox, always changed together in one
 * transaction. Only this code writes these tables, so the values are not validated again.
 */

/**
 * Takes a meeting into its person's call that is scheduled or live around its time, or makes one. A meeting is in one call of
 * a room: the one it was in before, where another fits, is left by the caller.
 */
export function joinCall(storage: DurableObjectStorage, ask: CallAsk, now: number, asksLeft = 0) {
  return storage.transactionSync(() => {
    const { sql } = storage;
    const startsAt = Math.max(ask.startsAt, now);
    const start = { startsAt, isPlanned: ask.startsAt > now };
    const calls = openCalls(sql).map((call) => ({ ...call, starts: startsOf(sql, call.callId) }));
    const found = callToJoin(calls, { ownerUserId: ask.ownerUserId, start });
    const state = newCall(startsAt, now, asksLeft);
    const call = found ?? makeCall(sql, ask, { now, state: ask.here ? startedByPage(state) : state });
    sql.exec(
      `INSERT INTO call_meetings (call_id, meet_id, starts_at, told, attempts, due_at) VALUES (?, ?, ?, 0, 0, 0)
       ON CONFLICT (call_id, meet_id) DO UPDATE SET starts_at = excluded.starts_at, due_at = 0`,
      call.callId,
      ask.meetId,
      startsAt,
    );
    if (call.state.status === "scheduled") reschedule(sql, call.callId, now);
    return { callId: call.callId, recordingId: call.recordingId };
  });
}

export type NewCall = CallDetails & Pick<CallAsk, "ownerUserId" | "recordingId">;

export function makeCall(sql: SqlStorage, ask: NewCall, { now, state }: { now: number; state: CallState }) {
  const { ownerFirstName, language, url, platform, asker, here, waitMinutes, soundOnly } = ask;
  const call = { callId: newCallId(), recordingId: ask.recordingId ?? newRecordingId(), state };
  sql.exec(
    `INSERT INTO calls (call_id, recording_id, owner_user_id, created_at, details, state, turn, last_report_at, piece_at)
     VALUES (?, ?, ?, ?, ?, ?, 0, ?, 0)`,
    call.callId,
    call.recordingId,
    ask.ownerUserId,
    now,
    STORED_CALL_DETAILS.write({
      ownerFirstName,
      language,
      url,
      platform,
      asker,
      ...(here ? { here } : {}),
      ...(waitMinutes ? { waitMinutes } : {}),
      ...(soundOnly ? { soundOnly } : {}),
    }),
    STORED_CALL_STATE.write(call.state),
    now,
  );
  return call;
}

/** The earliest of its meetings' times is the call's. */
function reschedule(sql: SqlStorage, callId: CallId, now: number): void {
  const { at } = sql
    .exec<{ at: number | null }>("SELECT min(starts_at) AS at FROM call_meetings WHERE call_id = ?", callId)
    .one();
  if (at !== null) apply(sql, callId, { type: "moved", startsAt: at }, now);
}

/** Whether this meeting listens to the call. */
export function isInCall(sql: SqlStorage, callId: CallId, meetId: MeetId): boolean {
  return sql.exec("SELECT 1 FROM call_meetings WHERE call_id = ? AND meet_id = ?", callId, meetId).toArray().length > 0;
}

/** The meetings that listen to the call. */
export function meetingsOf(sql: SqlStorage, callId: CallId): MeetId[] {
  return sql
    .exec<{ meet_id: string }>("SELECT meet_id FROM call_meetings WHERE call_id = ? ORDER BY rowid", callId)
    .toArray()
    .map(({ meet_id }) => meet_id as MeetId);
}

/** Whether any meeting listens to the call. */
export function isListenedTo(sql: SqlStorage, callId: CallId): boolean {
  return sql.exec("SELECT 1 FROM call_meetings WHERE call_id = ? LIMIT 1", callId).toArray().length > 0;
}

export function leaveCall(storage: DurableObjectStorage, callId: CallId, meetId: MeetId, now: number): void {
  storage.transactionSync(() => {
    const { sql } = storage;
    sql.exec("DELETE FROM call_meetings WHERE call_id = ? AND meet_id = ?", callId, meetId);
    const { left } = sql
      .exec<{ left: number }>("SELECT count(*) AS left FROM call_meetings WHERE call_id = ?", callId)
      .one();
    const call = readCall(sql, callId);
    if (call === null) return;
    if (left === 0) apply(sql, callId, { type: "deserted" }, now);
    else if (call.state.status === "scheduled") reschedule(sql, callId, now);
  });
}

/**
 * Deletes a call's personal data and recording data; only its ids stay. Events that are not delivered yet stay too, and the id of
 * its bot if the bot still records for others.
 */
export function clearCall(sql: SqlStorage, callId: CallId): void {
  for (const table of ["segments", "pieces", "sounds", "people", "progress", "webhooks"]) {
    sql.exec(`DELETE FROM ${table} WHERE call_id = ?`, callId);
  }
  sql.exec("UPDATE calls SET details = NULL, people_count = NULL, roster = NULL WHERE call_id = ?", callId);
  // A request that this call made keeps its ids, so that a refused person cannot ask again through another call.
  sql.exec("DELETE FROM call_requests WHERE call_id = ?", callId);
  // The data of a bot is deleted with the last call that records with it.
  const recorded = `SELECT call_id FROM calls WHERE details IS NULL AND NOT EXISTS (
    SELECT 1 FROM calls AS guest WHERE guest.details IS NOT NULL AND json_extract(guest.feed, '$.source') = calls.call_id)`;
  sql.exec(`DELETE FROM bot_events WHERE call_id IN (${recorded})`);
  sql.exec(`UPDATE calls SET bot_ref = NULL WHERE bot_ref IS NOT NULL AND call_id IN (${recorded})`);
}

/** Deletes the published events of a call that is over once every listener has them, and the listeners with them. */
export function forgetToldCalls(sql: SqlStorage): void {
  sql.exec(
    `DELETE FROM published_events WHERE call_id IN (SELECT call_id FROM calls WHERE details IS NULL) AND NOT EXISTS (
       SELECT 1 FROM call_meetings WHERE call_meetings.call_id = published_events.call_id
         AND told < (SELECT turn FROM calls WHERE calls.call_id = published_events.call_id))`,
  );
}
