import type { MeetingEffect } from "#app/domain/meeting/effects.ts";

/** One piece of work that is still to be done. `attempts` is how often it has been begun. */
export type OutboxRow = { key: string; effect: MeetingEffect; attempts: number; dueAt: number; added: number };

/** What is due, oldest first. */
export function dueRows(sql: SqlStorage, now: number): OutboxRow[] {
  return sql
    .exec<{ key: string; effect: string; attempts: number; due_at: number; added: number }>(
      "SELECT * FROM outbox WHERE due_at <= ? ORDER BY added, rowid",
      now,
    )
    .toArray()
    .map((row) => ({
      key: row.key,
      effect: JSON.parse(row.effect) as MeetingEffect,
      attempts: row.attempts,
      dueAt: row.due_at,
      added: row.added,
    }));
}

/** When the next piece of work falls due that is not `busy` already; null where there is none. */
export function nextWorkAt(sql: SqlStorage, busy: ReadonlySet<string>): number | null {
  const row = sql
    .exec<{ at: number | null }>(
      "SELECT min(due_at) AS at FROM outbox WHERE key NOT IN (SELECT value FROM json_each(?))",
      JSON.stringify([...busy]),
    )
    .one();
  return row.at;
}

/** The same, or when the next telling of a subscriber is due. */
export function nextDueAt(sql: SqlStorage, busy: ReadonlySet<string> = new Set()): number | null {
  const row = sql
    .exec<{ at: number | null }>(
      `SELECT min(at) AS at FROM (
         SELECT min(due_at) AS at FROM outbox WHERE key NOT IN (SELECT value FROM json_each(?))
         UNION ALL
         SELECT min(due_at) FROM subscribers WHERE told < (SELECT sequence FROM meeting WHERE state IS NOT NULL)
       )`,
      JSON.stringify([...busy]),
    )
    .toArray()[0];
  return row?.at ?? null;
}

/** Counted before the work begins, so that work which kills its process is not begun for ever. */
export function countAttempt(sql: SqlStorage, row: OutboxRow): void {
  sql.exec("UPDATE outbox SET attempts = attempts + 1 WHERE key = ? AND added = ?", row.key, row.added);
}

export function postpone(sql: SqlStorage, row: OutboxRow, dueAt: number): void {
  sql.exec("UPDATE outbox SET due_at = ? WHERE key = ? AND added = ?", dueAt, row.key, row.added);
}

/** The attempt is taken back, and everything of this kind waits at least until `dueAt`. */
export function holdBack(sql: SqlStorage, row: OutboxRow, dueAt: number): void {
  sql.exec("UPDATE outbox SET attempts = max(0, attempts - 1) WHERE key = ? AND added = ?", row.key, row.added);
  sql.exec(
    "UPDATE outbox SET due_at = max(due_at, ?) WHERE json_extract(effect, '$.type') = ?",
    dueAt,
    row.effect.type,
  );
}

/** The work is done or no longer wanted. A row that has replaced this one in the meantime stays. */
export function removeRow(sql: SqlStorage, row: OutboxRow): void {
  sql.exec("DELETE FROM outbox WHERE key = ? AND added = ?", row.key, row.added);
}
