// Failed tests and their reasons, from the reports of the runners. They are repeated at the very end, so a truncated log has them.
import { stripVTControlCharacters } from "node:util";

/** @typedef {{ test: string, why: string }} Failed */

const LINES_MAX = 14;

/** @param {string | undefined} message */
function shortened(message) {
  const lines = stripVTControlCharacters(message ?? "").split("\n");
  return lines
    .filter((line) => line.trim() !== "" && !line.trim().startsWith("at "))
    .slice(0, LINES_MAX)
    .join("\n");
}

/**
 * @param {{ testResults: { name: string, status: string, message?: string,
 *   assertionResults: { fullName: string, status: string, failureMessages?: string[] | null }[] }[] }} report of vitest
 * @returns {Failed[]}
 */
export function failedOfVitest({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((each) => each.status === "failed");
    // A file that could not be loaded has no tests.
    if (failed.length === 0 && status === "failed") return [{ test: name, why: shortened(message) }];
    return failed.map((each) => ({ test: each.fullName, why: shortened(each.failureMessages?.[0]) }));
  });
}

/**
 * @typedef {{ title: string, file: string, line: number, ok: boolean,
 *   tests: { results: { error?: { message?: string }, errorLocation?: { line: number } }[] }[] }} Spec
 * @typedef {{ suites?: Suite[], specs?: Spec[] }} Suite
 * @param {{ suites?: Suite[], errors?: { message?: string }[] }} report of Playwright
 * @returns {Failed[]}
 */
export function failedOfPlaywright({ suites = [], errors = [] }) {
  const specs = suites.flatMap(specsOf).filter(({ ok }) => !ok);
  return [
    ...errors.map(({ message }) => ({ test: "before the tests", why: shortened(message) })),
    ...specs.map(({ title, file, line, tests }) => {
      const wrong = tests.flatMap(({ results }) => results).find(({ error }) => error !== undefined);
      const at = wrong?.errorLocation ? ` (line ${wrong.errorLocation.line})` : "";
      return { test: `${file}:${line} ${title}`, why: `${shortened(wrong?.error?.message)}${at}` };
    }),
  ];
}

/** @param {Suite} suite @returns {Spec[]} */
function specsOf({ suites = [], specs = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}
