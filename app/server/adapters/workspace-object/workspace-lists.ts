import { drizzle } from "drizzle-orm/d1";
import { invariant } from "#app/domain/invariant.ts";
import type { ListResult, ListStatement, WorkspaceListsStub } from "#app/server/ports/workspace-lists.ts";

/** The lists in the objects of workspaces, as databases that drizzle takes for D1's. `stubOf` makes a stub (workers/compose/objects.ts). */
export function workspaceLists(stubOf: (workspaceId: string) => WorkspaceListsStub) {
  return {
    of: (workspaceId: string) =>
      drizzle(
        asD1((statements) => stubOf(workspaceId).runListStatements(statements)),
        { casing: "snake_case" },
      ),
  };
}

type Run = (statements: ListStatement[]) => Promise<ListResult[]>;

/** The part of D1's interface that drizzle uses: statements by themselves and batches. */
function asD1(run: Run): D1Database {
  const prepare = (sql: string, params: ListStatement["params"] = []) => ({
    sql,
    params,
    bind: (...values: ListStatement["params"]) => prepare(sql, values),
    all: async () => answerOf(await runOne({ sql, params })),
    run: async () => answerOf(await runOne({ sql, params })),
    raw: async () => (await runOne({ sql, params })).rows,
  });
  async function runOne(statement: ListStatement): Promise<ListResult> {
    const [result] = await run([statement]);
    invariant(result, "a statement has a result");
    return result;
  }
  const database = {
    prepare: (sql: string) => prepare(sql),
    batch: async (statements: ListStatement[]) =>
      (await run(statements.map(({ sql, params }) => ({ sql, params })))).map(answerOf),
  };
  return database as unknown as D1Database;
}

/** Rows by the names of their columns, as D1 answers. */
function answerOf({ columns, rows, rowsRead }: ListResult) {
  const results = rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])));
  return { success: true, results, meta: { rows_read: rowsRead } };
}
