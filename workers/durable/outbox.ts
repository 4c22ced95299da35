/**
 * Pieces of work that an object still has to do, in its table `outbox` with the columns key, effect (JSON), attempts, due_at and added.
 * They are stored in the transaction that wants them done, and removed in the one that stores their outcome.
 */
export type OutboxRow<Effect> = {
  /** The same key is the same work. */
  key: string;
  effect: Effect;
  /** The number of times it has been begun. */
  attempts: number;
  dueAt: number;
  /** Tells a row from one that has replaced it under the same key since. */
  added: number;
};

type RawRow = { key: string; effect: string; attempts: number; due_at: number; added: number };

/** The due rows. `Columns` are the columns that the object's outbox has in addition to the common ones. */
export function dueRows<Effect, Columns extends Record<string, SqlStorageValue> = Record<string, SqlStorageValue>>(
  sql: SqlStorage,
  now: number,
  order: "added, rowid" | "due_at, rowid",
): (OutboxRow<Effect> & { columns: Columns })[] {
  return sql
    .exec<RawRow & Columns>(`SELECT * FROM outbox WHERE due_at <= ? ORDER BY ${order}`, now)
    .toArray()
    .map((row) => ({
      key: row.key,
      effect: JSON.parse(row.effect) as Effect,
      attempts: row.attempts,
      dueAt: row.due_at,
      added: row.added,
      columns: row,
    }));
}

/** When the next piece of work falls due that is not `busy` already; null where there is none. */
export function nextWorkAt(sql: SqlStorage, busy: ReadonlySet<string> = new Set()): number | null {
  return sql
    .exec<{ at: number | null }>(
      "SELECT min(due_at) AS at FROM outbox WHERE key NOT IN (SELECT value FROM json_each(?))",
      JSON.stringify([...busy]),
    )
    .one().at;
}

type Row = Pick<OutboxRow<unknown>, "key" | "added">;

/** Counted before the work begins, so that work which kills its process is not begun for ever. */
export function countAttempt(sql: SqlStorage, { key, added }: Row): void {
  sql.exec("UPDATE outbox SET attempts = attempts + 1 WHERE key = ? AND added = ?", key, added);
}

export function postpone(sql: SqlStorage, { key, added }: Row, dueAt: number): void {
  sql.exec("UPDATE outbox SET due_at = ? WHERE key = ? AND added = ?", dueAt, key, added);
}

/** The attempt is taken back, and everything of this kind waits at least until `dueAt`. */
export function holdBack(sql: SqlStorage, { key, added, effect }: OutboxRow<{ type: string }>, dueAt: number): void {
  sql.exec("UPDATE outbox SET attempts = max(0, attempts - 1) WHERE key = ? AND added = ?", key, added);
  sql.exec("UPDATE outbox SET due_at = max(due_at, ?) WHERE json_extract(effect, '$.type') = ?", dueAt, effect.type);
}

/** The work is done or no longer wanted. A row that has replaced this one in the meantime stays. */
export function removeRow(sql: SqlStorage, { key, added }: Row): void {
  sql.exec("DELETE FROM outbox WHERE key = ? AND added = ?", key, added);
}

export interface Rounds {
  /** Resolves when nothing that was there at the call is left to do. */
  run(): Promise<void>;
  isRunning(): boolean;
}

/**
 * Runs `round` one at a time, so that its events arrive in order. A call during a round starts another one after it, and all callers
 * wait for the last.
 */
export function inRounds(round: () => Promise<void>): Rounds {
  let running: Promise<void> | null = null;
  let again = false;
  async function rounds(): Promise<void> {
    do {
      again = false;
      await round();
    } while (again);
  }
  return {
    run() {
      again = true;
      running ??= rounds().finally(() => {
        running = null;
      });
      return running;
    },
    isRunning: () => running !== null,
  };
}
