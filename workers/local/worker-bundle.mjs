// The Worker as one bundle, as `wrangler deploy` makes it. `npm start` runs that bundle in workerd itself (run-worker.mjs):
// the proxy that `wrangler dev` puts in front of the Worker answers 503 to a POST when an idle connection between the two
// closes at the moment of its use.
import path from "node:path";

/** Arguments of the `node` that writes the bundle. @param {{ root: string, dataDir: string }} input */
export function bundleArgs({ root, dataDir }) {
  const wrangler = path.join(root, "node_modules/wrangler/bin/wrangler.js");
  return [wrangler, "deploy", "workers/entry.ts", "--dry-run", "--env=", `--outdir=${bundleFolder(dataDir)}`];
}

/** Arguments of the `node` that brings the local D1 up to date. @param {{ root: string, dataDir: string }} input */
export function migrationArgs({ root, dataDir }) {
  return [path.join(root, "workers/local/migrate.mjs"), `--data=${dataDir}`];
}

/** @param {string} dataDir */
export function bundleFolder(dataDir) {
  return path.join(dataDir, "bundle");
}
