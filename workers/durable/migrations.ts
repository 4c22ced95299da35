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
    sql.exec("CREATE TABLE IF NOT EXISTS store_migrations (position INTEGER PRIMARY KEY, name TEXT NOT NULL)");
    const applied = sql.exec<{ name: string }>("SELECT name FROM store_migrations ORDER BY position").toArray();
    for (const [position, { name }] of applied.entries()) {
      invariant(migrations[position]?.name === name, `store migration ${position} was ${name}`);
    }
    const pending = migrations.slice(applied.length);
    if (pending.length === 0) return;
    // One call for all of them: a new object has dozens of statements, and a thousand meetings may begin in a minute.
    sql.exec(pending.flatMap(({ statements }) => statements).join(";\n"));
    for (const [index, { name }] of pending.entries()) {
      sql.exec("INSERT INTO store_migrations (position, name) VALUES (?, ?)", applied.length + index, name);
    }
  });
}
