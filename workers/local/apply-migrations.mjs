import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** Wrangler's own table. */
const APPLIED = `CREATE TABLE IF NOT EXISTS d1_migrations(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;
/** Between the statements of a file, as drizzle-kit writes it. */
const BREAKPOINT = "--> statement-breakpoint";

/**
 * Applies the files of a folder that a D1 database has not had yet, in the order of their names, and records them where
 * `wrangler d1 migrations apply` does. A file is applied whole and recorded, or not at all: a batch is one transaction.
 * @param {import("@cloudflare/workers-types").D1Database} database
 * @param {string} folder
 * Throws a RangeError where a newer Acta has been here: this one would not know what it finds.
 * @returns {Promise<string[]>} the names of the files that were applied
 */
export async function applyMigrations(database, folder) {
  await database.prepare(APPLIED).run();
  const { results } = await database.prepare("SELECT name FROM d1_migrations").all();
  const known = new Set(results.map(({ name }) => name));
  const present = (await readdir(folder)).filter((name) => name.endsWith(".sql"));
  const newer = [...known]
    .map(String)
    .filter((name) => !present.includes(name))
    .toSorted();
  if (newer.length > 0) {
    throw new RangeError(
      `The database is of a newer Acta, which has ${newer.at(-1)}. Start that one, or restore a backup.`,
    );
  }
  const files = present.filter((name) => !known.has(name)).toSorted();
  for (const name of files) {
    const statements = (await readFile(path.join(folder, name), "utf8")).split(BREAKPOINT);
    await database.batch([
      ...statements.map((statement) => database.prepare(statement)),
      database.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
    ]);
  }
  return files;
}
