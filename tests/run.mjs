// `npm run check` and `npm test`: every check, each named, timed, and loud when it fails. tests/plan.mjs has the steps.
//   check          format, lint, types, layers, dead code, build, unit, worker and route tests
//   check -- PATH  what a change of that path needs
//   all            check, then the codecs, the crash tests, the recorder in a real meeting, and the browser tests (finds or installs a browser)
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { assertNodeVersion } from "../workers/local/preflight.mjs";
import { failedOfPlaywright, failedOfVitest } from "./failed-tests.mjs";
import { ALL, CHECK, planFor } from "./plan.mjs";
import { findBrowser, installPrograms, missingForMeetings } from "./programs.mjs";
import { slowestTable, timesOfPlaywright, timesOfVitest } from "./slowest-files.mjs";

assertNodeVersion();
const WHY_CHARS_MAX = 140;
const root = path.resolve(import.meta.dirname, "..");
const [command, given] = process.argv.slice(2);
const stages = command !== "check" ? ALL : given === undefined ? CHECK : planFor(relativePath(given));
/** A run of tests that ran none has not passed; a document has none. */
const testsAreDue = given === undefined;
process.chdir(root);
const reports = path.join(root, "test-results");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

/** @type {{ name: string, seconds: number, ok: boolean }[]} */
const results = [];
/** @type {string[]} */
const leftOut = [];
/** @type {import("./failed-tests.mjs").Failed[]} */
const failedTests = [];
/** @type {import("./slowest-files.mjs").FileTime[]} */
const fileTimes = [];
const totals = { passed: 0, failed: 0, skipped: 0 };
/** The browsers that steps have asked for; null: Playwright's own. @type {Map<"whole" | "headless", string | null>} */
const browsers = new Map();

installPrograms();
for (const stage of stages) await runStage(stage);
finish();

/** @param {string} text a path as the caller's folder sees it @returns {string} as the root sees it */
function relativePath(text) {
  const absolute = path.resolve(process.env.INIT_CWD ?? process.cwd(), text);
  if (existsSync(absolute)) return path.relative(root, absolute);
  process.stderr.write(`There is no ${text}.\n`);
  return process.exit(1);
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
    const missing = step.needs === "meetings" ? missingForMeetings() : [];
    if (missing.length > 0) {
      process.stdout.write(`\n── ${step.name}: LEFT OUT, this machine has no ${missing.join(", ")}\n`);
      leftOut.push(`${step.name} (no ${missing.join(", ")})`);
      continue;
    }
    await run(step);
    if (step.program === "playwright") countBrowser(step.suite ?? "browser");
    else if (step.suite !== undefined) count(step.suite);
  }
}

/** Runs one step, prefixing what it writes by nothing but a headline. @param {import("./plan.mjs").Step} step */
async function run({ name, program, args, suite = "", browser }) {
  if (browser && !browsers.has(browser)) browsers.set(browser, findBrowser(browser));
  const env = browser ? { ACTA_BROWSER: browsers.get(browser) ?? "", ACTA_BROWSER_SUITE: suite } : {};
  const startedAt = Date.now();
  /** @type {Buffer[]} */
  const written = [];
  const code = await new Promise((resolve) => {
    const child = spawn(path.join("node_modules", ".bin", program), args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.on("data", (bytes) => written.push(bytes));
    child.stderr.on("data", (bytes) => written.push(bytes));
    child.on("error", (error) => {
      written.push(Buffer.from(`${error.message}\n`));
      resolve(1);
    });
    child.on("close", resolve);
  });
  const seconds = (Date.now() - startedAt) / 1000;
  const ok = code === 0;
  results.push({ name, seconds, ok });
  process.stdout.write(`\n── ${name}: ${ok ? "ok" : "FAILED"} (${seconds.toFixed(1)} s)\n`);
  const text = Buffer.concat(written).toString("utf8").trim();
  if (!ok || name.endsWith("tests")) process.stdout.write(`${text}\n`);
}

/** @param {string} why */
function firstLine(why) {
  return why.split("\n", 1)[0]?.slice(0, WHY_CHARS_MAX);
}

/** @param {string} project */
function count(project) {
  const report = readReport(project);
  if (!report) return;
  totals.passed += report.numPassedTests;
  totals.failed += report.numFailedTests;
  totals.skipped += report.numPendingTests + report.numTodoTests;
  failedTests.push(...failedOfVitest(report));
  fileTimes.push(...timesOfVitest(report, root));
}

/** @param {string} suite */
function countBrowser(suite) {
  const report = readReport(suite);
  if (!report) return;
  totals.passed += report.stats.expected;
  totals.failed += report.stats.unexpected + report.stats.flaky;
  totals.skipped += report.stats.skipped;
  failedTests.push(...failedOfPlaywright(report));
  fileTimes.push(...timesOfPlaywright(report, root));
}

/** @param {string} name */
function readReport(name) {
  const file = path.join(reports, `${name}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

function finish() {
  const failed = results.filter((result) => !result.ok);
  for (const { test, why } of failedTests) process.stdout.write(`\n✘ ${test}\n${why.replaceAll(/^/gm, "    ")}\n`);
  process.stdout.write("\n");
  for (const { name, seconds, ok } of results) {
    process.stdout.write(`${ok ? "ok     " : "FAILED "} ${name.padEnd(19)} ${seconds.toFixed(1).padStart(6)} s\n`);
  }
  for (const each of leftOut) process.stdout.write(`LEFT OUT ${each}\n`);
  process.stdout.write(`\n${slowestTable(fileTimes)}`);
  process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped\n`);
  // Once more, in a line each: a log of which only the last lines are kept has all of them.
  for (const { test, why } of failedTests) process.stdout.write(`✘ ${test}: ${firstLine(why)}\n`);
  process.exitCode = failed.length > 0 || (testsAreDue && totals.passed === 0) ? 1 : 0;
}
