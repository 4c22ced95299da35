/**
 * How far each subscriber has been told. A cursor is a row with the columns told (the last position it was told), attempts and due_at in
 * a table of the object; `key` names the columns by which the row is found. One that fails is told later, and nobody else waits for it.
 */
export type Cursor = { told: number; attempts: number; dueAt: number };

export interface Cursors {
  /** Null where there is no such subscriber. */
  read(key: readonly string[]): Cursor | null;
  /** It was told everything up to `position`; it may have been told more in the meantime. */
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
