import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
const PROVIDERS = "app/domain/calendar/calendar.ts";
const FORMATS = "app/domain/meeting/export-formats.ts";

/** Each file that holds something for every provider or every format, and so must not compile when one more is named. */
const OF_PROVIDERS = [
  "app/domain/calendar/calendar.ts",
  "app/features/calendars/connect-form.tsx",
  "app/server/adapters/calendars/provider-addresses.ts",
  "app/server/calendars/read-notification.ts",
  "workers/calendar-push.ts",
  "workers/compose/calendars.ts",
];
const OF_FORMATS = ["app/contracts/endpoints/public.ts", "app/server/exports/write-format.ts"];

/** The files among `roots` that do not compile when the sources of some modules are others. */
function broken(roots: readonly string[], changed: Readonly<Record<string, string>>): string[] {
  const { config } = ts.readConfigFile(path.join(ROOT, "tsconfig.json"), (file) => ts.sys.readFile(file)) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  const read = host.readFile.bind(host);
  host.readFile = (name) => changed[path.relative(ROOT, name)] ?? read(name);
  const names = roots.map((root) => path.join(ROOT, root));
  const program = ts.createProgram(names, options, host);
  return roots.filter((_root, at) => program.getSemanticDiagnostics(program.getSourceFile(names[at] ?? "")).length > 0);
}

function withOneMore(file: string, list: RegExp): string {
  const source = readFileSync(path.join(ROOT, file), "utf8");
  const longer = source.replace(list, (found) => found.replace("[", '["another", '));
  expect(longer).not.toBe(source);
  return longer;
}

// The compiler reads a large part of the project. That all of it compiles as it is, `npm run types` says.
test("a third calendar provider and another format do not compile until all registries have them", {
  timeout: 600_000,
}, () => {
  const roots = [...OF_PROVIDERS, ...OF_FORMATS];
  const more = {
    [PROVIDERS]: withOneMore(PROVIDERS, /CONSENT_PROVIDERS = \[/u),
    [FORMATS]: withOneMore(FORMATS, /EXPORT_FORMATS = \[/u),
  };
  expect(broken(roots, more)).toEqual(roots);
});
