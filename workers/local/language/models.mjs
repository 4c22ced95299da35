// The language models that the local language server can fetch, and which of them this machine takes.
import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { cacheFolder } from "../model-files/bring-model.mjs";

/**
 * `revision`, `bytes` and `sha256` pin a file. `memoryGb`: memory of a machine that runs it beside a browser and Acta.
 * @typedef {{ name: "small" | "medium" | "large", title: string, licence: "Apache-2.0", repository: string, revision: string,
 *   file: string, memoryGb: number, bytes: number, sha256: string }} ListedModel
 * @typedef {{ name: string, file: string, bytes: number, sha256: string }} PinnedModel
 */

/**
 * Qwen3.5 (Apache-2.0) was trained on some 200 languages, English, Spanish, French and Catalan among them.
 * @type {readonly [ListedModel, ListedModel, ListedModel]}
 */
export const LANGUAGE_MODELS = [
  {
    name: "small",
    title: "Qwen3.5 0.8B",
    licence: "Apache-2.0",
    repository: "unsloth/Qwen3.5-0.8B-GGUF",
    revision: "88467eb7c8e3b6e7894c794f373050d4dbc6ae8a",
    file: "Qwen3.5-0.8B-Q8_0.gguf",
    memoryGb: 2,
    bytes: 811_843_840,
    sha256: "0ad885ffd4bb022fc4f0d33a3308fa108ef8613159d3b3a67e23abca056b7a6c",
  },
  {
    name: "medium",
    title: "Qwen3.5 2B",
    licence: "Apache-2.0",
    repository: "unsloth/Qwen3.5-2B-GGUF",
    revision: "f6d5376be1edb4d416d56da11e5397a961aca8ae",
    file: "Qwen3.5-2B-Q4_K_M.gguf",
    memoryGb: 6,
    bytes: 1_280_835_840,
    sha256: "aaf42c8b7c3cab2bf3d69c355048d4a0ee9973d48f16c731c0520ee914699223",
  },
  {
    name: "large",
    title: "Qwen3.5 4B",
    licence: "Apache-2.0",
    repository: "unsloth/Qwen3.5-4B-GGUF",
    revision: "e87f176479d0855a907a41277aca2f8ee7a09523",
    file: "Qwen3.5-4B-Q4_K_M.gguf",
    memoryGb: 12,
    bytes: 2_740_937_888,
    sha256: "00fe7986ff5f6b463e62455821146049db6f9313603938a70800d1fb69ef11a4",
  },
];
/**
 * A processor reads each weight for each word: with fewer cores the large model needs hours for an hour of talk. Apple's processors
 * have graphics that the engine uses.
 */
const LARGE_CORES_MIN = 8;
const ORIGIN = "https://huggingface.co";

/**
 * The source of the model: an existing file, or one to be fetched into a folder outside the project.
 * @typedef {{ kind: "file", id: string, path: string }
 *   | { kind: "fetched", id: string, path: string, url: string, model: PinnedModel }} LanguageModelChoice
 * @typedef {{ memoryBytes: number, cores: number, hasGraphics: boolean }} Machine
 */

/** @returns {Machine} */
function thisMachine() {
  const hasGraphics = process.platform === "darwin" && process.arch === "arm64";
  return { memoryBytes: os.totalmem(), cores: os.availableParallelism(), hasGraphics };
}

/**
 * The largest model that the machine holds and that writes in bearable time. A machine of 8 GB reports a little less.
 * @param {Machine} machine @returns {ListedModel}
 */
export function modelFor({ memoryBytes, cores, hasGraphics }) {
  const [small, medium, large] = LANGUAGE_MODELS;
  const memoryGb = memoryBytes / 1e9;
  if (memoryGb >= large.memoryGb && (hasGraphics || cores >= LARGE_CORES_MIN)) return large;
  return memoryGb >= medium.memoryGb ? medium : small;
}

/**
 * Reads ACTA_LANGUAGE_MODEL, ACTA_LANGUAGE_MODEL_PATH, ACTA_LANGUAGE_MODEL_DIR, ACTA_LANGUAGE_MODEL_URL and ACTA_LANGUAGE_MODEL_PIN.
 * Throws a RangeError with one clear sentence when one has a value that cannot be used.
 * @param {Record<string, string | undefined>} env @param {Machine} [machine] @returns {LanguageModelChoice}
 */
export function chooseLanguageModel(env, machine = thisMachine()) {
  const given = env.ACTA_LANGUAGE_MODEL_PATH;
  if (given) {
    const file = path.resolve(given);
    return { kind: "file", id: `file-${path.basename(file).replace(/[^A-Za-z0-9._-]/g, "_")}`, path: file };
  }
  const name = env.ACTA_LANGUAGE_MODEL || modelFor(machine).name;
  const model = LANGUAGE_MODELS.find((each) => each.name === name);
  if (!model) {
    const names = LANGUAGE_MODELS.map((each) => each.name).join(", ");
    throw new RangeError(`ACTA_LANGUAGE_MODEL must be one of ${names}, not "${name}".`);
  }
  const origin = (env.ACTA_LANGUAGE_MODEL_URL || `${ORIGIN}/${model.repository}/resolve/${model.revision}`).replace(
    /\/+$/,
    "",
  );
  if (!/^https:\/\/|^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?(\/|$)/.test(origin)) {
    throw new RangeError("ACTA_LANGUAGE_MODEL_URL must be an https address.");
  }
  const folder = env.ACTA_LANGUAGE_MODEL_DIR ? path.resolve(env.ACTA_LANGUAGE_MODEL_DIR) : cacheFolder(env);
  const id = model.file.replace(/\.gguf$/, "").toLowerCase();
  const target = path.join(folder, model.file);
  const { bytes, sha256 } = pinOf(env.ACTA_LANGUAGE_MODEL_PIN) ?? model;
  return {
    kind: "fetched",
    id,
    path: target,
    url: `${origin}/${model.file}`,
    model: { name, file: model.file, bytes, sha256 },
  };
}

/** `<bytes>:<SHA-256>` of another file, for a mirror (ACTA_LANGUAGE_MODEL_URL) that has one of its own. @param {string | undefined} text */
function pinOf(text) {
  if (!text) return null;
  const [, bytes, sha256] = /^([1-9]\d{5,11}):([0-9a-f]{64})$/i.exec(text.trim()) ?? [];
  if (bytes === undefined || sha256 === undefined)
    throw new RangeError(
      "ACTA_LANGUAGE_MODEL_PIN must be the file's size in bytes, a colon, and its SHA-256 in hexadecimal.",
    );
  return { bytes: Number(bytes), sha256: sha256.toLowerCase() };
}

/**
 * Describes the model in the output of `npm start`, in one or two lines.
 * @param {LanguageModelChoice} choice @returns {{ says: string, hint: string | null }}
 */
export function describeLanguageModel(choice) {
  if (existsSync(choice.path)) return { says: `a model on this machine (${choice.path})`, hint: null };
  if (choice.kind === "file") {
    const says = `quotations, because the file of ACTA_LANGUAGE_MODEL_PATH is not there (${choice.path})`;
    return { says, hint: null };
  }
  const size = `${(choice.model.bytes / 1e9).toFixed(1)} GB`;
  return {
    says: "quotations, until you have a model fetched",
    hint: `Home and Settings offer to write real minutes on this machine (${size} from ${new URL(choice.url).host}, once)`,
  };
}
