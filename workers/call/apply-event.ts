import { callTransition, type Telling } from "#app/domain/call/call-machine.ts";
import { type CallEffect, type CallEvent, isLive } from "#app/domain/call/call-state.ts";
import type { CallId } from "#app/domain/ids.ts";
import { readCall, STORED_CALL_STATE } from "#workers/call/call-rows.ts";

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
