import type { Database } from "#app/server/db/database.ts";

/** A statement of SQLite with its values, as an object gets it. */
export type ListStatement = { sql: string; params: (string | number | null)[] };
export type ListResult = {
  columns: string[];
  rows: (string | number | null)[][];
  /** Rows of tables and indexes that were read for it. */
  rowsRead: number;
};

/** The part of a workspace's object that keeps the lists of the workspace. */
export interface WorkspaceListsStub {
  /** Runs the statements in one transaction. Throws where the account has been deleted. */
  runListStatements(statements: ListStatement[]): Promise<ListResult[]>;
}

/**
 * The lists of a workspace: its meetings as D1 has them, with all their tasks, tags and counts, in tables of the names of D1's
 * (decision 229). Read them by `readLists`, which knows whether they are as new as D1.
 */
export interface WorkspaceLists {
  of(workspaceId: string): Database;
}
