import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { bundleArgs, migrationArgs } from "../../workers/local/worker-bundle.mjs";

/** The name of the variable with the folder that {@link prepareFolder} found or made, for every Acta of a run. */
const PREPARED = "ACTA_PREPARED_FOLDER";
const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

const CACHE = path.join(root, "node_modules/.cache/acta/prepared");
/** All that the bundle and the database are made of. */
const SOURCES = ["app", "workers", "migrations", "build/server", "wrangler.toml", "package.json", "package-lock.json"];
const UNUSED_MS_MAX = 24 * 3_600_000;

/**
 * Bundles the Worker and makes an empty database, once for all Actas of a run (7 s of CPU), and keeps both for later runs from the same
 * sources. Removes what no run has used for a day.
 */
export async function prepareFolder(): Promise<void> {
  const folder = path.join(CACHE, await hashOfSources());
  await mkdir(CACHE, { recursive: true });
  if (!existsSync(folder)) await make(folder);
  const now = new Date();
  await utimes(folder, now, now);
  for (const name of await readdir(CACHE)) {
    const other = path.join(CACHE, name);
    const { mtimeMs } = await stat(other);
    if (now.getTime() - mtimeMs > UNUSED_MS_MAX) await rm(other, { recursive: true, force: true });
  }
  process.env[PREPARED] = folder;
}

async function make(folder: string): Promise<void> {
  // Under its name only once it is whole, since a run may end half-way and another may begin meanwhile.
  const unfinished = await mkdtemp(`${folder}-`);
  const env = { ...process.env, CI: "1", NO_COLOR: "1", WRANGLER_SEND_METRICS: "false" };
  const step = (args: string[]) => run(process.execPath, args, { cwd: root, env });
  const migrate = () => step(migrationArgs({ root, dataDir: unfinished }));
  await Promise.all([
    step(bundleArgs({ root, dataDir: unfinished })),
    // The local D1 fails now and then on a busy machine ("false == true"). A migration is applied whole and recorded, or not at all, so the
    // second run goes on after the last one.
    migrate().catch(migrate),
  ]);
  try {
    await rename(unfinished, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function hashOfSources(): Promise<string> {
  const hash = createHash("sha256");
  const add = async (name: string): Promise<void> => {
    const file = path.join(root, name);
    if ((await stat(file)).isFile()) {
      const bytes = await readFile(file);
      hash.update(`${name} ${bytes.length}\n`).update(bytes);
      return;
    }
    for (const each of (await readdir(file)).toSorted()) if (each !== "node_modules") await add(`${name}/${each}`);
  };
  for (const name of SOURCES) await add(name);
  return hash.digest("hex").slice(0, 24);
}

/** Copies the prepared folder, if the run has one. Returns the variables that tell `npm start` so. */
export async function copyPrepared(dataDir: string): Promise<Record<string, string>> {
  const folder = process.env[PREPARED];
  if (folder === undefined) return {};
  await cp(folder, dataDir, { recursive: true });
  return { ACTA_PREPARED: "1" };
}
