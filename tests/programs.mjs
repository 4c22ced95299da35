// Programs that are not npm packages. On Debian as root they are installed; elsewhere the tests that need them are left
// out by name. Every browser test needs a browser: Debian's Chromium if it is installed or can be, else Playwright's.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import process from "node:process";
import { fail } from "../workers/local/preflight.mjs";

const CHROMIUM_PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
/** Program → Debian package. */
const WANTED = {
  chromium: "chromium",
  ffmpeg: "ffmpeg",
  pdftotext: "poppler-utils",
  qpdf: "qpdf",
  // A real meeting, and voices for it: tests/recorder.
  janus: "janus janus-demos",
  "espeak-ng": "espeak-ng",
  sox: "sox",
};
/** Programs that the recorder's tests need. */
const MEETING = ["janus", "espeak-ng", "sox", "ffmpeg"];

/** @param {string} program */
function has(program) {
  return spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
}

/** Installs missing programs with apt, if that is possible; else reports that it is not. */
export function installPrograms() {
  const missing = Object.entries(WANTED).filter(([program]) => !has(program));
  if (missing.length === 0) return;
  const names = missing.map(([program]) => program).join(", ");
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) {
    process.stdout.write(`Not on this machine: ${names}. Tests that need them are left out by name.\n`);
    return;
  }
  process.stdout.write(`Installing ${names} …\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const packages = missing.flatMap(([, name]) => name.split(" "));
  spawnSync("apt-get", ["update", "-q"], { env, stdio: "ignore" });
  const result = spawnSync("apt-get", ["install", "-y", "-q", "--no-install-recommends", ...packages], {
    env,
    encoding: "utf8",
  });
  if (result.status !== 0) process.stdout.write(`apt could not install ${names}:\n${result.stderr}\n`);
}

/** Requirements of a meeting that this machine lacks; empty if the recorder can be tested. */
export function missingForMeetings() {
  const missing = MEETING.filter((program) => !has(program));
  if (!existsSync("/usr/share/janus/demos/videoroomtest.html")) missing.push("janus-demos");
  if (!existsSync("/proc/self/stat")) missing.push("/proc");
  return missing;
}

/** The path of a Chromium, or null if Playwright's own is installed, which Playwright finds by itself. */
export function findBrowser() {
  const found = process.env.ACTA_BROWSER || CHROMIUM_PATHS.find((path) => existsSync(path));
  if (found) return found;
  process.stdout.write("Installing Playwright's Chromium …\n");
  const result = spawnSync(process.execPath, ["node_modules/playwright/cli.js", "install", "chromium"], {
    stdio: "inherit",
  });
  if (result.status !== 0) fail("No browser: install Chromium, or set ACTA_BROWSER to the path of one.");
  return null;
}
