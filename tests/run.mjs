// `npm run check` and `npm test`: every check in order, each named, timed, and loud when it fails.
//   check  format, lint, types, layers, dead code, build, unit, worker and route tests
//   all    the same, then the crash tests, the recorder in a real meeting, and the browser tests (finds or installs a browser first)
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { assertNodeVersion } from "../workers/local/preflight.mjs";
import { failedOfPlaywright, failedOfVitest } from "./failed-tests.mjs";
import { findBrowser, installPrograms, missingForMeetings } from "./programs.mjs";

assertNodeVersion();
const root = path.resolve(import.meta.dirname, "..");
process.chdir(root);

const all = process.argv[2] !== "check";
const reports = path.join(root, "test-results");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const bin = (/** @type {string} */ name) => path.join("node_modules", ".bin", name);
/** @type {{ name: string, seconds: number, ok: boolean }[]} */
const results = [];
/** @type {string[]} */
const leftOut = [];
/** @type {import("./failed-tests.mjs").Failed[]} */
const failedTests = [];
const totals = { passed: 0, failed: 0, skipped: 0 };

installPrograms();
await Promise.all([
  series([
    ["format", bin("biome"), "format", "."],
    ["lint", bin("oxlint"), "--type-aware"],
    ["layers", bin("depcruise"), "--config", ".dependency-cruiser.cjs", "app", "workers"],
  ]),
  series([
    ["build", bin("remix"), "vite:build"],
    ["types", bin("tsc"), "--noEmit", "-p", "."],
  ]),
]);
await run(["dead code", bin("knip")]);
await run(["unit tests", bin("vitest"), "run", "--project", "unit", ...jsonReport("unit")]);
count("unit");
await run(["worker tests", bin("vitest"), "run", "--project", "worker", ...jsonReport("worker")]);
count("worker");
await run(["route tests", bin("vitest"), "run", "--project", "routes", ...jsonReport("routes")]);
count("routes");
if (all) {
  await run(["crash tests", bin("vitest"), "run", "--project", "crash", ...jsonReport("crash")]);
  count("crash");
  const browser = findBrowser();
  const pages = ["--project", "meeting-pages", ...jsonReport("meeting-pages")];
  await run(["meeting page tests", bin("vitest"), "run", ...pages], { ACTA_BROWSER: browser ?? "" });
  count("meeting-pages");
  await runRecorderTests(browser);
  await run(["browser tests", bin("playwright"), "test"], { ACTA_BROWSER: browser ?? "" });
  countBrowser();
}
finish();

/** The recorder in a meeting on Debian's Janus. Left out where it cannot be had; nobody shall take that for a pass. @param {string | null} browser */
async function runRecorderTests(browser) {
  const missing = missingForMeetings();
  if (missing.length > 0) {
    process.stdout.write(`\n── recorder tests: LEFT OUT, this machine has no ${missing.join(", ")}\n`);
    leftOut.push(`recorder tests (no ${missing.join(", ")})`);
    return;
  }
  await run(["recorder tests", bin("vitest"), "run", "--project", "recorder", ...jsonReport("recorder")], {
    ACTA_BROWSER: browser ?? "",
  });
  count("recorder");
}

/** @param {string[][]} steps */
async function series(steps) {
  for (const each of steps) await run(each);
}

/** Runs one step, prefixing what it writes by nothing but a headline. @param {string[]} step @param {Record<string, string>} env */
async function run([name = "", program = "", ...args], env = {}) {
  const startedAt = Date.now();
  /** @type {Buffer[]} */
  const written = [];
  const code = await new Promise((resolve) => {
    const child = spawn(program, args, {
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

/** @param {string} project */
function jsonReport(project) {
  return ["--reporter=default", "--reporter=json", `--outputFile.json=${path.join(reports, `${project}.json`)}`];
}

/** @param {string} project */
function count(project) {
  const report = readReport(project);
  if (!report) return;
  totals.passed += report.numPassedTests;
  totals.failed += report.numFailedTests;
  totals.skipped += report.numPendingTests + report.numTodoTests;
  failedTests.push(...failedOfVitest(report));
}

function countBrowser() {
  const report = readReport("browser");
  if (!report) return;
  totals.passed += report.stats.expected;
  totals.failed += report.stats.unexpected + report.stats.flaky;
  totals.skipped += report.stats.skipped;
  failedTests.push(...failedOfPlaywright(report));
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
    process.stdout.write(`${ok ? "ok     " : "FAILED "} ${name.padEnd(14)} ${seconds.toFixed(1).padStart(6)} s\n`);
  }
  for (const each of leftOut) process.stdout.write(`LEFT OUT ${each}\n`);
  process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped\n`);
  // Their names once more: a log of which only the last lines are kept has all of them.
  for (const { test } of failedTests) process.stdout.write(`✘ ${test}\n`);
  process.exitCode = failed.length > 0 || totals.passed === 0 ? 1 : 0;
}
