import { drizzle } from "drizzle-orm/d1";

/**
 * D1 through drizzle. No interactive transactions there: what belongs together goes into one `batch`.
 * Without the tables: they are needed for `db.query` only, and drizzle would read all of them for each request.
 */
export function openDatabase(binding: D1Database) {
  return drizzle(binding, { casing: "snake_case" });
}

export type Database = ReturnType<typeof openDatabase>;
