// Bundles the recorder into build/recorder: `node workers/recorder/build.mjs`. Playwright stays outside; it brings files of its own.
import path from "node:path";
import process from "node:process";
import { build } from "esbuild";

const root = path.resolve(import.meta.dirname, "../..");

/** @param {string} [outdir] */
export async function buildRecorder(outdir = path.join(root, "build/recorder")) {
  await build({
    entryPoints: [path.join(import.meta.dirname, "src/main.ts"), path.join(import.meta.dirname, "src/bot.ts")],
    outdir,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    external: ["playwright-core"],
    alias: { "#app": path.join(root, "app") },
    tsconfig: path.join(root, "tsconfig.json"),
    sourcemap: "linked",
    logLevel: "warning",
  });
}

if (process.argv[1] === import.meta.filename) await buildRecorder();
