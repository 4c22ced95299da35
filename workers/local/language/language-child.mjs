// Minutes for `npm start`: which engine is wanted, how to start the local one, and the Worker's variables for it.
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";
import { readChosenServer } from "./chosen-server.mjs";
import { findServers } from "./find-servers.mjs";
import { chooseLanguageModel, describeLanguageModel } from "./models.mjs";

/**
 * Ollama is told how much to read at once with each question; its models keep that room in memory. An hour of talk is some 14,000
 * tokens.
 */
const OLLAMA_CONTEXT_TOKENS = 16_384;
const OLLAMA_CONTEXT_TOKENS_LARGE = 32_768;
const LARGE_MEMORY_BYTES = 24e9;
/** The context that LM Studio loads a model with unless it is told otherwise; a longer question would lose its beginning. */
const STUDIO_CONTEXT_TOKENS = 4096;

/**
 * `spec`: the child to start; null where the local server is not wanted. `variables`: for the Worker, read again after the
 * person has chosen another server (`choiceFile`). `says`: for the start's output; null: the engine's own name will do. `hint`: one more line.
 * @typedef {{ spec: import("../supervisor.mjs").ChildSpec | null, variables: () => Record<string, string>, says: string | null,
 *   hint: string | null, choiceFile: string | null }} LanguageChild
 * @typedef {{ env: Record<string, string | undefined>, root: string, dataDir: string, port: number, find?: typeof findServers }} Wanted
 */

/**
 * The engine is named in the environment, or else in .dev.vars; `local` is the default. Throws a RangeError with one clear sentence
 * when a variable names something that does not exist, or a server that does not answer.
 * @param {Wanted} wanted @returns {Promise<LanguageChild>}
 */
export async function languageChild({ env, root, dataDir, port, find = findServers }) {
  const file = variablesIn(path.join(root, ".dev.vars"));
  const of = (/** @type {string} */ name) => env[name] || file[name];
  const engine = of("LANGUAGE_ENGINE") || "local";
  if (engine === "ollama" && !of("LANGUAGE_BASE_URL")) {
    return namedServer(await find(), of("LANGUAGE_MODEL"), of("LANGUAGE_CONTEXT_TOKENS"));
  }
  if (engine !== "local") return { spec: null, variables: () => ({}), says: null, hint: null, choiceFile: null };
  const choice = chooseLanguageModel(env);
  const choiceFile = path.join(dataDir, "language.json");
  const origin = `http://127.0.0.1:${port}`;
  // A new key at every start: only this start's Worker may use the server.
  const key = randomBytes(24).toString("base64url");
  const own = {
    LANGUAGE_ENGINE: "local",
    LANGUAGE_BASE_URL: origin,
    LANGUAGE_MODEL: choice.id,
    LANGUAGE_API_KEY: key,
  };
  const chosen = readChosenServer(choiceFile);
  const described = describeLanguageModel(choice);
  return {
    spec: {
      name: "language",
      args: [path.join(root, "workers/local/language/language-server.mjs")],
      env: { LANGUAGE_PORT: String(port), LANGUAGE_KEY: key, LANGUAGE_CHOICE_FILE: choiceFile },
      healthUrl: `${origin}/health`,
    },
    variables() {
      const server = readChosenServer(choiceFile);
      const writes = server === null ? own : variablesOf(server, of("LANGUAGE_CONTEXT_TOKENS"));
      return { ...writes, LOCAL_MODEL_URL: origin, LOCAL_MODEL_KEY: key };
    },
    says: chosen === null ? described.says : `${chosen.server} (${chosen.origin}), the model ${chosen.model}`,
    hint: chosen === null ? (hintOf(await find()) ?? described.hint) : null,
    choiceFile,
  };
}

/** @param {import("./find-servers.mjs").FoundServer[]} servers @param {string | undefined} wanted @param {string | undefined} context @returns {LanguageChild} */
function namedServer(servers, wanted, context) {
  const server = servers.find(({ models }) => (wanted ? models.includes(wanted) : models.length > 0));
  const model = wanted ?? server?.models[0];
  if (!server || model === undefined) {
    const asked = wanted ? `with the model ${wanted} ` : "";
    throw new RangeError(
      `LANGUAGE_ENGINE=ollama: neither Ollama (127.0.0.1:11434) nor LM Studio (127.0.0.1:1234) answers ${asked}on this machine. Start it, fetch a model, or leave LANGUAGE_ENGINE out.`,
    );
  }
  const { name, origin } = server;
  const variables = variablesOf({ server: name, origin, model }, context);
  const says = `${name} (${origin}), the model ${model}`;
  return { spec: null, variables: () => variables, says, hint: null, choiceFile: null };
}

/** @param {import("./chosen-server.mjs").ChosenServer} chosen @param {string | undefined} context @returns {Record<string, string>} */
function variablesOf({ server, origin, model }, context) {
  const isOllama = server === "Ollama";
  const large = os.totalmem() >= LARGE_MEMORY_BYTES;
  const tokens = isOllama ? (large ? OLLAMA_CONTEXT_TOKENS_LARGE : OLLAMA_CONTEXT_TOKENS) : STUDIO_CONTEXT_TOKENS;
  return {
    LANGUAGE_ENGINE: isOllama ? "ollama" : "openai",
    LANGUAGE_BASE_URL: origin,
    LANGUAGE_MODEL: model,
    LANGUAGE_CONTEXT_TOKENS: context || String(tokens),
  };
}

/** @param {import("./find-servers.mjs").FoundServer[]} servers */
function hintOf(servers) {
  const server = servers.find(({ models }) => models.length > 0);
  return server ? `Home and Settings offer to let ${server.name} write real minutes with ${server.models[0]}` : null;
}

/** @param {string} file @returns {Record<string, string | undefined>} */
function variablesIn(file) {
  try {
    return parseEnv(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}
