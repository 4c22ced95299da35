// Speech for `npm start`: whether the local server is wanted, how to start it, and the Worker's variables for it.
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { missingBuild, thisMachine } from "./engine-builds.mjs";
import { describeSpeech, readSpeechSettings } from "./models.mjs";

/**
 * Null when another engine, or none, is configured: in the environment, or else in .dev.vars, which wrangler reads by
 * itself. Throws a RangeError with one clear sentence when a variable names something that does not exist.
 * @param {{ env: Record<string, string | undefined>, root: string, port: number, machine?: Parameters<typeof missingBuild>[0] }} input
 */
export function localSpeechChild({ env, root, port, machine = thisMachine() }) {
  const engine = env.SPEECH_ENGINE || engineInFile(path.join(root, ".dev.vars")) || "local";
  if (engine !== "local") return null;
  const settings = readSpeechSettings(env);
  const origin = `http://127.0.0.1:${port}`;
  // A new key at every start: only this start's Worker may use the server.
  const key = randomBytes(24).toString("base64url");
  return {
    spec: {
      name: "speech",
      args: [path.join(root, "workers/local/speech/speech-server.mjs")],
      env: { SPEECH_PORT: String(port), SPEECH_KEY: key },
      healthUrl: `${origin}/health`,
    },
    variables: {
      SPEECH_ENGINE: "local",
      SPEECH_BASE_URL: origin,
      SPEECH_MODEL: settings.wanted.id,
      SPEECH_API_KEY: key,
      VOICES_ENGINE: env.VOICES_ENGINE || "local",
    },
    says: missingBuild(machine) ?? `on this machine (${origin}): ${describeSpeech(settings)}`,
  };
}

/** @param {string} file */
function engineInFile(file) {
  try {
    return parseEnv(readFileSync(file, "utf8")).SPEECH_ENGINE;
  } catch {
    return undefined;
  }
}
