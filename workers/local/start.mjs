// `npm start` and `npm run dev`: builds, migrates the local database, then starts, watches and restarts what Acta needs
// on one machine. Nothing here knows what the app does; everything has a default and can be set by an environment variable.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, watchFile } from "node:fs";
import path from "node:path";
import process from "node:process";
import { adminToken } from "./admin-token.mjs";
import { isDiskFull } from "./disk-reserve.mjs";
import { logLine } from "./log-line.mjs";
import { assertFreePort, assertNodeVersion, fail, holdFolder } from "./preflight.mjs";
import { closeDataFolder, closeToOthers } from "./private-files.mjs";
import { endOrphans, forgetGroups, noteGroups } from "./orphan-groups.mjs";
import { recorderChild } from "./recorder-child.mjs";
import { serveControl } from "./server/control.mjs";
import { selfHosted } from "./server/self-hosted.mjs";
import { removeSnapshots, takeSnapshot } from "./server/snapshot.mjs";
import { languageChild } from "./language/language-child.mjs";
import { localSpeechChild } from "./speech/speech-child.mjs";
import { Supervisor } from "./supervisor.mjs";
import { watchSources } from "./watch-sources.mjs";
import { bundleArgs, migrationArgs } from "./worker-bundle.mjs";
import { writeWorkerVariables } from "./worker-variables.mjs";

// Before anything that an older Node does not know, import.meta.dirname among it.
assertNodeVersion();
const root = path.resolve(import.meta.dirname, "../..");
process.chdir(root);
// Files that this process and its children write (recordings, keys, logs) are for this user only.
process.umask(0o077);

/** As wrangler.toml has it for the deployed Worker. */
const CRON_EVERY_MS = 10 * 60_000;
const JOIN_EVERY_MS = 60_000;
const SHELL_CHECK_MS = 1000;
const CHOICE_CHECK_MS = 500;
const dev = process.argv.includes("--dev");
const settings = {
  port: portOf("ACTA_PORT", 8787),
  identityPort: portOf("ACTA_IDENTITY_PORT", 8788),
  speechPort: portOf("ACTA_SPEECH_PORT", 8789),
  recorderPort: portOf("ACTA_RECORDER_PORT", 8790),
  languagePort: portOf("ACTA_LANGUAGE_PORT", 8791),
  dataDir: path.resolve(process.env.ACTA_DATA_DIR ?? ".acta"),
  /** Skips the build where the caller has just made it (the test command). */
  built: process.env.ACTA_BUILT === "1",
  /** Skips the bundle and the database where the data folder has both (tests/support/prepared-folder.ts). */
  prepared: process.env.ACTA_PREPARED === "1",
};
/** Of the Worker itself, which listens on loopback only. */
const inner = `http://localhost:${settings.port}`;
const server = await orFail(() =>
  selfHosted({ env: process.env, root, dataDir: settings.dataDir, innerOrigin: inner }),
);
/** Of the commands that run to their end: no questions, no colours, no reports to wrangler's makers; secrets have left it by now. */
const COMMAND_ENV = { ...process.env, CI: "1", NO_COLOR: "1", WRANGLER_SEND_METRICS: "false" };
const origin = server?.origin ?? inner;
const identityOrigin = `http://127.0.0.1:${settings.identityPort}`;
const wrangler = path.join(root, "node_modules/wrangler/bin/wrangler.js");
const remix = path.join(root, "node_modules/@remix-run/dev/dist/cli.js");
const stateDir = path.join(settings.dataDir, "state");

if (!existsSync(wrangler)) fail("The packages are not installed. Run `npm ci` first.");
const speech = await orFail(() => localSpeechChild({ env: process.env, root, port: settings.speechPort }));
const language = await orFail(() =>
  languageChild({ env: process.env, root, dataDir: settings.dataDir, port: settings.languagePort }),
);
const recorderBuild = path.join(root, "workers/recorder/build.mjs");
mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
await holdFolder(settings.dataDir);
removeSnapshots(settings.dataDir);
const left = await endOrphans({ dataDir: settings.dataDir, root });
if (left > 0) process.stdout.write(`Ended ${left} programs that an earlier start left behind.\n`);
await assertFreePort(settings.port, "ACTA_PORT");
if (server) await assertFreePort(server.port, "ACTA_GATE_PORT");
else await assertFreePort(settings.identityPort, "ACTA_IDENTITY_PORT");
if (speech) await assertFreePort(settings.speechPort, "ACTA_SPEECH_PORT");
if (language.spec) await assertFreePort(settings.languagePort, "ACTA_LANGUAGE_PORT");
await orFail(async () => {
  await closeDataFolder(settings.dataDir);
  closeToOthers(path.join(root, ".dev.vars"));
});
mkdirSync(stateDir, { recursive: true });
// Before anything is built: what is held back makes room for it.
if (isDiskFull(settings.dataDir)) {
  process.stdout.write(
    `The disk of ${settings.dataDir} is full. Acta starts so that you can read and delete; it records nothing until there is room.\n`,
  );
}

