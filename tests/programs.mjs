// Programs that are not npm packages. On Debian as root they are installed; elsewhere the tests that need them are left
// out by name. Every browser test needs a browser: Debian's Chromium if it is installed or can be, else Playwright's. Tests of pages use
// Debian's headless shell where there is one, which needs a fifth less time; meetings use the whole browser.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fail } from "../workers/local/preflight.mjs";

const CHROMIUM_PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const HEADLESS_SHELL_PATHS = ["/usr/bin/chromium-headless-shell"];
/** Program → Debian package. */
const WANTED = {
  chromium: "chromium",
  ffmpeg: "ffmpeg",
  pdftotext: "poppler-utils",
  qpdf: "qpdf",
  unzip: "unzip",
  // A real meeting, and voices for it: tests/recorder.
  janus: "janus janus-demos",
  "espeak-ng": "espeak-ng",
  sox: "sox",
  // The test in Firefox, which needs a sound card: one that is not there.
  "firefox-esr": "firefox-esr",
  pulseaudio: "pulseaudio",
};
/** Installed if there is such a package, which not every Debian has; without it the tests use Chromium. */
const BETTER = { "chromium-headless-shell": "chromium-headless-shell" };
/** Programs that the recorder's tests need. */
const MEETING = ["janus", "espeak-ng", "sox", "ffmpeg"];
const FIREFOX = ["firefox-esr", "pulseaudio"];

/** @param {string} program */
function has(program) {
  return spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
}

/** A page of janus-demos, which a machine that has janus may lack. */
const JANUS_DEMO = "/usr/share/janus/demos/videoroomtest.html";

/** @param {Record<string, string>} programs @returns {[program: string, debianPackage: string][]} */
function missingOf(programs) {
  const isMissing = (/** @type {string} */ program) =>
    !has(program) || (program === "janus" && !existsSync(JANUS_DEMO));
  return Object.entries(programs).filter(([program]) => isMissing(program));
}

/** Installs missing programs with apt, if that is possible; else reports that it is not. */
export function installPrograms() {
  const missing = missingOf(WANTED);
  const better = missingOf(BETTER);
  if (missing.length + better.length === 0) return;
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) {
    const names = missing.map(([program]) => program).join(", ");
    if (names !== "")
      process.stdout.write(`Not on this machine: ${names}. Tests that need them are left out by name.\n`);
    return;
  }
  spawnSync("apt-get", ["update", "-q"], { env: QUIET, stdio: "ignore" });
  // Separately, because apt installs nothing if it does not know one of the packages.
  for (const programs of [missing, better]) if (programs.length > 0) install(programs);
}

const QUIET = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };

/** @param {[program: string, debianPackage: string][]} programs */
function install(programs) {
  const names = programs.map(([program]) => program).join(", ");
  process.stdout.write(`Installing ${names} …\n`);
  const packages = programs.flatMap(([, name]) => name.split(" "));
  const result = spawnSync("apt-get", ["install", "-y", "-q", "--no-install-recommends", ...packages], {
    env: QUIET,
    encoding: "utf8",
  });
  if (result.status !== 0) process.stdout.write(`apt could not install ${names}:\n${result.stderr}\n`);
}

/** Requirements of a meeting that this machine lacks; empty if the recorder can be tested. */
export function missingForMeetings() {
  const missing = MEETING.filter((program) => !has(program));
  if (!existsSync(JANUS_DEMO)) missing.push("janus-demos");
  if (!existsSync("/proc/self/stat")) missing.push("/proc");
  return missing;
}

/** Requirements of the test in Firefox that this machine lacks. */
export function missingForFirefox() {
  return FIREFOX.filter((program) => !has(program));
}

/**
 * The path of a Chromium, or null if Playwright's own is installed, which Playwright finds by itself.
 * @param {"whole" | "headless"} kind headless: the shell where there is one. Meetings have been tried with the whole browser only
 */
export function findBrowser(kind) {
  const paths = kind === "headless" ? [...HEADLESS_SHELL_PATHS, ...CHROMIUM_PATHS] : CHROMIUM_PATHS;
  const found = process.env.ACTA_BROWSER || paths.find((path) => existsSync(path));
  if (found) return found;
  process.stdout.write("Installing Playwright's Chromium …\n");
  const result = spawnSync(process.execPath, ["node_modules/playwright/cli.js", "install", "chromium"], {
    stdio: "inherit",
  });
  if (result.status !== 0) fail("No browser: install Chromium, or set ACTA_BROWSER to the path of one.");
  return null;
}

/** Real weights and voices, in a folder beside the project (tests/support/real-voices.ts). */
export const REAL_MODEL_TESTS = "speech and speakers with real weights and voices (no ../shared/models)";

export function hasRealModels() {
  const shared = path.resolve(import.meta.dirname, "../../shared");
  return existsSync(path.join(shared, "models/real/whisper-base")) && existsSync(path.join(shared, "audio/speech"));
}
