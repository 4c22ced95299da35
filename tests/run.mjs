// `npm run check` and `npm test`: every check, each named, timed, and loud when it fails. tests/plan.mjs has the steps.
//   check          format, lint, types, layers, dead code, build, unit, worker and route tests
//   check -- PATH  what a change of that path needs
//   all            check, then the codecs, the crash tests, the recorder in a real meeting, and the browser tests (finds or installs a browser)
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { assertNodeVersion } from "../workers/local/preflight.mjs";
import { describeFailed, failedOfPlaywright, failedOfVitest, summarize } from "./failed-tests.mjs";
import { notKnown } from "./known-unstable.mjs";
import { ALL, CHECK, planFor, stepAgain } from "./plan.mjs";
import {
  findBrowser,
  hasRealModels,
  installPrograms,
  missingForFirefox,
  missingForMeetings,
  REAL_MODEL_TESTS,
} from "./programs.mjs";
import { runProgram } from "./run-program.mjs";
import { runningFile } from "./running-test.mjs";
import { slowestTable, timesOfPlaywright, timesOfVitest } from "./slowest-files.mjs";

assertNodeVersion();
/** More files than this fail for one cause, which a second run would only repeat. */
const FILES_AGAIN_MAX = 8;
const root = path.resolve(import.meta.dirname, "..");
const [command, given] = process.argv.slice(2);
const stages = command !== "check" ? ALL : given === undefined ? CHECK : planFor(relativePath(given));
/** A run of tests that ran none has not passed; a document has none. */
const testsAreDue = given === undefined;
process.chdir(root);
const reports = path.join(root, "test-results");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

/** Last characters of a failed program without tests, for the end of the log. */
const SAID_CHARS = 3_000;

/** `said`: what a failed program without tests wrote last. @typedef {{ name: string, seconds: number, ok: boolean, isUnstable: boolean, said: string }} Result */
/** @typedef {{ step: import("./plan.mjs").Step, result: Result, failed: import("./failed-tests.mjs").Failed[] }} FailedStep */
/** @type {Result[]} */
const results = [];
/** @type {FailedStep[]} */
const failedSteps = [];
/** @type {string[]} */
const leftOut = [];
/** @type {import("./failed-tests.mjs").Failed[]} */
const failedTests = [];
/** Failed, and passed when their files ran by themselves. @type {import("./failed-tests.mjs").Failed[]} */
const unstableTests = [];
/** @type {import("./slowest-files.mjs").FileTime[]} */
const fileTimes = [];
const totals = { passed: 0, failed: 0, skipped: 0 };
/** The browsers that steps have asked for; null: Playwright's own. @type {Map<"whole" | "headless", string | null>} */
const browsers = new Map();

installPrograms();
if (!hasRealModels()) leftOut.push(REAL_MODEL_TESTS);
for (const stage of stages) await runStage(stage);
for (const each of failedSteps) await runAgain(each);
finish();

/** @param {string} text a path as the caller's folder sees it @returns {string} as the root sees it */
function relativePath(text) {
  const absolute = path.resolve(process.env.INIT_CWD ?? process.cwd(), text);
  if (existsSync(absolute)) return path.relative(root, absolute);
  process.stderr.write(`There is no ${text}.\n`);
  return process.exit(1);
}

/** @param {import("./plan.mjs").Step} step */
function missingFor({ needs }) {
  if (needs === "firefox") return missingForFirefox();
  return needs === "meetings" ? missingForMeetings() : [];
}

/** @param {import("./plan.mjs").Stage} stage */
async function runStage({ lanes, steps }) {
  const waiting = [...steps];
  await Promise.all(Array.from({ length: lanes }, () => runLane(waiting)));
}

/** @param {import("./plan.mjs").Step[]} waiting those that no lane has taken yet */
async function runLane(waiting) {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    // Left out where it cannot be had; nobody shall take that for a pass.
    const missing = missingFor(step);
    if (missing.length > 0) {
      process.stdout.write(`\n── ${step.name}: LEFT OUT, this machine has no ${missing.join(", ")}\n`);
      leftOut.push(`${step.name} (no ${missing.join(", ")})`);
      continue;
    }
    const { result, failed } = await run(step);
    if (!result.ok) failedSteps.push({ step, result, failed });
  }
}

/**
 * Runs the files of failed tests once more when nothing else runs: it shows whether a failure needs the rest of its suite or a busy machine.
 * A suite that failed before its first test runs whole, and so does a program without tests, which may have run out of memory beside the others.
 * Tests that pass then are listed as unstable, and fail the run unless their file is
 * known for it (known-unstable.mjs, docs/decisions/074).
 * @param {FailedStep} failedStep
 */
async function runAgain({ step, result, failed }) {
  if (step.suite === undefined) {
    result.isUnstable = (await run(stepAgain(step, []))).result.ok;
    if (result.isUnstable) unstableTests.push({ file: null, test: step.name, why: result.said, at: null, log: [] });
    return;
  }
  const files = filesToRunAgain(failed);
  if (files === null) return void failedTests.push(...failed);
  const again = stepAgain(step, files);
  const {
    result: { ok },
    failed: still,
  } = await run(again);
  // Without a report it is not known which of them pass.
  if (!ok && still.length === 0) return void failedTests.push(...failed);
  const isStill = new Set(still.map(({ test }) => test));
  const passed = failed.filter(({ test }) => !isStill.has(test));
  // Those of the first run; the second one has counted its own.
  totals.failed -= failed.filter(({ file }) => file !== null).length;
  result.isUnstable = ok;
  unstableTests.push(...passed);
  failedTests.push(...still);
}

