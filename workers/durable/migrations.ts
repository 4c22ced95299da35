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
    for (const [position, { name, statements }] of migrations.entries()) {
      if (position < applied.length) continue;
      for (const statement of statements) sql.exec(statement);
      sql.exec("INSERT INTO store_migrations (position, name) VALUES (?, ?)", position, name);
    }
  });
}
