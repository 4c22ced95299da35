import { execFile } from "node:child_process";
import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { bundleArgs, migrationArgs } from "../../workers/local/worker-bundle.mjs";

/** The name of the variable with the folder that {@link prepareFolder} made, for every Acta of a run. */
const PREPARED = "ACTA_PREPARED_FOLDER";
const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

/** Bundles the Worker and makes an empty database, once for all Actas of a run. The caller removes the folder. */
export async function prepareFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "acta-prepared-"));
  const env = { ...process.env, CI: "1", NO_COLOR: "1", WRANGLER_SEND_METRICS: "false" };
  await Promise.all(
    [bundleArgs({ root, dataDir: folder }), migrationArgs({ root, stateDir: path.join(folder, "state") })].map((args) =>
      run(process.execPath, args, { cwd: root, env }),
    ),
  );
  process.env[PREPARED] = folder;
  return folder;
}

/** Copies the prepared folder, if the run has one. Returns the variables that tell `npm start` so. */
export async function copyPrepared(dataDir: string): Promise<Record<string, string>> {
  const folder = process.env[PREPARED];
  if (folder === undefined) return {};
  await cp(folder, dataDir, { recursive: true });
  return { ACTA_PREPARED: "1" };
}
