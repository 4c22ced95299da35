import { callTransition, type Telling } from "#app/domain/call/call-machine.ts";
import {
  type CallEffect,
  type CallEvent,
  type CallState,
  isLive,
  newCall,
  startedByPage,
} from "#app/domain/call/call-state.ts";
import { type CallStart, callToJoin, type RoomCall } from "#app/domain/call/share-bot.ts";
import { type CallId, type MeetId, newCallId, newRecordingId, type RecordingId } from "#app/domain/ids.ts";
import type { CallAsk } from "#app/server/ports/call-process.ts";
import { storedJson, type Upgrade } from "#workers/durable/stored-json.ts";

/** The JSON columns of the table `calls`. A change of a shape that earlier code has stored needs an upgrade here, with a test. */

/** Details of a call; deleted once it is over and cleared. */
type CallDetails = Pick<
  CallAsk,
  "ownerFirstName" | "language" | "url" | "platform" | "asker" | "here" | "waitMinutes" | "soundOnly"
>;

/** The first calls were stored without how their person is named to others. */
const nameAsker: Upgrade = (details) => ({ asker: null, ...details });

export const STORED_CALL_STATE = storedJson<CallState>("call state", []);
export const STORED_CALL_DETAILS = storedJson<CallDetails>("call details", [nameAsker]);

/**
 * The stored state of a room's calls: their rows, subscribers, published events and outbox, always changed together in one
 * transaction. Only this code writes these tables, so the values are not validated again.
 */

export type CallRow = RoomCall & {
  callId: CallId;
  recordingId: RecordingId;
  details: CallDetails | null;
  state: CallState;
  /** The newest of its published events. */
  turn: number;
  /** The bot's id at the recorder. */
  botRef: string | null;
  /** Time of the last report of the bot or the recorder; `pieceAt` is the time of the last piece. */
  lastReportAt: number;
  pieceAt: number;
  /** Earliest time at which the recorder needs to be asked again. */
  lookAt: number;
  feed: CallFeed | null;
  /** Epoch ms; recordings of the call's own bot from then on do not belong to the call. Null: all of them do. */
  cutAt: number | null;
};
/** A call that records with another call's bot, because that one's owner accepted. */
export type CallFeed = {
  source: CallId;
  /** Epoch ms; nothing from before is this call's. 0: all of it is. */
  fromAt: number;
  /** Epoch ms; nothing from then on is. Null: everything that still comes. */
  untilAt: number | null;
  /** Added to the bot's segment numbers; segments of the call's own bots have lower numbers. */
  offset: number;
  /** The attempt as which the bot counts in this call; those before are the call's own bots. */
  attempt: number;
  /** Segments of the bot, as "mix-1000", that had ended before. */
  ended: string[];
  /** The bot does not record for this call any more, or was lost. */
  isOver: boolean;
};
type RawRow = {
  call_id: string;
  recording_id: string;
  owner_user_id: string | null;
  details: string | null;
  state: string;
  turn: number;
  bot_ref: string | null;
  last_report_at: number;
  piece_at: number;
  look_at: number;
  feed: string | null;
  cut_at: number | null;
};

const COLUMNS =
  "call_id, recording_id, owner_user_id, details, state, turn, bot_ref, last_report_at, piece_at, look_at, feed, cut_at";

export function readCall(sql: SqlStorage, callId: CallId): CallRow | null {
  const row = sql.exec<RawRow>(`SELECT ${COLUMNS} FROM calls WHERE call_id = ?`, callId).toArray()[0];
  return row ? rowOf(row) : null;
}

/** The calls that are not over, oldest first. */
export function openCalls(sql: SqlStorage): CallRow[] {
  return sql
    .exec<RawRow>(`SELECT ${COLUMNS} FROM calls WHERE details IS NOT NULL ORDER BY created_at, call_id`)
    .toArray()
    .map(rowOf)
    .filter(({ state }) => state.status !== "over");
}

/** The person's calls in the room, those that are over among them. */
export function callsOfPerson(sql: SqlStorage, userId: string | null): CallRow[] {
  return sql.exec<RawRow>(`SELECT ${COLUMNS} FROM calls WHERE owner_user_id = ?`, userId).toArray().map(rowOf);
}

/** Of the meetings of a call, the earliest first. One that was asked for when it was to begin was not planned. */
export function startsOf(sql: SqlStorage, callId: CallId): CallStart[] {
  return sql
    .exec<{ starts_at: number; created_at: number }>(
      `SELECT starts_at, created_at FROM call_meetings JOIN calls USING (call_id) WHERE call_id = ? ORDER BY starts_at`,
      callId,
    )
    .toArray()
    .map(({ starts_at, created_at }) => ({ startsAt: starts_at, isPlanned: starts_at > created_at }));
}

