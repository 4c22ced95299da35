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
  /** Runs the statements in one transaction. Where the account has been deleted, nothing is kept and nothing found. */
  runListStatements(statements: ListStatement[]): Promise<ListResult[]>;
}
