import { getTableColumns, type InferInsertModel, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/server/db/database.ts";

/**
 * Inserts a row where a condition holds, in one statement: of two requests for the last place one gets it. A count that is read before the
 * insert lets both through. The values are given by name; an insert from a select is built by the order of the columns.
 */
export function insertWhere<Table extends SQLiteTable>(
  db: Database,
  table: Table,
  { row, where }: { row: InferInsertModel<Table>; where: SQL },
) {
  const given: Record<string, unknown> = row;
  const values = Object.entries(getTableColumns(table)).map(
    ([name, column]) => sql`${sql.param(given[name] ?? column.default ?? null, column)}`,
  );
  return db.insert(table).select(sql`select ${sql.join(values, sql`, `)} where ${where}`);
}
