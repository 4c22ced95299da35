/**
 * Delivery positions of subscribers. A cursor is a row with the columns told (the last delivered position), attempts and due_at in
 * a table of the object; `key` names the columns by which the row is found. A failed delivery is retried later without blocking
 * other subscribers.
 */
export type Cursor = { told: number; attempts: number; dueAt: number };

export interface Cursors {
  /** Null when there is no such subscriber. */
  read(key: readonly string[]): Cursor | null;
  /** Notes the delivery of everything up to `position`; more may have been delivered in the meantime. */
  noteTold(key: readonly string[], position: number): void;
  /** Counts an attempt. */
  noteFailed(key: readonly string[], dueAt: number): void;
  postpone(key: readonly string[], dueAt: number): void;
}

export function cursorsIn(sql: SqlStorage, table: string, key: readonly string[]): Cursors {
  const where = key.map((column) => `${column} = ?`).join(" AND ");
  return {
    read(values) {
      const [row] = sql
        .exec<{ told: number; attempts: number; due_at: number }>(
          `SELECT told, attempts, due_at FROM ${table} WHERE ${where}`,
          ...values,
        )
        .toArray();
      return row ? { told: row.told, attempts: row.attempts, dueAt: row.due_at } : null;
    },
    noteTold(values, position) {
      sql.exec(`UPDATE ${table} SET told = max(told, ?), attempts = 0, due_at = 0 WHERE ${where}`, position, ...values);
    },
    noteFailed(values, dueAt) {
      sql.exec(`UPDATE ${table} SET attempts = attempts + 1, due_at = ? WHERE ${where}`, dueAt, ...values);
    },
    postpone(values, dueAt) {
      sql.exec(`UPDATE ${table} SET due_at = ? WHERE ${where}`, dueAt, ...values);
    },
  };
}
