// Minutes for `npm start`: which engine is wanted, how to start the local one, and the Worker's variables for it.
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { findServers } from "./find-servers.mjs";
import { chooseLanguageModel, describeLanguageModel } from "./models.mjs";

/** The context that Ollama and LM Studio use unless they are told otherwise; a longer question would lose its beginning. */
const CONTEXT_TOKENS_OF_SERVERS = "4096";

/**
 * `spec`: the child to start; null where the local server is not wanted. `variables`: for the Worker. `says`: for the start's output;
 * null: the engine's own name will do. `hint`: one more line for people who have a server of their own.
 * @typedef {{ spec: import("../supervisor.mjs").ChildSpec | null, variables: Record<string, string>, says: string | null,
 *   hint: string | null }} LanguageChild
 */

/**
 * The engine is named in the environment, or else in .dev.vars; `local` is the default where a model is there or can be fetched. Throws a RangeError with one clear sentence
 * when a variable names something that does not exist, or a server that does not answer.
 * @param {{ env: Record<string, string | undefined>, root: string, port: number, find?: typeof findServers }} input
 * @returns {Promise<LanguageChild>}
 */
export async function languageChild({ env, root, port, find = findServers }) {
  const file = variablesIn(path.join(root, ".dev.vars"));
  const of = (/** @type {string} */ name) => env[name] || file[name];
  const named = of("LANGUAGE_ENGINE");
  const engine = named || "local";
  if (engine === "ollama") return ownServer(await find(), of("LANGUAGE_MODEL"), of("LANGUAGE_CONTEXT_TOKENS"));
  if (engine !== "local") return { spec: null, variables: {}, says: null, hint: null };
  const choice = chooseLanguageModel(env);
  if (choice.kind === "disabled") {
    if (named) {
      throw new RangeError(
        `LANGUAGE_ENGINE=local needs a model: ACTA_LANGUAGE_MODEL_PATH names a GGUF file that you have, or ACTA_LANGUAGE_MODEL_PIN allows ${choice.model.file} to be fetched (docs/configuration.md).`,
      );
    }
    // No server for a model that can neither be there nor be fetched.
    return { spec: null, variables: {}, says: describeLanguageModel(choice), hint: hintOf(await find()) };
  }
  const origin = `http://127.0.0.1:${port}`;
  // A new key at every start: only this start's Worker may use the server.
  const key = randomBytes(24).toString("base64url");
  return {
    spec: {
      name: "language",
      args: [path.join(root, "workers/local/language/language-server.mjs")],
      env: { LANGUAGE_PORT: String(port), LANGUAGE_KEY: key },
      healthUrl: `${origin}/health`,
    },
    variables: {
      LANGUAGE_ENGINE: "local",
      LANGUAGE_BASE_URL: origin,
      LANGUAGE_MODEL: choice.id,
      LANGUAGE_API_KEY: key,
    },
    says: describeLanguageModel(choice),
    hint: hintOf(await find()),
  };
}

/** @param {import("./find-servers.mjs").FoundServer[]} servers @param {string | undefined} wanted @param {string | undefined} context @returns {LanguageChild} */
function ownServer(servers, wanted, context) {
  const server = servers.find(({ models }) => (wanted ? models.includes(wanted) : models.length > 0));
  const model = wanted ?? server?.models[0];
  if (!server || model === undefined) {
    const asked = wanted ? `with the model ${wanted} ` : "";
    throw new RangeError(
      `LANGUAGE_ENGINE=ollama: neither Ollama (127.0.0.1:11434) nor LM Studio (127.0.0.1:1234) answers ${asked}on this machine. Start it, fetch a model, or leave LANGUAGE_ENGINE out.`,
    );
  }
  return {
    spec: null,
    variables: {
      LANGUAGE_ENGINE: "openai",
      LANGUAGE_BASE_URL: server.origin,
      LANGUAGE_MODEL: model,
      LANGUAGE_CONTEXT_TOKENS: context || CONTEXT_TOKENS_OF_SERVERS,
    },
    says: `${server.name} (${server.origin}), the model ${model}`,
    hint: null,
  };
}

/** @param {import("./find-servers.mjs").FoundServer[]} servers */
function hintOf(servers) {
  const server = servers.find(({ models }) => models.length > 0);
  return server
    ? `${server.name} is here with ${server.models[0]}: LANGUAGE_ENGINE=ollama lets it write the minutes`
    : null;
}

/** @param {string} file @returns {Record<string, string | undefined>} */
function variablesIn(file) {
  try {
    return parseEnv(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}
