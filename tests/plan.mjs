// The steps of a run in their order: for everything, for `check`, and for `check -- <path>`.
import path from "node:path";

/**
 * A program with its arguments. `suite` names a report of vitest or Playwright whose tests are counted.
 * `niceness`: as of nice(1), 0 if there is none. A step computes and gives way to those of a lower one, which have a clock of their own.
 * @typedef {{ name: string, program: string, args: string[], suite?: string, needs?: "meetings" | "firefox", browser?: "whole" | "headless", env?: Record<string, string>, niceness?: number }} Step
 * Stages run one after the other. Each of the lanes of a stage takes the first step that no lane has taken yet, until there is none.
 * @typedef {{ lanes: number, steps: Step[] }} Stage
 */

/** @type {Record<string, string>} */
const NAMES = { codecs: "codec tests", routes: "route tests", "meeting-pages": "meeting page tests" };

const TYPES_KNOWN = "node_modules/.cache/acta/types.tsbuildinfo";
const FORMAT = step("format", "biome", "format", ".");
/**
 * The linter reads all types for its rules, so it reports the compiler's errors in the same run. It keeps nearly all that it allocates, so
 * its garbage collector (Go's) waits longer: a fifth to a third less CPU for an eighth more memory (docs/measurements.md, "Tests").
 * @type {Step}
 */
const LINT = { ...step("types and lint", "oxlint", "--type-aware", "--type-check", "--quiet"), env: { GOGC: "400" } };
/** In one thread, because suites run beside it. @type {Step} */
const LINT_ALONE = { ...LINT, args: [...LINT.args, "--threads=1"] };
const LAYERS = step("layers", "depcruise", "--config", ".dependency-cruiser.cjs", "app", "workers");
const BUILD = step("build", "remix", "vite:build");
// Incremental: files that have not changed since the last run are not checked again.
const TYPES = step("types", "tsc", "--noEmit", "-p", ".", "--incremental", "--tsBuildInfoFile", TYPES_KNOWN);
const DEAD_CODE = step("dead code", "knip");
const UNIT = vitest("unit", ["unit", "unit-alone"]);
/** Both projects of {@link UNIT}, for two lanes. */
const [UNIT_SHARED, UNIT_ALONE] = [vitest("unit", ["unit"]), vitest("unit-alone", ["unit-alone"])];
const CODECS = vitest("codecs", ["codecs"]);
const WORKER = vitest("worker", ["worker"]);
const ROUTES = vitest("routes", ["routes"]);
const CRASH = vitest("crash", ["crash"]);
/** @type {Step} */
const PAGES = { ...vitest("meeting-pages", ["meeting-pages"]), browser: "headless" };
/** @type {Step} */
const RECORDER = { ...vitest("recorder", ["recorder"]), browser: "whole", needs: "meetings" };
/** @type {Step} */
const BROWSER = {
  ...step("browser tests", "playwright", "test", "--project=browser"),
  suite: "browser",
  browser: "headless",
};
/** @type {Step} */
const REAL_CALL = {
  ...step("real call tests", "playwright", "test", "--project=real-call", "--project=microphone-call", "--workers=1"),
  suite: "real-call",
  browser: "whole",
};
/** @type {Step} */
const MICROPHONE = {
  ...step("microphone tests", "playwright", "test", "--project=microphone", "--workers=1"),
  suite: "microphone",
  browser: "whole",
};
/** @type {Step} */
const FIREFOX = {
  ...step("Firefox test", "playwright", "test", "--project=firefox", "--workers=1"),
  suite: "firefox",
  needs: "firefox",
  // Playwright looks for no browser of its own, because the test drives Firefox itself.
  env: { ACTA_BROWSER_SUITE: "firefox" },
};

/** @param {...Step} steps @returns {Step[]} */
const patient = (...steps) => steps.map((each) => ({ ...each, niceness: 19 }));
/**
 * Between the two: the others give way to it, and it gives way to the recorder. Beside worker tests of the same priority a browser that records played
 * 6 of 53 s too late, and dropped them.
 * @type {Step}
 */
const WORKER_BESIDE = { ...WORKER, niceness: 10 };

/**
 * The worker tests take longest, so the others give way to them. Without the codecs, whose 72 s of CPU only a change of app/media needs
 * (`check -- app/media`).
 * @type {Stage[]}
 */
export const CHECK = [
  { lanes: 2, steps: [BUILD, FORMAT, LAYERS] },
  { lanes: 3, steps: [WORKER, ...patient(LINT, UNIT, ROUTES, DEAD_CODE)] },
];

/**
 * The longest steps first, so that no lane ends long after the others. A lane is not a core: the recorder, which sits in a meeting in
 * real time, leaves time to suites that compute, which give way to it. The worker tests take longest, so all others give way to them. They begin
 * after the build, which needs more than twice the time beside a suite. The browser tests compute most (docs/measurements.md, "Tests"):
 * pages took longer than tests wait beside two other suites, and Firefox heard nothing. The real call (people, a bot and a meeting server in real time) leaves more
 * than a core free, which the other tests with a microphone and the unit and codec tests take at the lowest priority.
 * @type {Stage[]}
 */
export const ALL = [
  { lanes: 2, steps: [BUILD, FORMAT, LAYERS] },
  { lanes: 3, steps: [WORKER_BESIDE, RECORDER, ...patient(CRASH, ROUTES, PAGES, LINT_ALONE, DEAD_CODE)] },
  { lanes: 1, steps: [BROWSER, FIREFOX] },
  { lanes: 4, steps: [REAL_CALL, ...patient(UNIT_SHARED, MICROPHONE, CODECS, UNIT_ALONE)] },
];