function rowOf(row: RawRow): CallRow {
  const feed = row.feed === null ? null : (JSON.parse(row.feed) as CallFeed);
  return {
    callId: row.call_id as CallId,
    recordingId: row.recording_id as RecordingId,
    ownerUserId: row.owner_user_id,
    isGuest: feed !== null && !feed.isOver,
    details: row.details === null ? null : STORED_CALL_DETAILS.read(row.details),
    state: STORED_CALL_STATE.read(row.state),
    turn: row.turn,
    botRef: row.bot_ref,
    lastReportAt: row.last_report_at,
    pieceAt: row.piece_at,
    lookAt: row.look_at,
    feed,
    cutAt: row.cut_at,
  };
}

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

/** Open calls of before, whose owner is not written down, with their first meeting. */
export function ownerlessCalls(sql: SqlStorage): { callId: CallId; meetId: MeetId }[] {
  return openCalls(sql)
    .filter(({ ownerUserId }) => ownerUserId === null)
    .flatMap(({ callId }) => {
      const row = sql
        .exec<{ meet_id: string }>("SELECT meet_id FROM call_meetings WHERE call_id = ? ORDER BY rowid LIMIT 1", callId)
        .toArray()[0];
      return row ? [{ callId, meetId: row.meet_id as MeetId }] : [];
    });
}

export function saveOwner(sql: SqlStorage, callId: CallId, ownerUserId: string): void {
  sql.exec("UPDATE calls SET owner_user_id = ? WHERE call_id = ? AND owner_user_id IS NULL", ownerUserId, callId);
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

/** One event in one transaction, with what `write` stores beside it where it changed something. */
export function applyCallEvent(
  storage: DurableObjectStorage,
  callId: CallId,
  event: CallEvent,
  at: { now: number; done?: string; write?: (sql: SqlStorage) => void },
): boolean {
  return storage.transactionSync(() => {
    if (at.done !== undefined) storage.sql.exec("DELETE FROM outbox WHERE key = ?", at.done);
    const changed = apply(storage.sql, callId, event, at.now);
    if (changed) at.write?.(storage.sql);
    return changed;
  });
}

export function apply(sql: SqlStorage, callId: CallId, event: CallEvent, now: number): boolean {
  const call = readCall(sql, callId);
  if (call === null) return false;
  const { state, effects, published } = callTransition(call.state, event, now);
  if (state === call.state) return false;
  sql.exec("UPDATE calls SET state = ? WHERE call_id = ?", STORED_CALL_STATE.write(state), callId);
  // Another bot: its silence counts from now.
  if (state.attempt !== call.state.attempt)
    sql.exec("UPDATE calls SET last_report_at = ? WHERE call_id = ?", now, callId);
  if (!isLive(state.status)) {
    sql.exec("DELETE FROM outbox WHERE call_id = ? AND json_extract(effect, '$.type') = 'start-bot'", callId);
  }
  for (const effect of effects) enqueue(sql, callId, effect, now);
  for (const one of published) publish(sql, callId, one, now);
  return true;
}

export function enqueue(sql: SqlStorage, callId: CallId, effect: CallEffect, now: number): void {
  const which = "attempt" in effect ? `/${effect.attempt}` : effect.type === "announce" ? `/${effect.guest}` : "";
  sql.exec(
    "INSERT OR IGNORE INTO outbox (key, call_id, effect, attempts, due_at) VALUES (?, ?, ?, 0, ?)",
    `${callId}/${effect.type}${which}`,
    callId,
    JSON.stringify(effect),
    now,
  );
}

/** Event types of which only the newest is valid; it replaces the earlier ones. */
const REPLACES_ITSELF = new Set<Telling["type"]>(["lobby", "warning", "people", "requests"]);

/** Adds an event to publish; its turn is one higher than the last. Call it inside a transaction. */
export function publish(sql: SqlStorage, callId: CallId, published: Telling, at: number): void {
  if (REPLACES_ITSELF.has(published.type)) {
    sql.exec("DELETE FROM published_events WHERE call_id = ? AND type = ?", callId, published.type);
  }
  const { turn } = sql
    .exec<{ turn: number }>("UPDATE calls SET turn = turn + 1 WHERE call_id = ? RETURNING turn", callId)
    .one();
  const body = JSON.stringify({ ...published, callId, turn, at });
  sql.exec(
    "INSERT INTO published_events (call_id, turn, type, body) VALUES (?, ?, ?, ?)",
    callId,
    turn,
    published.type,
    body,
  );
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
