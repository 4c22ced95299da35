import { drizzle } from "drizzle-orm/d1";

/**
 * D1 through drizzle. No interactive transactions there: what belongs together goes into one `batch`.
 * Without the tables: they are needed for `db.query` only, and drizzle would read all of them for each request.
 */
export function openDatabase(binding: D1Database): Database {
  return drizzle(binding, { casing: "snake_case" });
}

type Statements = ReturnType<typeof drizzle>;
/** Types only: without it, statements of the lists would compile for D1, and the other way round. */
declare const place: unique symbol;

/** D1. */
export type Database = Statements & { readonly [place]?: "D1" };
/** The lists of one workspace. */
export type ListDatabase = Statements & { readonly [place]?: "lists" };
/** For statements on tables that both have. */
export type AnyDatabase = Database | ListDatabase;

/**
 * The lists of workspaces: their meetings as D1 has them, with all tasks, tags and counts, in tables of the names of D1's (decision 229). Read them
 * by `readLists`, which knows whether they are as new as D1.
 */
export type WorkspaceLists = { of(workspaceId: string): ListDatabase };
