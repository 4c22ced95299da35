// `npm run dev`: builds and bundles again when a source file changes, and starts the Worker again, with the data as it was.
import { watch } from "node:fs";
import path from "node:path";
import process from "node:process";

const QUIET_MS = 150;
/** Folders whose changes need a new build; a change of `workers` needs a new bundle only. */
const BUILT_FOLDERS = ["app", "public"];

/**
 * @typedef {() => import("node:child_process").SpawnSyncReturns<string>} Command
 * @param {{ root: string, build: Command, bundle: Command, restart: () => Promise<void> }} input
 */
export function watchSources({ root, build, bundle, restart }) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  let needsBuild = false;
  const renew = async () => {
    const startedAt = Date.now();
    const commands = needsBuild ? [build, bundle] : [bundle];
    needsBuild = false;
    for (const command of commands) {
      const result = command();
      if (result.status === 0) continue;
      process.stdout.write(`The build failed; the last good one stays.\n${result.stderr}\n`);
      return;
    }
    await restart();
    process.stdout.write(`Built again in ${((Date.now() - startedAt) / 1000).toFixed(1)} s. Reload the page.\n`);
  };
  for (const folder of [...BUILT_FOLDERS, "workers"]) {
    watch(path.join(root, folder), { recursive: true }, () => {
      needsBuild ||= BUILT_FOLDERS.includes(folder);
      clearTimeout(timer);
      timer = setTimeout(() => void renew(), QUIET_MS);
    });
  }
  process.stdout.write("Watching app/, public/ and workers/ for changes.\n");
}