/**
 * The steps for a change of one path: the rules for that path, the tests that import it, and the suites that use it without
 * importing it. The browser tests run only for a change of their own files.
 * @param {string} given relative to the root
 * @returns {Stage[]}
 */
export function planFor(given) {
  const at = path.posix.normalize(given.replaceAll("\\", "/")).replace(/\/$/u, "");
  const format = step("format", "biome", "format", "--no-errors-on-unmatched", at);
  if (at === "wrangler.toml") return [{ lanes: 1, steps: [format, BUILD, UNIT, WORKER, ROUTES] }];
  if (READ_BY_UNIT_TESTS.has(at)) return [{ lanes: 1, steps: [format, UNIT] }];
  if (!/^(?:app|workers|tests|migrations)(?:\/|$)|\.(?:ts|tsx|mjs|js|cjs)$/u.test(at))
    return [{ lanes: 1, steps: [format] }];
  const rules = [format, step("lint", "oxlint", "--type-aware", at), TYPES];
  return [{ lanes: 1, steps: [...rules, ...testsFor(at)] }];
}

/** Files that are no code and that unit tests compare with the code. */
const READ_BY_UNIT_TESTS = new Set(["docs/configuration.md", "docs/operations.md", "package.json"]);

/** @param {string} at @returns {Step[]} */
function testsFor(at) {
  const own = suiteOf(at);
  if (own) return own;
  const related = relatedTo(at);
  if (at.startsWith("workers/recorder")) return [...related, PAGES, RECORDER];
  const all = [BUILD, ...related, WORKER, ROUTES];
  if (at.startsWith("app/contracts/recording/recorder")) return [...all, PAGES, RECORDER];
  // Screens are the part of the app that the Worker's objects do not use.
  return /^app\/(?:features|ui|analytics|i18n)(?:\/|$)/u.test(at) ? [BUILD, ...related, ROUTES] : all;
}

/** @param {string} at @returns {Step[] | null} the suite that the path belongs to, narrowed to it */
function suiteOf(at) {
  const [, folder] = /^tests\/([a-z0-9-]+)(?:\/|$)/u.exec(at) ?? [];
  switch (folder) {
    case "unit":
      return [narrowed(UNIT, at)];
    case "codecs":
      return [narrowed(CODECS, at)];
    case "worker":
      return [BUILD, narrowed(WORKER, at)];
    case "routes":
      return [BUILD, narrowed(ROUTES, at)];
    case "crash":
      return [BUILD, narrowed(CRASH, at)];
    case "meeting-pages":
      return [narrowed(PAGES, at)];
    case "recorder":
      return [narrowed(RECORDER, at)];
    case "e2e":
      return [BUILD, narrowed(browserSuiteOf(at), at)];
    default:
      return null;
  }
}

/** @param {string} at a path in tests/e2e @returns {Step} the suite that plays it; for what is no spec, the browser tests */
function browserSuiteOf(at) {
  if (/\/(?:call-story|record-here-(?:killed|tab))\.spec\.ts$/u.test(at)) return REAL_CALL;
  if (at.endsWith("/firefox.spec.ts")) return FIREFOX;
  return /\/record-here(?:-kept)?\.spec\.ts$/u.test(at) ? MICROPHONE : BROWSER;
}

/** A test file alone; of any other file of a suite, the whole suite. @param {Step} suite @param {string} at @returns {Step} */
function narrowed(suite, at) {
  const isFile = /\.[a-z]+$/u.test(at);
  if (isFile && !/\.(?:test|spec)\.tsx?$/u.test(at)) return suite;
  return { ...suite, args: [...suite.args, at] };
}

/** The unit tests that import a path, over however many files. @param {string} at @returns {Step[]} */
function relatedTo(at) {
  const projects = ["unit", "unit-alone", "codecs"].flatMap((name) => ["--project", name]);
  return [
    {
      name: "related tests",
      program: "vitest",
      args: ["related", "--run", "--passWithNoTests", at, ...projects, ...reported("related")],
      suite: "related",
    },
  ];
}

/** Some files of a step, with a report of its own; a program without tests as it is. @param {Step} of @param {string[]} files @returns {Step} */
export function stepAgain(of, files) {
  if (of.suite === undefined) return { ...of, name: `${of.name} again` };
  const suite = `${of.suite}-again`;
  const args = of.args.map((arg) => arg.replace(`test-results/${of.suite}.json`, `test-results/${suite}.json`));
  return { ...of, name: `${of.name} again`, suite, args: [...args, ...files] };
}

/** @param {string} name @param {string} program @param {...string} args @returns {Step} */
function step(name, program, ...args) {
  return { name, program, args };
}

/** @param {string} suite @param {string[]} projects @returns {Step} */
function vitest(suite, projects) {
  const args = ["run", ...projects.flatMap((name) => ["--project", name]), ...reported(suite)];
  return { name: NAMES[suite] ?? `${suite} tests`, program: "vitest", args, suite };
}

/** @param {string} suite */
function reported(suite) {
  return [
    // Console output of passing tests would hide the failures.
    "--silent=passed-only",
    "--reporter=default",
    "--reporter=json",
    "--reporter=./tests/running-test.mjs",
    `--outputFile.json=test-results/${suite}.json`,
  ];
}
