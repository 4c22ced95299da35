// The language models that the local language server can fetch, and which of them the environment asks for.
import { existsSync } from "node:fs";
import path from "node:path";
import { cacheFolder } from "../speech/models.mjs";

/**
 * `sha256` and `bytes` pin a file; an entry without them is disabled, because no file would be known to be the right one.
 * docs/unverified.md has the command that prints both. `aboutMb` (megabytes on disk) and `memoryGb` are for people who choose.
 * @typedef {{ name: "small" | "medium" | "large", title: string, licence: "Apache-2.0", repository: string, file: string,
 *   aboutMb: number, memoryGb: number, bytes: number | null, sha256: string | null }} ListedModel
 * @typedef {{ name: string, file: string, bytes: number, sha256: string }} PinnedModel
 */

/**
 * Qwen3 (Apache-2.0) names English, Spanish, French and Catalan among its languages. Sizes in memory: the file, and the context.
 * @type {readonly ListedModel[]}
 */
export const LANGUAGE_MODELS = [
  {
    name: "small",
    title: "Qwen3 0.6B",
    licence: "Apache-2.0",
    repository: "Qwen/Qwen3-0.6B-GGUF",
    file: "Qwen3-0.6B-Q8_0.gguf",
    aboutMb: 640,
    memoryGb: 2,
    bytes: null,
    sha256: null,
  },
  {
    name: "medium",
    title: "Qwen3 1.7B",
    licence: "Apache-2.0",
    repository: "unsloth/Qwen3-1.7B-GGUF",
    file: "Qwen3-1.7B-Q4_K_M.gguf",
    aboutMb: 1100,
    memoryGb: 3,
    bytes: null,
    sha256: null,
  },
  {
    name: "large",
    title: "Qwen3 4B",
    licence: "Apache-2.0",
    repository: "Qwen/Qwen3-4B-GGUF",
    file: "Qwen3-4B-Q4_K_M.gguf",
    aboutMb: 2500,
    memoryGb: 5,
    bytes: null,
    sha256: null,
  },
];
const MODEL_DEFAULT = "medium";
const ORIGIN = "https://huggingface.co";

/**
 * The source of the model: an existing file, one to be fetched into a folder outside the project, or a listed one that cannot be
 * fetched because its entry has no digest.
 * @typedef {{ kind: "file", id: string, path: string }
 *   | { kind: "fetched", id: string, path: string, url: string, model: PinnedModel }
 *   | { kind: "disabled", id: string, path: string, model: ListedModel }} LanguageModelChoice
 */

/**
 * Reads ACTA_LANGUAGE_MODEL, ACTA_LANGUAGE_MODEL_PATH, ACTA_LANGUAGE_MODEL_DIR, ACTA_LANGUAGE_MODEL_URL and ACTA_LANGUAGE_MODEL_PIN.
 * Throws a RangeError with one clear sentence when one has a value that cannot be used.
 * @param {Record<string, string | undefined>} env @returns {LanguageModelChoice}
 */
export function chooseLanguageModel(env) {
  const given = env.ACTA_LANGUAGE_MODEL_PATH;
  if (given) {
    const file = path.resolve(given);
    return { kind: "file", id: `file-${path.basename(file).replace(/[^A-Za-z0-9._-]/g, "_")}`, path: file };
  }
  const name = env.ACTA_LANGUAGE_MODEL || MODEL_DEFAULT;
  const model = LANGUAGE_MODELS.find((each) => each.name === name);
  if (!model) {
    const names = LANGUAGE_MODELS.map((each) => each.name).join(", ");
    throw new RangeError(`ACTA_LANGUAGE_MODEL must be one of ${names}, not "${name}".`);
  }
  const origin = (env.ACTA_LANGUAGE_MODEL_URL || `${ORIGIN}/${model.repository}/resolve/main`).replace(/\/+$/, "");
  if (!/^https:\/\/|^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?(\/|$)/.test(origin)) {
    throw new RangeError("ACTA_LANGUAGE_MODEL_URL must be an https address.");
  }
  const folder = env.ACTA_LANGUAGE_MODEL_DIR ? path.resolve(env.ACTA_LANGUAGE_MODEL_DIR) : cacheFolder(env);
  const id = model.file.replace(/\.gguf$/, "").toLowerCase();
  const target = path.join(folder, model.file);
  const pin = pinOf(env.ACTA_LANGUAGE_MODEL_PIN) ?? model;
  const { bytes, sha256 } = pin;
  if (bytes === null || sha256 === null) return { kind: "disabled", id, path: target, model };
  return {
    kind: "fetched",
    id,
    path: target,
    url: `${origin}/${model.file}`,
    model: { name, file: model.file, bytes, sha256 },
  };
}

/** `<bytes>:<SHA-256>`, for an entry whose digest this version of Acta does not know. @param {string | undefined} text */
function pinOf(text) {
  if (!text) return null;
  const [, bytes, sha256] = /^([1-9]\d{5,11}):([0-9a-f]{64})$/i.exec(text.trim()) ?? [];
  if (bytes === undefined || sha256 === undefined)
    throw new RangeError(
      "ACTA_LANGUAGE_MODEL_PIN must be the file's size in bytes, a colon, and its SHA-256 in hexadecimal.",
    );
  return { bytes: Number(bytes), sha256: sha256.toLowerCase() };
}

/** Describes the model in the output of `npm start`. @param {LanguageModelChoice} choice */
export function describeLanguageModel(choice) {
  switch (choice.kind) {
    case "file":
      return existsSync(choice.path)
        ? `a model on this machine (${choice.path})`
        : `quotations, because the file of ACTA_LANGUAGE_MODEL_PATH is not there (${choice.path})`;
    case "disabled":
      return "quotations; a model on this machine needs a file: ACTA_LANGUAGE_MODEL_PATH (docs/configuration.md)";
    case "fetched": {
      if (existsSync(choice.path)) return `a model on this machine (${choice.path})`;
      const size = `${Math.round(choice.model.bytes / 1_000_000)} MB`;
      return `quotations, until a person has a model fetched on the page (${choice.model.name}, ${size}, from ${new URL(choice.url).host})`;
    }
  }
}
