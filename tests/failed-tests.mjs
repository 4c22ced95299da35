// Failed tests and their reasons, from the reports of the runners. They are repeated at the very end, so a truncated log has them.
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

/**
 * `file`: relative to the root; null: nothing of one file. `log`: the last log lines of the code under test, where they are known.
 * @typedef {{ file: string | null, test: string, why: string, at: string | null, log: string[] }} Failed
 */

const LINES_MAX = 14;
const SUMMARY_CHARS_MAX = 150;
/** A fault in one place fails all tests of a file: the others are counted. */
const SUMMARY_TESTS_MAX = 3;

/** @param {string | undefined} message */
function readMessage(message) {
  const lines = stripVTControlCharacters(message ?? "")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const frames = lines.filter((line) => line.trim().startsWith("at "));
  const why = lines
    .filter((line) => !frames.includes(line))
    .slice(0, LINES_MAX)
    .join("\n");
  return { why, at: frames[0]?.trim() ?? null };
}

/**
 * @param {{ testResults: { name: string, status: string, message?: string,
 *   assertionResults: { fullName: string, status: string, failureMessages?: string[] | null, meta?: { log?: string[] } }[] }[] }} report of vitest
 * @param {string} root
 * @returns {Failed[]}
 */
export function failedOfVitest({ testResults }, root) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults.filter((each) => each.status === "failed");
    // A file that could not be loaded has no tests.
    if (failed.length === 0 && status === "failed") return [{ file, test: file, ...readMessage(message), log: [] }];
    return failed.map(({ fullName, failureMessages, meta }) => ({
      file,
      test: fullName,
      ...readMessage(failureMessages?.[0]),
      log: meta?.log ?? [],
    }));
  });
}

/**
 * @typedef {{ title: string, file: string, line: number, ok: boolean,
 *   tests: { results: { error?: { message?: string }, errorLocation?: { line: number } }[] }[] }} Spec
 * @typedef {{ suites?: Suite[], specs?: Spec[] }} Suite
 * @param {{ suites?: Suite[], errors?: { message?: string }[], config: { rootDir: string } }} report of Playwright
 * @param {string} root
 * @returns {Failed[]}
 */
export function failedOfPlaywright({ suites = [], errors = [], config }, root) {
  const specs = suites.flatMap(specsOf).filter(({ ok }) => !ok);
  return [
    ...errors.map(({ message }) => ({ file: null, test: "before the tests", ...readMessage(message), log: [] })),
    ...specs.map(({ title, file, line, tests }) => {
      const wrong = tests.flatMap(({ results }) => results).find(({ error }) => error !== undefined);
      return {
        file: path.relative(root, path.join(config.rootDir, file)),
        test: `${file}:${line} ${title}`,
        ...readMessage(wrong?.error?.message),
        at: wrong?.errorLocation ? `line ${wrong.errorLocation.line}` : null,
        log: [],
      };
    }),
  ];
}

/** @param {Suite} suite @returns {Spec[]} */
function specsOf({ suites = [], specs = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** One failed test with all that is known of it. @param {Failed} failed */
export function describeFailed({ test, why, at, log }) {
  const lines = [...why.split("\n"), at ?? "", ...log].filter((line) => line !== "");
  return [test, ...lines.map((line) => `    ${line}`)].join("\n");
}

/**
 * A line for each failed test, for the end of a log of which only the last lines are kept: at most three of one file.
 * @param {Failed[]} failed
 * @returns {string[]}
 */
export function summarize(failed) {
  return [...new Set(failed.map(({ file }) => file))].flatMap((file) => {
    const tests = failed.filter((each) => each.file === file);
    const shown = tests.slice(0, SUMMARY_TESTS_MAX).map(({ test, why, at, log }) => {
      const said = [why.split("\n", 1)[0], at, log.at(-1)].filter((each) => typeof each === "string");
      return `${test}: ${said.map((each) => each.slice(0, SUMMARY_CHARS_MAX)).join(" | ")}`;
    });
    const left = tests.length - shown.length;
    return left > 0 ? [...shown, `${left} more of ${file}`] : shown;
  });
}
