import { invariant } from "#app/domain/invariant.ts";
import type { ListResult, ListStatement } from "#app/server/ports/workspace-lists.ts";

/** Runs statements as D1 runs a batch: in their order, all or none. */
export function runListStatements(storage: DurableObjectStorage, statements: readonly ListStatement[]): ListResult[] {
  return storage.transactionSync(() =>
    statements.map(({ sql, params }) => {
      const cursor = storage.sql.exec(sql, ...params);
      const rows = [...cursor.raw()].map((row) => row.map(plainOf));
      return { columns: cursor.columnNames, rows, rowsRead: cursor.rowsRead };
    }),
  );
}

function plainOf(value: SqlStorageValue): string | number | null {
  invariant(!(value instanceof ArrayBuffer), "lists hold no bytes");
  return value;
}
