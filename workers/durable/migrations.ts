import { invariant } from "#app/domain/invariant.ts";

/**
 * The tables inside a Durable Object. A list of migrations is append only: objects are migrated when they wake up, which may be years
 * after a migration was written. Every object keeps the list of its applied migrations, and refuses a list that disagrees.
 */
export type StoreMigration = { name: string; statements: readonly string[] };

/** Brings an object's tables up to date, in one transaction. Throws where its history is not a beginning of `migrations`. */
export function migrateTables(storage: DurableObjectStorage, migrations: readonly StoreMigration[]): void {
  storage.transactionSync(() => {
    const { sql } = storage;
    if (isNew(sql)) {
      createTables(sql, migrations);
      return;
    }
    const applied = sql.exec<{ name: string }>("SELECT name FROM store_migrations ORDER BY position").toArray();
    for (const [position, { name }] of applied.entries()) {
      invariant(migrations[position]?.name === name, `store migration ${position} was ${name}`);
    }
    runMigrations(sql, migrations, applied.length);
  });
}

function isNew(sql: SqlStorage): boolean {
  return sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'store_migrations'").toArray().length === 0;
}

function runMigrations(sql: SqlStorage, migrations: readonly StoreMigration[], from: number): void {
  const pending = migrations.slice(from);
  if (pending.length === 0) return;
  sql.exec(pending.flatMap(({ statements }) => statements).join(";\n"));
  for (const [index, { name }] of pending.entries()) {
    sql.exec("INSERT INTO store_migrations (position, name) VALUES (?, ?)", from + index, name);
  }
}

/** The database that a list of migrations makes of an empty one, as SQL. */
const scripts = new WeakMap<readonly StoreMigration[], string>();

/**
 * The tables of a new object. The first one in an isolate runs the migrations, the next ones get what came of them: SQLite reads the
 * whole schema again for each ALTER TABLE, and a thousand meetings may begin in a minute.
 */
function createTables(sql: SqlStorage, migrations: readonly StoreMigration[]): void {
  const known = scripts.get(migrations);
  if (known !== undefined) {
    sql.exec(known);
    return;
  }
  sql.exec("CREATE TABLE store_migrations (position INTEGER PRIMARY KEY, name TEXT NOT NULL)");
  runMigrations(sql, migrations, 0);
  scripts.set(migrations, scriptOf(sql));
}

/** The schema and the rows of a database, without what SQLite, the platform and virtual tables make for themselves. */
function scriptOf(sql: SqlStorage): string {
  const listed = sql.exec<{ name: string; type: string }>("PRAGMA table_list").toArray();
  const kinds = new Map(listed.map(({ name, type }) => [name, type]));
  const made = sql
    .exec<{ name: string; table: string; text: string }>(
      `SELECT name, tbl_name AS "table", sql AS text FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid`,
    )
    .toArray()
    .filter(({ table }) => kinds.get(table) !== "shadow" && !/^(?:sqlite|_cf)_/.test(table));
  const rows = made.filter(({ name }) => kinds.get(name) === "table").flatMap(({ name }) => insertsOf(sql, name));
  return [...made.map(({ text }) => text), ...rows].join(";\n");
}

function insertsOf(sql: SqlStorage, table: string): string[] {
  return sql
    .exec(`SELECT * FROM ${table}`)
    .toArray()
    .map((row) => `INSERT INTO ${table} VALUES (${Object.values(row).map(literalOf).join()})`);
}

function literalOf(value: SqlStorageValue): string {
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  invariant(!(value instanceof ArrayBuffer), "a migration has written bytes");
  return String(value);
}
