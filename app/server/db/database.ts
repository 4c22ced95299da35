import { drizzle } from "drizzle-orm/d1";

/**
 * D1 through drizzle. No interactive transactions there: what belongs together goes into one `batch`.
 * Without the tables: they are needed for `db.query` only, and drizzle would read all of them for each request.
 */
export function openDatabase(binding: D1Database) {
  return drizzle(binding, { casing: "snake_case" });
}

export type Database = ReturnType<typeof openDatabase>;

/**
 * The lists of workspaces: their meetings as D1 has them, with all tasks, tags and counts, in tables of the names of D1's (decision 229). Read them
 * by `readLists`, which knows whether they are as new as D1.
 */
export type WorkspaceLists = { of(workspaceId: string): Database };
