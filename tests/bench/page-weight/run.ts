/**
 * What a page costs over the wire at its first load: every script that the browser takes before it has done anything, gzip.
 * Counted from the last build: the modules that Remix's manifest names for the page's routes, what they import (at once,
 * not lazily), the manifest itself, and the texts of one language, which the entry loads before it hydrates.
 *
 *   npx remix vite:build && npx vite-node tests/bench/page-weight/run.ts [route] [locale]
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import * as z from "zod";

/** What the meeting page may weigh in all, in bytes. */
const BYTES_MAX = 170_000;

const moduleNames = z.object({ module: z.string(), imports: z.optional(z.array(z.string())) });
const manifestSchema = z.object({
  entry: moduleNames,
  routes: z.record(z.string(), moduleNames.extend({ parentId: z.optional(z.string()) })),
});

const build = fileURLToPath(new URL("../../../build", import.meta.url));
const [route = "routes/meeting", locale = "en"] = process.argv.slice(2);

const manifestPath = findManifest();
const manifest = manifestSchema.parse(
  JSON.parse(readAsset(manifestPath).replace(/^window\.__remixManifest=|;\s*$/g, "")),
);
const loaded = new Set([manifestPath]);
for (const { module, imports = [] } of [manifest.entry, ...lineage(route)]) {
  for (const address of [module, ...imports]) take(address);
}
take(textsOf(locale));

const rows = [...loaded].map((address) => {
  const text = readAsset(address);
  return { address, bytes: Buffer.byteLength(text), gzip: gzipSync(text).length };
});
rows.sort((a, b) => b.gzip - a.gzip);
for (const { address, bytes, gzip } of rows) print(gzip, bytes, path.basename(address));
const total = rows.reduce((sum, { gzip }) => sum + gzip, 0);
print(
  total,
  rows.reduce((sum, { bytes }) => sum + bytes, 0),
  `${route} (${locale}), ${rows.length} files; at most ${BYTES_MAX} B gzip`,
);
if (total > BYTES_MAX) process.exitCode = 1;

/** The manifest that the server's build names: older ones may lie beside it. */
function findManifest(): string {
  const server = readFileSync(path.join(build, "server/index.js"), "utf8");
  const found = /\/assets\/manifest-[\w-]+\.js/.exec(server)?.[0];
  if (!found) throw new Error("build/server/index.js names no manifest: run `npx remix vite:build` first");
  return found;
}

function readAsset(address: string): string {
  return readFileSync(path.join(build, "client", address), "utf8");
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

/** A module and all that it imports at once. Imports in brackets are lazy, and come later or never. */
function take(address: string): void {
  if (loaded.has(address)) return;
  loaded.add(address);
  for (const [, name] of readAsset(address).matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g))
    take(`/assets/${name}`);
}

function textsOf(locale: string): string {
  const entry = readAsset(manifest.entry.module);
  const names = readdirSync(path.join(build, "client/assets")).filter((name) => name.startsWith(`${locale}-`));
  const name = names.find((each) => entry.includes(each));
  if (!name) throw new Error(`the entry loads no texts for ${locale}`);
  return `/assets/${name}`;
}

function print(gzip: number, bytes: number, name: string): void {
  process.stdout.write(`${String(gzip).padStart(8)} B gzip ${String(bytes).padStart(8)} B  ${name}\n`);
}
