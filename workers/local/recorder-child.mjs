// The recorder for `npm start`: whether one is wanted and can run here, how to start it, and the Worker's variables for it.
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";

/** Paths where systems install Chromium or Chrome. */
const USUAL_PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * `spec` is null when another recorder is configured, or none can run here: without a Chromium, or without its build. `says`
 * is the line that `npm start` prints. `variables` go to the Worker.
 * @param {{ env: Record<string, string | undefined>, root: string, port: number, dataDir: string,
 *   exists?: (file: string) => boolean }} input
 * @returns {{ spec: import("./supervisor.mjs").ChildSpec | null, variables: Record<string, string>, says: string }}
 */
export function recorderChild({ env, root, port, dataDir, exists = existsSync }) {
  const engine = env.RECORDER_ENGINE || engineInFile(path.join(root, ".dev.vars")) || "acta";
  if (engine === "none") return { spec: null, variables: {}, says: "none (Acta cannot join calls)" };
  // A hosted recorder, or one that runs already: the configuration has its address.
  if (engine !== "acta" || env.RECORDER_URL) return { spec: null, variables: {}, says: engine };
  const main = path.join(root, "build/recorder/main.js");
  const chromium = findChromium(env, exists);
  if (chromium === null) return missing("no Chromium found; RECORDER_CHROMIUM names one");
  if (!exists(main)) return missing("not built");
  const origin = `http://127.0.0.1:${port}`;
  // A new token at every start: only this start's Worker may send bots.
  const token = randomBytes(24).toString("base64url");
  return {
    spec: {
      name: "recorder",
      args: [main],
      env: {
        RECORDER_HOST: "127.0.0.1",
        RECORDER_PORT: String(port),
        RECORDER_TOKEN: token,
        RECORDER_CHROMIUM: chromium,
        // A person who tries Acta out has more than one meeting; each bot takes most of a core.
        RECORDER_BOTS_MAX: env.RECORDER_BOTS_MAX || String(Math.max(2, Math.floor(availableParallelism() * 0.75))),
        RECORDER_DATA: path.join(dataDir, "recorder"),
        RECORDER_LOCAL_ORIGIN: env.LOCAL_MEETING_ORIGIN ?? "",
        RECORDER_JITSI_HOSTS: env.EXTRA_MEETING_HOSTS ?? "",
      },
      healthUrl: `${origin}/v1/health`,
    },
    variables: { RECORDER_ENGINE: "acta", RECORDER_URL: origin, RECORDER_TOKEN: token },
    says: `on this machine (${origin}): ${chromium}`,
  };
}

/** @param {string} why */
function missing(why) {
  return { spec: null, variables: { RECORDER_ENGINE: "none" }, says: `none (${why}): calls end with that reason` };
}

/** @param {Record<string, string | undefined>} env @param {(file: string) => boolean} exists */
function findChromium(env, exists) {
  const named = env.RECORDER_CHROMIUM || env.ACTA_BROWSER;
  if (named) return exists(named) ? named : null;
  return USUAL_PLACES.find((place) => exists(place)) ?? null;
}

/** @param {string} file */
function engineInFile(file) {
  try {
    return parseEnv(readFileSync(file, "utf8")).RECORDER_ENGINE;
  } catch {
    return undefined;
  }
}
