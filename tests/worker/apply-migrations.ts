import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";

// The files share a workerd: objects, their alarms, rows and files of the one before are gone before the next begins.
const SCHEMA = Symbol.for("acta.tests.schema");
const shared = globalThis as unknown as { [SCHEMA]?: string[] };
const RESETS_MAX = 5;

await resetAll();
if (shared[SCHEMA]) {
  // The tables, indexes and triggers that the migrations have made for the first file, in one transaction.
  await env.DB.batch(shared[SCHEMA].map((statement) => env.DB.prepare(statement)));
} else {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  shared[SCHEMA] = await readSchema();
}

/** A reset that comes in the middle of the database's work leaves the database as it was. */
async function resetAll(): Promise<void> {
  for (let resets = 0; resets < RESETS_MAX; resets += 1) {
    await reset();
    if ((await readSchema()).length === 0) return;
  }
  throw new Error(`the database still has tables after ${RESETS_MAX} resets`);
}

/** In the order in which they were made. */
async function readSchema(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "select sql from sqlite_master where sql is not null and name not glob '_cf_*' and name not glob 'sqlite_*' order by rowid",
  ).all<{ sql: string }>();
  return results.map(({ sql }) => sql);
}
