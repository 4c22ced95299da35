/**
 * Transfer size of a page at its first load: every script that the browser loads before any user action, with gzip.
 * Counted from the last build: the modules that Remix's manifest names for the page's routes, what they import (at once,
 * not lazily), the texts of one language, which the entry loads before it hydrates, and the part of the manifest that the
 * document writes into a script of its own (the rest is requested when a link appears, `v3_lazyRouteDiscovery`).
 *
 *   npx remix vite:build && npx vite-node tests/bench/page-weight/run.ts [route] [locale]
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import * as z from "zod";

/** Maximum total of the meeting page, in bytes. */
const BYTES_MAX = 150_000;

const moduleNames = z.looseObject({ module: z.string(), imports: z.optional(z.array(z.string())) });
const manifestSchema = z.looseObject({
  entry: moduleNames,
  routes: z.record(z.string(), moduleNames.extend({ id: z.string(), parentId: z.optional(z.string()) })),
});

const build = fileURLToPath(new URL("../../../build", import.meta.url));
const [route = "routes/meeting", locale = "en"] = process.argv.slice(2);

const manifestPath = findManifest();
const manifest = manifestSchema.parse(
  JSON.parse(readAsset(manifestPath).replace(/^window\.__remixManifest=|;\s*$/g, "")),
);
const loaded = new Set<string>();
for (const { module, imports = [] } of [manifest.entry, ...lineage(route)]) {
  for (const address of [module, ...imports]) take(address);
}
for (const address of textsOf(locale)) take(address);

const rows = [...loaded].map((address) => {
  const text = readAsset(address);
  return { address, bytes: Buffer.byteLength(text), gzip: gzipSync(text).length };
});
rows.push(inlineManifest());
rows.sort((a, b) => b.gzip - a.gzip);
for (const { address, bytes, gzip } of rows) print(gzip, bytes, path.basename(address));
const total = rows.reduce((sum, { gzip }) => sum + gzip, 0);
print(
  total,
  rows.reduce((sum, { bytes }) => sum + bytes, 0),
  `${route} (${locale}), ${rows.length} files; at most ${BYTES_MAX} B gzip`,
);
if (total > BYTES_MAX) process.exitCode = 1;

/** The manifest that the server's build names: older ones may be beside it. */
function findManifest(): string {
  const server = readFileSync(path.join(build, "server/index.js"), "utf8");
  const found = /\/assets\/manifest-[\w-]+\.js/.exec(server)?.[0];
  if (!found) throw new Error("build/server/index.js names no manifest: run `npx remix vite:build` first");
  return found;
}

function readAsset(address: string): string {
  return readFileSync(path.join(build, "client", address), "utf8");
}

/** As Remix writes it: the page's routes and those of `/`. */
function inlineManifest() {
  const routes = Object.fromEntries([...lineage(route), ...lineage("routes/home")].map((each) => [each.id, each]));
  const text = `window.__remixManifest = ${JSON.stringify({ ...manifest, routes }, null, 2)};`;
  return { address: "in the document: its part of the manifest", bytes: text.length, gzip: gzipSync(text).length };
}

/** The route and those around it, up to the root. */
function lineage(id: string) {
  const found = [];
  for (let next: string | undefined = id; next !== undefined; ) {
    const each: (typeof manifest.routes)[string] | undefined = manifest.routes[next];
    if (!each) throw new Error(`the build has no route ${next}`);
    found.push(each);
    next = each.parentId;
  }
  return found;
}

/** Takes a module and all its static imports. Imports in brackets are lazy, and are loaded later or never. */
function take(address: string): void {
  if (loaded.has(address)) return;
  loaded.add(address);
  for (const [, name] of readAsset(address).matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g))
    take(`/assets/${name}`);
}

/** The texts that the page's routes name (`withTexts`), and those of the frame. */
function textsOf(locale: string): string[] {
  const app = path.join(build, "../app");
  const named = lineage(route).flatMap(({ id }) => {
    const source = readFileSync(path.join(app, `${id}.tsx`), "utf8");
    const list = /export default withTexts\(\s*\[([^\]]*)\]/.exec(source)?.[1] ?? "";
    return [...list.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name);
  });
  const files = new Set(["common", ...named].flatMap((name) => textFiles(locale, name)));
  return [...files];
}

/** The scripts with a feature's texts: that of the texts that a meeting page begins with, which lists the others, and its own. */
function textFiles(locale: string, feature: string): string[] {
  const kebab = feature.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const shared = textsIn([...loaded], new RegExp(`^texts-${locale}-[\\w-]{8}\\.js$`));
  if (shared.length !== 1) throw new Error(`the page loads no texts in "${locale}"`);
  return [...shared, ...textsIn(shared, new RegExp(`^texts-${locale}-${kebab}-[\\w-]{8}\\.js$`))];
}

function textsIn(scripts: readonly string[], wanted: RegExp): string[] {
  const names = scripts.flatMap((script) => [...readAsset(script).matchAll(/(texts-[\w-]+\.js)/g)]);
  return [...new Set(names.map(([, name = ""]) => name))]
    .filter((name) => wanted.test(name))
    .map((name) => `/assets/${name}`);
}

function print(gzip: number, bytes: number, name: string): void {
  process.stdout.write(`${String(gzip).padStart(8)} B gzip ${String(bytes).padStart(8)} B  ${name}\n`);
}
