import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { later } from "#app/i18n/later-en.ts";
import { pages } from "#app/i18n/pages-en.ts";

/** A text whose group is not loaded shows as its key, and types do not know groups: so the modules of each first load are checked. */

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

/** Namespaces used by the modules that load with a module, as "namespace in file". */
function asked(start: string, groups: object[]): string[] {
  const absent = new Set(groups.flatMap((group) => Object.keys(group)));
  return [...loadedWith(start)].flatMap((file) =>
    [...source(file).matchAll(NAMESPACES)]
      .flatMap(([, names = ""]) => [...names.matchAll(/"(\w+)"/gu)].map(([, name = ""]) => name))
      .filter((name) => absent.has(name))
      .map((name) => `${name} in ${file}`),
  );
}

test("the first load of a meeting page has its texts", () => {
  expect(loadedWith("app/routes/meeting.tsx").size).toBeGreaterThan(100);
  expect(asked("app/routes/meeting.tsx", [pages, later])).toEqual([]);
  // In <noscript>, which only the server renders.
  expect(asked("app/routes/shell.tsx", [pages, later])).toEqual(["deleting in app/features/shell/delete-layer.tsx"]);
});

test.each(["home", "history", "settings", "pricing", "sign-in", "not-found"])(
  "the first load of %s has its texts",
  (name) => {
    expect(asked(`app/routes/${name}.tsx`, [later])).toEqual([]);
  },
);
