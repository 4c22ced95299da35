// The test files that took longest, from the reports of the runners: the last thing that a run says before its sum.
import path from "node:path";

/** @typedef {{ file: string, seconds: number, tests: number }} FileTime */

/**
 * @param {{ testResults: { name: string, startTime: number, endTime: number, assertionResults: unknown[] }[] }} report of vitest; times in ms
 * @param {string} root
 * @returns {FileTime[]}
 */
export function timesOfVitest({ testResults }, root) {
  return testResults.map(({ name, startTime, endTime, assertionResults }) => ({
    file: path.relative(root, name),
    seconds: (endTime - startTime) / 1000,
    tests: assertionResults.length,
  }));
}

/**
 * @typedef {{ file: string, tests: { results: { duration: number }[] }[] }} Spec
 * @typedef {{ suites?: Suite[], specs?: Spec[] }} Suite
 * @param {{ suites?: Suite[], config: { rootDir: string } }} report of Playwright; durations in ms
 * @param {string} root
 * @returns {FileTime[]}
 */
export function timesOfPlaywright({ suites = [], config }, root) {
  return [...byFile(suites.flatMap(specsOf))].map(([file, specs]) => {
    const results = specs.flatMap(({ tests }) => tests).flatMap((test) => test.results);
    return {
      file: path.relative(root, path.join(config.rootDir, file)),
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      tests: specs.length,
    };
  });
}

/** @param {Spec[]} specs */
function byFile(specs) {
  /** @type {Map<string, Spec[]>} */
  const files = new Map();
  for (const spec of specs) files.set(spec.file, [...(files.get(spec.file) ?? []), spec]);
  return files;
}

/** @param {Suite} suite @returns {Spec[]} */
function specsOf({ suites = [], specs = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

const SHOWN = 10;

/** @param {FileTime[]} times @returns {string} a table, slowest first; empty where nothing ran */
export function slowestTable(times) {
  if (times.length === 0) return "";
  const rows = times.toSorted((left, right) => right.seconds - left.seconds).slice(0, SHOWN);
  return [
    "The slowest test files:",
    ...rows.map(
      ({ file, seconds, tests }) => `${seconds.toFixed(1).padStart(8)} s ${String(tests).padStart(5)} tests  ${file}`,
    ),
    "",
  ].join("\n");
}
