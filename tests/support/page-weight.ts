import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import * as z from "zod";

/** Maximum of a meeting's page at its first load, in bytes with gzip (decision 037). */
export const MEETING_PAGE_BYTES_MAX = 150_000;
/** Maximum of the shared page of an hour of talk, with every file that a browser fetches for it (decision 031). */
export const SHARED_PAGE_BYTES_MAX = 60_000;

const moduleNames = z.looseObject({ module: z.string(), imports: z.optional(z.array(z.string())) });
const manifestSchema = z.looseObject({
  entry: moduleNames,
  routes: z.record(z.string(), moduleNames.extend({ id: z.string(), parentId: z.optional(z.string()) })),
});
type Manifest = z.infer<typeof manifestSchema>;
type Route = Manifest["routes"][string];

const build = fileURLToPath(new URL("../../build", import.meta.url));

/**
 * Transfer size of a page at its first load: every script that the browser loads before any user action, with gzip, the heaviest first.
 * Counted from the last build: the modules that Remix's manifest names for the page's routes, what they import (at once, not lazily), the
 * texts of one language, which the entry loads before it hydrates, and the part of the manifest that the document writes into a script
 * of its own (the rest is requested when a link appears, `v3_lazyRouteDiscovery`).
 */
export function weighPage(routeId: string, locale: string): { name: string; bytes: number; gzip: number }[] {
  const manifest = readManifest();
  const routes = lineage(manifest, routeId);
  const loaded = new Set<string>();
  for (const { module, imports = [] } of [manifest.entry, ...routes]) {
    for (const address of [module, ...imports]) takeScript(loaded, address);
  }
  for (const address of textsOf(loaded, routes, locale)) takeScript(loaded, address);
  // As Remix writes it: the page's routes and those of `/`.
  const shown = Object.fromEntries([...routes, ...lineage(manifest, "routes/home")].map((each) => [each.id, each]));
  const inline = `window.__remixManifest = ${JSON.stringify({ ...manifest, routes: shown }, null, 2)};`;
  const rows = [...loaded].map((address) => weightOf(path.basename(address), readAsset(address)));
  rows.push(weightOf("in the document: its part of the manifest", inline));
  return rows.sort((one, other) => other.gzip - one.gzip);
}

function weightOf(name: string, text: string) {
  return { name, bytes: Buffer.byteLength(text), gzip: gzipSync(text).length };
}

/** The manifest that the server's build names: older ones may be beside it. */
function readManifest(): Manifest {
  const server = readFileSync(path.join(build, "server/index.js"), "utf8");
  const found = /\/assets\/manifest-[\w-]+\.js/.exec(server)?.[0];
  if (!found) throw new Error("build/server/index.js names no manifest: run `npx remix vite:build` first");
  return manifestSchema.parse(JSON.parse(readAsset(found).replace(/^window\.__remixManifest=|;\s*$/g, "")));
}

function readAsset(address: string): string {
  return readFileSync(path.join(build, "client", address), "utf8");
}

/** The route and those around it, up to the root. */
function lineage({ routes }: Manifest, id: string): Route[] {
  const found: Route[] = [];
  for (let next: string | undefined = id; next !== undefined; ) {
    const each: Route | undefined = routes[next];
    if (!each) throw new Error(`the build has no route ${next}`);
    found.push(each);
    next = each.parentId;
  }
  return found;
}

/** Takes a module and all its static imports. Imports in brackets are lazy, and are loaded later or never. */
function takeScript(loaded: Set<string>, address: string): void {
  if (loaded.has(address)) return;
  loaded.add(address);
  for (const [, name] of readAsset(address).matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g))
    takeScript(loaded, `/assets/${name}`);
}

/** The texts that the page's routes name (`withTexts`), and those of the frame. */
function textsOf(loaded: ReadonlySet<string>, routes: readonly Route[], locale: string): string[] {
  const app = path.join(build, "../app");
  const named = routes.flatMap(({ id }) => {
    const source = readFileSync(path.join(app, `${id}.tsx`), "utf8");
    const list = /export default withTexts\(\s*\[([^\]]*)\]/.exec(source)?.[1] ?? "";
    return [...list.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name);
  });
  const shared = textsIn([...loaded], new RegExp(`^texts-${locale}-[\\w-]{8}\\.js$`));
  if (shared.length !== 1) throw new Error(`the page loads no texts in "${locale}"`);
  return ["common", ...named].flatMap((name) => [...shared, ...textFiles(shared, name)]);
}

/** The script with a feature's texts, as the list in the chunk that every page begins with names it. None if it is in that chunk itself. */
function textFiles(shared: readonly string[], feature: string): string[] {
  const entry = new RegExp(`\\b${feature}:\\(\\)=>[^,]*?import\\("\\./(texts-[\\w-]+\\.js)"\\)`);
  return shared.flatMap((script) => entry.exec(readAsset(script))?.[1] ?? []).map((name) => `/assets/${name}`);
}

function textsIn(scripts: readonly string[], wanted: RegExp): string[] {
  const names = scripts.flatMap((script) => [...readAsset(script).matchAll(/(texts-[\w-]+\.js)/g)]);
  return [...new Set(names.map(([, name = ""]) => name))]
    .filter((name) => wanted.test(name))
    .map((name) => `/assets/${name}`);
}
