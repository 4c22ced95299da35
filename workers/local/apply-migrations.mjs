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

/** Its message is shown as it is. */
export class OldDatabaseError extends Error {
  /** @override */
  name = "OldDatabaseError";
  constructor() {
    super(
      "This data folder was made by an earlier Acta that this one cannot upgrade: start Acta of 29 November 2026 with it once, or choose another data folder.",
    );
  }
}

/**
 * Applies the files of a folder that a D1 database has not had yet, in the order of their names, and records them where
 * `wrangler d1 migrations apply` does. A file is applied whole and recorded, or not at all: a batch is one transaction.
 * The first file is the database as earlier files made it, under the name of the last of them. A database that has some of them and not
 * that one is refused as it is.
 * @param {import("@cloudflare/workers-types").D1Database} database
 * @param {string} folder
 * @returns {Promise<string[]>} the names of the files that were applied
 * @throws {OldDatabaseError} the database is older than the first file
 * @throws {RangeError} a newer Acta has been here: this one would not know what it finds
 */
export async function applyMigrations(database, folder) {
  await database.prepare(APPLIED).run();
  const { results } = await database.prepare("SELECT name FROM d1_migrations").all();
  const known = new Set(results.map(({ name }) => name));
  const all = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  const [first] = all;
  if (first !== undefined && known.size > 0 && !known.has(first)) throw new OldDatabaseError();
  const newest = [...known].map(String).toSorted().at(-1) ?? "";
  if (newest > (all.at(-1) ?? "")) {
    throw new RangeError(`The database is of a newer Acta, which has ${newest}. Start that one, or restore a backup.`);
  }
  const files = all.filter((name) => !known.has(name));
  for (const name of files) {
    const statements = (await readFile(path.join(folder, name), "utf8")).split(BREAKPOINT);
    await database.batch([
      ...statements.map((statement) => database.prepare(statement)),
      database.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
    ]);
  }
  return files;
}
