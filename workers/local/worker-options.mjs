// The Worker's bindings of wrangler.toml as Miniflare takes them.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { bundleFolder } from "./worker-bundle.mjs";

/** @typedef {import("wrangler").SourcelessWorkerOptions} WorkerOptions */

/**
 * Reads them, and keeps them beside the bundle: only wrangler can read its own file, and loading it takes a second of CPU, at each start and
 * at each restart. Variables are not among them (`variablesFile` has them, and those of .dev.vars change without a change of this file).
 * @param {{ root: string, dataDir: string }} input
 * @returns {Promise<WorkerOptions>}
 */
export async function readWorkerOptions({ root, dataDir }) {
  const configuration = path.join(root, "wrangler.toml");
  const source = [root, versionOfWrangler(root), readFileSync(configuration, "utf8")].join("\n");
  const file = path.join(bundleFolder(dataDir), "worker-options.json");
  const kept = readKept(file);
  if (kept?.source === source) return kept.options;
  const { unstable_getMiniflareWorkerOptions } = await import("wrangler");
  const { workerOptions } = unstable_getMiniflareWorkerOptions(configuration, undefined, {
    overrides: { assets: { directory: path.join(root, "build/client") } },
  });
  const { bindings: _bindings, ...options } = workerOptions;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ source, options }), { mode: 0o600 });
  return options;
}

/** @param {string} root @returns {string} */
function versionOfWrangler(root) {
  return JSON.parse(readFileSync(path.join(root, "node_modules/wrangler/package.json"), "utf8")).version;
}

/** @param {string} file @returns {{ source: string, options: WorkerOptions } | null} null where there is none, or an unreadable one */
function readKept(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
