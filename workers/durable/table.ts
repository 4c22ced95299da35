/**
 * A table of an object as one description: its columns by their names in code, which the types of its rows, its readers and its writers
 * follow. A column is named like its property in snake_case, unless its description says otherwise.
 */
type Column<Value> = {
  name: string | undefined;
  read(stored: SqlStorageValue): Value;
  write(value: Value): SqlStorageValue;
};

/** A value that is stored as it is. Only our own code writes these tables, so it is not validated again. */
export function plain<Value extends SqlStorageValue>(name?: string): Column<Value> {
  return { name, read: (stored) => stored as Value, write: (value) => value };
}
export function json<Value>(name?: string): Column<Value> {
  return { name, read: (stored) => JSON.parse(stored as string) as Value, write: (value) => JSON.stringify(value) };
}
/** A boolean, stored as 0 or 1. */
export function flag(name?: string): Column<boolean> {
  return { name, read: (stored) => stored === 1, write: (value) => (value ? 1 : 0) };
}

type Columns = Record<string, Column<unknown>>;
export type RowOf<Table> = Table extends { columns: infer All extends Columns }
  ? { [Name in keyof All]: ReturnType<All[Name]["read"]> }
  : never;

export function tableOf<const All extends Columns>(table: string, columns: All) {
  type Row = RowOf<{ columns: All }>;
  const entries = Object.entries(columns).map(
    ([key, column]) =>
      [key, column.name ?? key.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`), column] as const,
  );
  const selected = entries.map(([, name]) => name).join(", ");
  /** The names and stored values of the given columns. */
  function written(row: Partial<Row>) {
    const given = entries.filter(([key]) => Object.hasOwn(row, key));
    return { names: given.map(([, name]) => name), values: given.map(([key, , column]) => column.write(row[key])) };
  }
  return {
    columns,
    /** `rest` stands behind the table's name: WHERE and ORDER BY. */
    select(sql: SqlStorage, rest = "", ...values: SqlStorageValue[]): Row[] {
      const rows = sql.exec(`SELECT ${selected} FROM ${table} ${rest}`, ...values).toArray();
      return rows.map((row) => {
        const pairs = entries.map(([key, name, column]) => [key, column.read(row[name] ?? null)]);
        return Object.fromEntries(pairs) as Row;
      });
    },
    /** `rest` stands behind the values: ON CONFLICT. */
    insert(sql: SqlStorage, row: Partial<Row>, rest = ""): void {
      const { names, values } = written(row);
      sql.exec(
        `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")}) ${rest}`,
        ...values,
      );
    },
    /** `rest` stands behind what is set: more of it, and WHERE. */
    update(sql: SqlStorage, change: Partial<Row>, rest: string, ...more: SqlStorageValue[]): void {
      const { names, values } = written(change);
      sql.exec(`UPDATE ${table} SET ${names.map((name) => `${name} = ?`).join(", ")} ${rest}`, ...values, ...more);
    },
  };
}
