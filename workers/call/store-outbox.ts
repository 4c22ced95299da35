import type { CallEffect } from "#app/domain/call/call-state.ts";
import type { CallId } from "#app/domain/ids.ts";

/** What is still to be done. `attempts` is how often it has been begun, `begunAt` when for the first time. */
export type CallWork = {
  key: string;
  callId: CallId;
  effect: CallEffect;
  attempts: number;
  begunAt: number | null;
};

export function dueWork(sql: SqlStorage, now: number): CallWork[] {
  return sql
    .exec<{ key: string; call_id: string; effect: string; attempts: number; begun_at: number | null }>(
      "SELECT key, call_id, effect, attempts, begun_at FROM outbox WHERE due_at <= ? ORDER BY due_at, rowid",
      now,
    )
    .toArray()
    .map((row) => ({
      key: row.key,
      callId: row.call_id as CallId,
      effect: JSON.parse(row.effect) as CallEffect,
      attempts: row.attempts,
      begunAt: row.begun_at,
    }));
}

/** Counted before the work begins, so that work which kills its process is not begun for ever without a wait. */
export function countBegun(sql: SqlStorage, key: string, now: number, againAt: number): void {
  sql.exec(
    "UPDATE outbox SET attempts = attempts + 1, begun_at = coalesce(begun_at, ?), due_at = ? WHERE key = ?",
    now,
    againAt,
    key,
  );
}

export function postponeWork(sql: SqlStorage, key: string, dueAt: number): void {
  sql.exec("UPDATE outbox SET due_at = ? WHERE key = ?", dueAt, key);
}

export function removeWork(sql: SqlStorage, key: string): void {
  sql.exec("DELETE FROM outbox WHERE key = ?", key);
}

export function nextWorkAt(sql: SqlStorage): number | null {
  return sql.exec<{ at: number | null }>("SELECT min(due_at) AS at FROM outbox").one().at;
}

/** Whether a bot of the call is still being ordered. */
export function isStarting(sql: SqlStorage, callId: CallId): boolean {
  return (
    sql
      .exec("SELECT 1 FROM outbox WHERE call_id = ? AND json_extract(effect, '$.type') = 'start-bot'", callId)
      .toArray().length > 0
  );
}