/**
 * The files of failed tests; none for a whole suite; null where a second run would tell nothing new.
 * @param {import("./failed-tests.mjs").Failed[]} failed
 */
function filesToRunAgain(failed) {
  const files = [...new Set(failed.map(({ file }) => file))];
  const named = files.filter((file) => file !== null);
  if (failed.length > 0 && named.length === 0) return [];
  return named.length > 0 && named.length === files.length && named.length <= FILES_AGAIN_MAX ? named : null;
}

/**
 * Runs one step, prefixing what it writes by nothing but a headline, and counts its tests.
 * @param {import("./plan.mjs").Step} step
 * @returns {Promise<{ result: Result, failed: import("./failed-tests.mjs").Failed[] }>}
 */
async function run({ name, program, args, suite = "", browser, env = {}, niceness }) {
  if (browser && !browsers.has(browser)) browsers.set(browser, findBrowser(browser));
  const browserEnv = browser ? { ACTA_BROWSER: browsers.get(browser) ?? "", ACTA_BROWSER_SUITE: suite } : {};
  const startedAt = Date.now();
  const { code, text, stuck } = await runProgram({
    program: path.join("node_modules", ".bin", program),
    args,
    cwd: root,
    env: { ...process.env, ...env, ...browserEnv },
    ...(niceness && { niceness }),
  });
  const seconds = (Date.now() - startedAt) / 1000;
  const ok = code === 0;
  const result = { name, seconds, ok, isUnstable: false, said: ok || suite !== "" ? "" : text.slice(-SAID_CHARS) };
  results.push(result);
  const running = stuck === null ? null : readRunning(suite);
  process.stdout.write(`\n── ${name}: ${ok ? "ok" : "FAILED"} (${seconds.toFixed(1)} s)\n`);
  if (!ok || name.includes("tests")) process.stdout.write(`${text}\n`);
  const failed = stuck === null ? count({ program, suite }) : [stuckStep(name, stuck, running)];
  return { result, failed };
}

/**
 * A step that was ended counts as one failure of no file, so that it runs whole once more. Its tests are not counted.
 * @param {string} name @param {string} stuck @param {string | null} running
 * @returns {import("./failed-tests.mjs").Failed}
 */
function stuckStep(name, stuck, running) {
  const why = running === null ? stuck : `${stuck}; the last test: ${running}`;
  return { file: null, test: `${name.replace(/ again$/u, "")}, ended`, why, at: null, log: [] };
}

/** @param {string} suite @returns {string | null} the test that was in progress */
function readRunning(suite) {
  const file = runningFile(suite);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

/** Adds a step's tests to the sums. @param {{ program: string, suite: string }} step @returns {import("./failed-tests.mjs").Failed[]} */
function count({ program, suite }) {
  const report = suite === "" ? null : readReport(suite);
  if (!report) return [];
  if (program === "playwright") {
    totals.passed += report.stats.expected;
    totals.failed += report.stats.unexpected + report.stats.flaky;
    totals.skipped += report.stats.skipped;
    fileTimes.push(...timesOfPlaywright(report, root));
    return failedOfPlaywright(report, root);
  }
  totals.passed += report.numPassedTests;
  totals.failed += report.numFailedTests;
  totals.skipped += report.numPendingTests + report.numTodoTests;
  fileTimes.push(...timesOfVitest(report, root));
  return failedOfVitest(report, root);
}

/** @param {string} name */
function readReport(name) {
  const file = path.join(reports, `${name}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

function finish() {
  const failed = results.filter(({ ok, isUnstable }) => !ok && !isUnstable);
  // Each has run a second time, which says the same.
  for (const { name, said } of failed.filter((each) => each.said !== "" && each.name.endsWith(" again")))
    process.stdout.write(`\n✘ ${name} wrote:\n${said}\n`);
  for (const each of unstableTests) process.stdout.write(`\nUNSTABLE ${describeFailed(each)}\n`);
  for (const each of failedTests) process.stdout.write(`\n✘ ${describeFailed(each)}\n`);
  process.stdout.write("\n");
  for (const { name, seconds, ok, isUnstable } of results) {
    const state = ok ? "ok" : isUnstable ? "UNSTABLE" : "FAILED";
    process.stdout.write(`${state.padEnd(8)} ${name.padEnd(19)} ${seconds.toFixed(1).padStart(6)} s\n`);
  }
  for (const each of leftOut) process.stdout.write(`LEFT OUT ${each}\n`);
  process.stdout.write(`\n${slowestTable(fileTimes)}`);
  process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped\n`);
  // Once more, in a line each: a log of which only the last lines are kept has all of them.
  const isNew = new Set(notKnown(unstableTests));
  const known = unstableTests.filter((each) => !isNew.has(each));
  for (const line of summarize(known)) process.stdout.write(`UNSTABLE, and known for it: ${line}\n`);
  for (const line of summarize([...isNew])) process.stdout.write(`✘ UNSTABLE, passed by itself: ${line}\n`);
  for (const line of summarize(failedTests)) process.stdout.write(`✘ ${line}\n`);
  // A landing is not refused for a test that a slow machine made fail once; it is told of it, and the command that people run fails.
  const isUnstable = isNew.size > 0 && process.env.ACTA_UNSTABLE !== "tell";
  process.exitCode = failed.length > 0 || isUnstable || (testsAreDue && totals.passed === 0) ? 1 : 0;
}
