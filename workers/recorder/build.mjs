// Bundles the recorder into build/recorder, with a small copy of Playwright beside it: `node workers/recorder/build.mjs`.
import { cp } from "node:fs/promises";
import { createRequire } from "node:module";
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
  await copyPlaywright(path.join(outdir, "node_modules/playwright-core"));
}

/**
 * Playwright is not bundled, as it reads files of its own. Node keeps the text of every program in memory, two bytes a character where one of
 * them is not Latin: without spaces, comments and such characters the two large files take 5 MB of each bot instead of 14.
 * @param {string} to
 */
async function copyPlaywright(to) {
  const from = path.dirname(createRequire(import.meta.filename).resolve("playwright-core/package.json"));
  await cp(from, to, { recursive: true });
  await build({
    entryPoints: ["coreBundle", "utilsBundle"].map((name) => path.join(from, `lib/${name}.js`)),
    outdir: path.join(to, "lib"),
    charset: "ascii",
    minifySyntax: true,
    minifyWhitespace: true,
    target: "node20",
    logLevel: "warning",
  });
}

if (process.argv[1] === import.meta.filename) await buildRecorder();
