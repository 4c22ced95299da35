import { Column, getTableColumns, type InferInsertModel, is, SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { AnyDatabase } from "#app/server/db/database.ts";

/** The values of a row by name, each of them a value, an expression, or a column of `from`. */
type Row<Table extends SQLiteTable> = {
  [Name in keyof InferInsertModel<Table>]: InferInsertModel<Table>[Name] | SQL | Column;
};

/**
 * Inserts what a select finds, by the names of the columns: by itself an insert from a select is built by their order. `from` is all that
 * follows the selected values. SQLite needs a `where` there if there is a clause for conflicts.
 */
export function insertFrom<Table extends SQLiteTable>(
  db: AnyDatabase,
  table: Table,
  { row, from }: { row: Row<Table>; from: SQL },
) {
  const given: Record<string, unknown> = row;
  // Drizzle names the columns that are inserted, which are all but those that the database computes.
  const inserted = Object.entries(getTableColumns(table)).filter(([, column]) => column.generated === undefined);
  const values = inserted.map(([name, column]) => {
    const value = given[name] === undefined ? (column.default ?? null) : given[name];
    return is(value, SQL) || is(value, Column) ? sql`${value}` : sql`${sql.param(value, column)}`;
  });
  return db.insert(table).select(sql`select ${sql.join(values, sql`, `)} ${from}`);
}

/**
 * Inserts a row where a condition holds, in one statement: of two requests for the last place one gets it. A count that is read before the
 * insert lets both through.
 */
export function insertWhere<Table extends SQLiteTable>(
  db: AnyDatabase,
  table: Table,
  { row, where }: { row: Row<Table>; where: SQL },
) {
  return insertFrom(db, table, { row, from: sql`where ${where}` });
}
