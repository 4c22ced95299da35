// The local Worker's variables, in a file that only its owner may read. On a command line every user of the machine would
// see the keys in the list of processes.
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { parseEnv } from "node:util";
import { secretsIn } from "./log-line.mjs";

/** Variables that `npm start` passes on from the environment; all of .dev.vars is passed on. */
const FROM_ENVIRONMENT = [
  "SPEECH_ENGINE",
  "SPEECH_BASE_URL",
  "SPEECH_MODEL",
  "SPEECH_API_KEY",
  "VOICES_ENGINE",
  "VOICES_URL",
  "VOICES_TOKEN",
  "LANGUAGE_ENGINE",
  "LANGUAGE_BASE_URL",
  "LANGUAGE_MODEL",
  "LANGUAGE_API_KEY",
  "LANGUAGE_CONTEXT_TOKENS",
  "RECORDER_ENGINE",
  "RECORDER_URL",
  "RECORDER_TOKEN",
  "RECORDER_WEBHOOK_SECRET",
  "MAIL_ENGINE",
  "MAIL_FROM",
  "MAIL_API_KEY",
  "MAIL_SMTP_URL",
  "BILLING_ENGINE",
  "EXTRA_MEETING_HOSTS",
  "LOCAL_MEETING_ORIGIN",
];

/** The file of the variables, JSON. @param {string} dataDir */
export function variablesFile(dataDir) {
  return path.join(dataDir, "worker.json");
}

/**
 * Writes the Worker's variables, those of .dev.vars among them, which win. Throws a RangeError with one clear sentence about a
 * value that does not belong there. `chosen`: variables that follow from others of the file and replace them.
 * @param {{ root: string, dataDir: string, fixed: Record<string, string>, env: Record<string, string | undefined>,
 *   chosen?: Record<string, string> }} input
 * @returns {{ file: string, secrets: string[] }} its path, and the values in it that no log may show
 */
export function writeWorkerVariables({ root, dataDir, fixed, env, chosen = {} }) {
  const given = FROM_ENVIRONMENT.flatMap((name) => {
    const value = env[name];
    return value ? [/** @type {const} */ ([name, value])] : [];
  });
  const own = variablesIn(path.join(root, ".dev.vars"));
  if (own.ENVIRONMENT && own.ENVIRONMENT !== fixed.ENVIRONMENT) {
    throw new RangeError(
      `.dev.vars says ENVIRONMENT=${own.ENVIRONMENT}, and \`npm start\` runs Acta on this machine only. Remove the line; docs/deploy.md says how to deploy.`,
    );
  }
  const variables = { ...fixed, ...Object.fromEntries(given), ...own, ...chosen };
  const file = variablesFile(dataDir);
  // A new file each time: an existing file would keep its permissions.
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, JSON.stringify(variables, null, 2), { mode: 0o600, flag: "wx" });
  renameSync(fresh, file);
  // Earlier versions kept the same keys in this file.
  rmSync(path.join(dataDir, "worker.env"), { force: true });
  return { file, secrets: secretsIn(variables) };
}

/** @param {string} file @returns {Record<string, string>} */
function variablesIn(file) {
  try {
    return /** @type {Record<string, string>} */ (parseEnv(readFileSync(file, "utf8")));
  } catch {
    return {};
  }
}
