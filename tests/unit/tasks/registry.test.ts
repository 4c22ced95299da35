import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

/** A service of tasks is a folder and a line in each registry. Forgetting one must not compile. */

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const NAMES = `${ROOT}app/domain/tasks/task-service.ts`;
const CONFIG = `${ROOT}workers/tasks-config.ts`;
const ADAPTERS = `${ROOT}workers/compose/tasks.ts`;

/** The messages of the compiler about the registries, with one more service in the list of names. */
function problemsOf(names: (text: string) => string): string[] {
  const { config } = ts.readConfigFile(`${ROOT}tsconfig.json`, (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const host = ts.createCompilerHost({ ...options, noEmit: true, incremental: false });
  const read = host.readFile.bind(host);
  const readNames = (file: string) => (file === NAMES ? names(read(file) ?? "") : read(file));
  host.readFile = readNames;
  host.getSourceFile = (file, target) => {
    const text = readNames(file);
    return text === undefined ? undefined : ts.createSourceFile(file, text, target);
  };
  const program = ts.createProgram([CONFIG, ADAPTERS], { ...options, noEmit: true, incremental: false }, host);
  return [CONFIG, ADAPTERS].flatMap((file) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(file))
      .map(({ messageText }) => `${file.slice(ROOT.length)}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`),
  );
}

test("a service that is only named compiles in no registry until its adapter and its consent are there", () => {
  const problems = problemsOf((text) => text.replace('linear: "Linear"', 'linear: "Linear", newcomer: "Newcomer"'));
  expect(problems).toHaveLength(2);
  expect(problems[0]).toMatch(/^workers\/tasks-config\.ts: Property 'newcomer' is missing/u);
  expect(problems[1]).toMatch(/^workers\/compose\/tasks\.ts: Property 'newcomer' is missing/u);
}, 60_000);
