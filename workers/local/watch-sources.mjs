// `npm run dev`: builds again when a source file changes. wrangler notices the new bundle and reloads the Worker, with
// the Durable Object in real workerd and the data as it was.
import { watch } from "node:fs";
import path from "node:path";
import process from "node:process";

const QUIET_MS = 150;
const FOLDERS = ["app", "public"];

/** @param {{ root: string, build: () => import("node:child_process").SpawnSyncReturns<string> }} input */
export function watchSources({ root, build }) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const rebuild = () => {
    const startedAt = Date.now();
    const result = build();
    const took = ((Date.now() - startedAt) / 1000).toFixed(1);
    if (result.status === 0) process.stdout.write(`Built again in ${took} s. Reload the page.\n`);
    else process.stdout.write(`The build failed; the last good one stays.\n${result.stderr}\n`);
  };
  for (const folder of FOLDERS) {
    watch(path.join(root, folder), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(rebuild, QUIET_MS);
    });
  }
  process.stdout.write("Watching app/ and public/ for changes (workers/ is watched by wrangler).\n");
}
