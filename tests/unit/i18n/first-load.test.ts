import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/**
 * A text that is not loaded shows as its key, and types do not know what is loaded: so each page and each lazy part must name
 * the features whose texts its modules use.
 */

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const IMPORT = /^(?:import|export)\s+(?!type\b)([^;]*?)from\s+"#(app\/[^"?]+\.tsx?)"/gmu;
const NAMESPACES = /useTranslation\(([^)]*)\)/gu;

/** Modules that load together with a module, including itself. Excludes modules loaded with `import()` and type imports. */
function loadedWith(start: string): Set<string> {
  const loaded = new Set<string>();
  const take = (file: string) => {
    if (loaded.has(file) || file.startsWith("app/server/")) return;
    loaded.add(file);
    for (const [, names = "", imported = ""] of source(file).matchAll(IMPORT)) if (!isTypesOnly(names)) take(imported);
  };
  take(start);
  return loaded;
}

const source = (file: string) => readFileSync(path.join(ROOT, file), "utf8");

function isTypesOnly(names: string): boolean {
  const braced = /^\s*\{([^}]*)\}\s*$/u.exec(names)?.[1];
  if (braced === undefined) return false;
  return braced.split(",").every((name) => name.trim() === "" || name.trim().startsWith("type "));
}

/** Features whose texts the modules use that load with a module, as a map to one of the modules. */
function used(start: string): Map<string, string> {
  const features = new Map<string, string>();
  for (const file of loadedWith(start)) {
    for (const [, names = ""] of source(file).matchAll(NAMESPACES)) {
      for (const [, name = ""] of names.matchAll(/"(\w+)"/gu)) features.set(name, file);
    }
  }
  return features;
}

/** Features used by a module that are not among those that it is loaded with, as "feature in file". */
function missing(start: string, loaded: readonly string[]): string[] {
  return [...used(start)].filter(([name]) => !loaded.includes(name)).map(([name, file]) => `${name} in ${file}`);
}

const quoted = (list: string) => [...list.matchAll(/"(\w+)"/gu)].map(([, name = ""]) => name);

/** The features that a route's page names. */
function named(route: string): string[] {
  const list = /export default withTexts\(\s*\[([^\]]*)\]/u.exec(source(`app/routes/${route}.tsx`))?.[1];
  return quoted(list ?? "");
}

const FRAME = ["common"];

test.each([
  "home",
  "history",
  "search",
  "tasks",
  "templates",
  "template",
  "template-new",
  "template-edit",
  "shared-template",
  "settings",
  "settings-integrations",
  "settings-privacy",
  "recorded",
  "onboarding",
  "onboarding-calendar",
  "pricing",
  "purchase",
  "seats",
  "join",
  "sign-in",
  "not-found",
  "terms",
  "privacy",
  "unsubscribe",
  "confirm-mail",
  "keep-out",
  "meeting",
])("the page %s names the texts that it begins with", (name) => {
  expect(missing(`app/routes/${name}.tsx`, [...FRAME, ...named("shell"), ...named(name)])).toEqual([]);
  expect(named(name).filter((feature) => !used(`app/routes/${name}.tsx`).has(feature))).toEqual([]);
});

test("the shell names the texts that it begins with", () => {
  expect(loadedWith("app/routes/meeting.tsx").size).toBeGreaterThan(60);
  expect(missing("app/routes/shell.tsx", [...FRAME, ...named("shell")])).toEqual([]);
});

/** Calls of `lazy` in a file: the modules that they import, and the features that they name. */
function lazyScripts(file: string): { file: string; modules: string[]; features: string[] }[] {
  return [...source(file).matchAll(/\blazy\(([\s\S]*?)\);\n/gu)].map(([, call = ""]) => {
    const list = /,\s*\[([^\]]*)\],?\s*\)?[^\]]*$/u.exec(call)?.[1];
    const modules = [...call.matchAll(/import\("#(app\/[^"]+)"\)/gu)].map(([, module = ""]) => module);
    return { file, modules, features: quoted(list ?? "") };
  });
}

/** The texts of the page that a lazy part belongs to; a part of the shell stands on every page. */
function pageOf(file: string): string[] {
  const page = /^app\/features\/(meeting|home|history)\//u.exec(file)?.[1];
  return page === undefined ? [] : named(page);
}

const FILES = readdirSync(path.join(ROOT, "app"), { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/u.test(file))
  .map((file) => `app/${file.replaceAll(path.sep, "/")}`);
const LAZY_SCRIPTS = FILES.flatMap((file) => lazyScripts(file));

test("every lazy script names the texts that it adds to its page, and no others", () => {
  expect(LAZY_SCRIPTS.length).toBeGreaterThan(20);
  expect(LAZY_SCRIPTS.filter(({ modules }) => modules.length === 0).map(({ file }) => file)).toEqual([
    // Texts only.
    "app/i18n/with-texts.tsx",
  ]);
  for (const { file, modules, features } of LAZY_SCRIPTS) {
    const loaded = [...FRAME, ...pageOf(file), ...features];
    expect(modules.flatMap((module) => missing(module, loaded))).toEqual([]);
    const needed = new Set(modules.flatMap((module) => [...used(module).keys()]));
    const unused = modules.length > 0 ? features.filter((name) => !needed.has(name)) : [];
    expect(unused).toEqual([]);
  }
});

test("browser code is loaded on demand by lazy() only", () => {
  const outside = FILES.filter((file) => {
    if (/^app\/(?:server|contracts)\/|^app\/i18n\/\w+\/files\.ts$/u.test(file)) return false;
    const imports = [...source(file).matchAll(/\bimport\("/gu)].length;
    return imports > lazyScripts(file).reduce((sum, { modules }) => sum + modules.length, 0);
  });
  expect(outside).toEqual(["app/i18n/load-texts.ts"]);
});