if (!settings.built) {
  step("Building", [remix, "vite:build"]);
  if (existsSync(recorderBuild)) step("Building the recorder", [recorderBuild]);
}
const { recorderPort: port, dataDir } = settings;
// The links in the stand-in's events lead to a page of the stand-in, unless a meeting server is named.
const localMeetings = server ? "" : process.env.LOCAL_MEETING_ORIGIN || identityOrigin;
const recorder = recorderChild({
  env: { ...process.env, LOCAL_MEETING_ORIGIN: localMeetings },
  root,
  port,
  dataDir,
});
if (recorder.spec) await assertFreePort(port, "ACTA_RECORDER_PORT");
const worker = await orFail(workerVariables);
if (!settings.prepared) {
  step("Bundling the Worker", bundleArgs({ root, dataDir }));
  // The local D1 fails now and then on a busy machine; migrations that were applied are recorded, and the second run goes on after them.
  step("Preparing the database", migrationArgs({ root, dataDir }), { attempts: 2 });
}

const supervisor = new Supervisor({
  logDir: path.join(settings.dataDir, "logs"),
  echo: dev,
  secrets: worker.secrets,
  onGroups: (groups) => noteGroups(dataDir, groups),
});
supervisor.start(
  server?.gate ?? {
    name: "identity-provider",
    args: [path.join(root, "workers/stand-ins/server.mjs")],
    env: {
      IDENTITY_PORT: String(settings.identityPort),
      IDENTITY_REDIRECT_ORIGIN: origin,
      BILLING_STATE_FILE: path.join(settings.dataDir, "stripe.json"),
    },
    healthUrl: `${identityOrigin}/health`,
  },
);
if (speech) supervisor.start(speech.spec);
if (language.spec) supervisor.start(language.spec);
if (recorder.spec) supervisor.start(recorder.spec);
supervisor.start({
  name: "worker",
  args: [path.join(root, "workers/local/run-worker.mjs"), `--port=${settings.port}`, `--data=${settings.dataDir}`],
  env: { NO_COLOR: "1" },
  healthUrl: `${inner}/api/health?light`,
});

// A terminal that was closed takes nothing more; what it is told is not worth dying of, with children left behind.
process.stdout.on("error", () => {});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  // Every time, not once: a second Ctrl-C must not end us before our children have ended.
  process.on(signal, stopAll);
}
// A signal to `npm` itself ends npm and its shell, and neither passes it on: under npm, whoever loses its shell has to end.
if (process.env.npm_lifecycle_event !== undefined) {
  const shell = process.ppid;
  setInterval(() => process.ppid !== shell && stopAll(), SHELL_CHECK_MS).unref();
}

const started = await supervisor.ready();
if (!started.ok) {
  await supervisor.stop();
  forgetGroups(dataDir);
  fail(`${started.name} did not start. Its last lines:\n${started.tail}`);
}
serveControl(dataDir, () => supervisor.whileStopped("worker", () => takeSnapshot(dataDir)));
await printBanner();
if (language.choiceFile !== null) watchChoice(language.choiceFile);
void fireCron();
setInterval(() => void fireCron(), CRON_EVERY_MS);
setInterval(() => void fireCron("?each=minute"), JOIN_EVERY_MS);
if (dev) {
  const env = { ...COMMAND_ENV, ACTA_KEEP_BUILD: "1" };
  const run = (/** @type {string[]} */ args) => spawnSync(process.execPath, args, { cwd: root, env, encoding: "utf8" });
  watchSources({
    root,
    build: () => run([remix, "vite:build"]),
    bundle: () => run(bundleArgs({ root, dataDir })),
    restart: () => supervisor.restart("worker"),
  });
}

