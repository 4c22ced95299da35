// Brings the local D1 up to date. Wrangler's command for it starts workerd once for each file.
//   node migrate.mjs --data=/path/of/the/data/folder
import path from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { Miniflare } from "miniflare";
import { applyMigrations, OldDatabaseError } from "./apply-migrations.mjs";
import { readWorkerOptions } from "./worker-options.mjs";

const { values } = parseArgs({ options: { data: { type: "string" } } });
const { data } = values;
if (data === undefined) throw new TypeError("migrate.mjs needs --data");
const root = path.resolve(import.meta.dirname, "../..");
const { compatibilityDate, d1Databases } = await readWorkerOptions({ root, dataDir: data });
const miniflare = new Miniflare({
  modules: true,
  script: "export default {};",
  compatibilityDate,
  d1Databases,
  cf: false,
  defaultPersistRoot: path.join(data, "state/v3"),
});
try {
  await applyMigrations(await miniflare.getD1Database("DB"), path.join(root, "migrations"));
} catch (error) {
  if (!(error instanceof OldDatabaseError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await miniflare.dispose();
}
process.exit();