/** The Worker knows its engine from its variables: another server for the minutes means another start of it, of a few seconds. @param {string} file */
function watchChoice(file) {
  watchFile(file, { interval: CHOICE_CHECK_MS }, (now, before) => {
    // Node also tells once that there is no such file yet.
    if (now.mtimeMs === before.mtimeMs) return;
    workerVariables();
    void supervisor.restart("worker");
  });
}

/** workerd fires no cron trigger. One that fails now is made good by the next. */
async function fireCron(query = "") {
  await fetch(`${inner}/_local/cron${query}`, { method: "POST", headers: { Origin: origin } }).catch(() => undefined);
}

function stopAll() {
  if (supervisor.stopping) return;
  process.stdout.write("\nStopping Acta …\n");
  void supervisor.stop().then(() => {
    forgetGroups(dataDir);
    process.exit(0);
  });
}

/** @param {string} name @param {number} fallback */
function portOf(name, fallback) {
  const text = process.env[name];
  if (text === undefined || text === "") return fallback;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    fail(`${name} must be a port between 1 and 65535, not "${text}".`);
  return port;
}

function workerVariables() {
  const ofStandIns = {
    ENVIRONMENT: "local",
    APP_ORIGIN: origin,
    IDENTITY_ORIGIN: identityOrigin,
    LOCAL_MEETING_ORIGIN: localMeetings,
    CALENDAR_ORIGIN: identityOrigin,
    STRIPE_ORIGIN: identityOrigin,
    WEBHOOK_ORIGIN: identityOrigin,
    CONNECTION_ORIGIN: identityOrigin,
  };
  const fixed = {
    ...(server?.variables() ?? ofStandIns),
    ADMIN_TOKEN: server?.given.ADMIN_TOKEN ?? adminToken(settings.dataDir),
  };
  const env = { ...process.env, ...speech?.variables, ...recorder.variables };
  return writeWorkerVariables({ root, dataDir, fixed, env, chosen: language.variables() });
}

/** Ends the start with one clear sentence where `act` throws a RangeError: the machine or its configuration does not allow it. @template T @param {() => T | Promise<T>} act */
async function orFail(act) {
  try {
    return await act();
  } catch (error) {
    if (error instanceof RangeError) fail(error.message);
    throw error;
  }
}

/**
 * Runs one command to its end; shows what it wrote only when it failed.
 * @param {string} title @param {string[]} args @param {{ attempts?: number }} [options]
 */
function step(title, args, { attempts = 1 } = {}) {
  process.stdout.write(`${title} …`);
  const startedAt = Date.now();
  const run = () => spawnSync(process.execPath, args, { cwd: root, env: COMMAND_ENV, encoding: "utf8" });
  let result = run();
  for (let left = attempts - 1; result.status !== 0 && left > 0; left -= 1) result = run();
  if (result.status !== 0) {
    process.stdout.write("\n");
    const written = `${result.stdout ?? ""}${result.stderr ?? ""}`.split("\n");
    fail(`${title} failed.\n${written.map((line) => logLine(line)).join("\n")}`);
  }
  process.stdout.write(` ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`);
}

async function printBanner() {
  /** @type {{ engines: { speech: string, language: string, mail: string } }} */
  const health = await (await fetch(`${inner}/api/health?light`)).json();
  const heard =
    health.engines.speech === "none"
      ? "none (recordings with a caption track work; others wait until one is configured)"
      : (speech?.says ?? health.engines.speech);
  process.stdout.write(
    [
      "",
      `  Acta is running: ${origin}`,
      "",
      ...(server
        ? []
        : [`  Sign-in     a local stand-in for Google and Microsoft, with calendars (${identityOrigin})`]),
      `  Speech      ${heard}`,
      `  Summaries   ${language.says ?? health.engines.language}`,
      ...(language.hint === null ? [] : [`              ${language.hint}`]),
      `  Recorder    ${recorder.says}`,
      `  Mails       ${health.engines.mail === "local" ? `${origin}/_local/outbox (nothing is sent)` : health.engines.mail}`,
      ...(server ? [] : [`  Payments    a local stand-in for Stripe (no money moves)`]),
      `  Data        ${stateDir}`,
      `  Logs        ${path.join(settings.dataDir, "logs")}`,
      "",
      "  Ctrl-C stops everything; the data stays.",
      "",
    ].join("\n"),
  );
}
