// The speech models that the local server can fetch, and which of them it uses for a language on this machine.
import { existsSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { cacheFolder } from "../model-files/bring-model.mjs";
import { PARAKEET } from "./languages.mjs";

/**
 * Files of sherpa-onnx models, at one revision of their repository. A fetched file is compared with its size and SHA-256.
 * @typedef {{ role: "encoder" | "decoder" | "joiner" | "tokens" | "detector", file: string, bytes: number, sha256: string }} ModelFile
 * `memoryBytes`: of one process, with the detector. `languages`: null for all.
 * @typedef {{ name: string, kind: "whisper" | "parakeet", repository: string, languages: readonly string[] | null, memoryBytes: number,
 *   files: readonly ModelFile[] }} SpeechModel
 */
export const MODELS_ORIGIN = "https://huggingface.co";

const WHISPER_TOKENS = { bytes: 816_730, sha256: "b34b360dbb493e781e479794586d661700670d65564001f23024971d1f2fa126" };

/**
 * OpenAI's Whisper (MIT) with 8-bit weights.
 * @param {string} name @param {string} revision @param {number} memoryBytes @param {[number, string]} encoder @param {[number, string]} decoder
 * @returns {SpeechModel}
 */
function whisper(name, revision, memoryBytes, encoder, decoder) {
  return {
    name,
    kind: "whisper",
    repository: `csukuangfj/sherpa-onnx-whisper-${name}/resolve/${revision}`,
    languages: null,
    memoryBytes,
    files: [
      { role: "encoder", file: `${name}-encoder.int8.onnx`, bytes: encoder[0], sha256: encoder[1] },
      { role: "decoder", file: `${name}-decoder.int8.onnx`, bytes: decoder[0], sha256: decoder[1] },
      { role: "tokens", file: `${name}-tokens.txt`, ...WHISPER_TOKENS },
    ],
  };
}

/** @type {readonly SpeechModel[]} */
export const SPEECH_MODELS = [
  whisper(
    "tiny",
    "65176e2deb88badc814a94058666cadccc29b61c",
    0.5e9,
    [12_937_772, "d24fb083ae3b1041fc24e97971d60e280c9342201fbb67b0ab428a8b4a51a434"],
    [89_855_401, "d2fece8dd42771f1df975c6c0445770d0c292bf7547c2cae04a6c0cc57540925"],
  ),
  whisper(
    "base",
    "bb53ee204431c90d314c1cc08d28d23e5b7927cc",
    0.7e9,
    [29_120_534, "0b8fb1304b6109976038efff5ace81720e00386f3ff6b54ee8c75291ca0a1e11"],
    [130_672_026, "9759d217388a01b3a4c7c15533201067b48ae819c4daafc8624e64b9409dc02d"],
  ),
  whisper(
    "small",
    "8f3c18b358db4d1f2fc1eae49d75cd20989e4309",
    1.3e9,
    [112_442_483, "4cbe7b22fa9026b843b60a68640c747de05bafb1a11b57edc0e66c232d9f33a9"],
    [262_226_114, "acad50b5c782696e91b55914cc5ab4f756f1532f76e22aa6fc615f39fb69a8ee"],
  ),
  whisper(
    "turbo",
    "2ca6ff69fc878651b770880507669577ac41c2ff",
    2.6e9,
    [674_716_297, "b02dcdf54f348741e93fe732b67d933c8dcb6735655f710640143081db38878b"],
    [361_080_764, "20accd02388482eb3a46bd615631adfdc85e1eb2c7db9ea3f02a40ffe6b81547"],
  ),
  {
    // NVIDIA's Parakeet TDT 0.6B v3 (CC BY 4.0): 25 European languages, Catalan is not among them.
    name: "parakeet",
    kind: "parakeet",
    repository:
      "csukuangfj/sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8/resolve/2bda32ec70b097a55adaa07d9a7173915b43cc78",
    languages: PARAKEET,
    memoryBytes: 1.5e9,
    files: [
      {
        role: "encoder",
        file: "encoder.int8.onnx",
        bytes: 652_184_281,
        sha256: "acfc2b4456377e15d04f0243af540b7fe7c992f8d898d751cf134c3a55fd2247",
      },
      {
        role: "decoder",
        file: "decoder.int8.onnx",
        bytes: 11_845_275,
        sha256: "179e50c43d1a9de79c8a24149a2f9bac6eb5981823f2a2ed88d655b24248db4e",
      },
      {
        role: "joiner",
        file: "joiner.int8.onnx",
        bytes: 6_355_277,
        sha256: "3164c13fc2821009440d20fcb5fdc78bff28b4db2f8d0f0b329101719c0948b3",
      },
      {
        role: "tokens",
        file: "tokens.txt",
        bytes: 93_939,
        sha256: "d58544679ea4bc6ac563d1f545eb7d474bd6cfa467f0a6e2c1dc1c7d37e3c35d",
      },
    ],
  },
];

/** Silero's voice detector (MIT), which every model needs. */
export const DETECTOR_REPOSITORY = "csukuangfj/vad/resolve/fba88cd2e921609e7675c3aaf51e0b9b295da4bc";
/** @type {ModelFile} */
export const DETECTOR = {
  role: "detector",
  file: "silero_vad.onnx",
  bytes: 1_807_522,
  sha256: "a35ebf52fd3ce5f1469b2a36158dba761bc47b973ea3382b3186ca15b1f5af28",
};

/** Whisper from the most exact to the smallest: the next one is used where one does not work. */
const WHISPER_ORDER = ["small", "base", "tiny"];
/** Parakeet is used where so much memory is free. */
const PARAKEET_FREE_BYTES = 3e9;

/**
 * The models that the environment asks for: a folder with the files of a model, one model by name, or ("auto") the best for each language.
 * @typedef {{ kind: "folder", id: string, folder: string } | { kind: "named", id: string, name: string } | { kind: "auto", id: "auto" }} Wanted
 * @typedef {{ wanted: Wanted, origin: string, folder: string }} SpeechSettings
 */

/**
 * Reads ACTA_SPEECH_MODEL, ACTA_SPEECH_MODEL_PATH, ACTA_SPEECH_MODEL_DIR and ACTA_SPEECH_MODEL_URL. Throws a RangeError with one clear
 * sentence when they name something that does not exist. `id` is part of the key of recognised text.
 * @param {Record<string, string | undefined>} env @returns {SpeechSettings}
 */
export function readSpeechSettings(env) {
  const origin = (env.ACTA_SPEECH_MODEL_URL || MODELS_ORIGIN).replace(/\/+$/, "");
  if (!/^https:\/\/|^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?(\/|$)/.test(origin)) {
    throw new RangeError("ACTA_SPEECH_MODEL_URL must be an https address.");
  }
  const folder = env.ACTA_SPEECH_MODEL_DIR ? path.resolve(env.ACTA_SPEECH_MODEL_DIR) : cacheFolder(env);
  return { wanted: readWanted(env), origin, folder };
}

/** @param {Record<string, string | undefined>} env @returns {Wanted} */
function readWanted(env) {
  const given = env.ACTA_SPEECH_MODEL_PATH;
  if (given) {
    const folder = path.resolve(given);
    return { kind: "folder", id: `folder-${path.basename(folder).replace(/[^A-Za-z0-9._-]/g, "_")}`, folder };
  }
  const name = env.ACTA_SPEECH_MODEL || "auto";
  if (name === "auto") return { kind: "auto", id: "auto" };
  if (SPEECH_MODELS.some((each) => each.name === name)) return { kind: "named", id: name, name };
  const names = ["auto", ...SPEECH_MODELS.map((each) => each.name)].join(", ");
  throw new RangeError(`ACTA_SPEECH_MODEL must be one of ${names}, not "${name}".`);
}

/**
 * Names of models for a language, the best first; the next one is used where one does not work on this machine. Null: the language is to be
 * heard, which Whisper does.
 * @param {Wanted} wanted @param {string | null} language @param {{ free?: number, isThere?: (name: string) => boolean }} [machine]
 * @returns {string[]}
 */
export function modelsFor(wanted, language, { free = process.availableMemory(), isThere = () => false } = {}) {
  if (wanted.kind === "folder") return [wanted.id];
  if (wanted.kind === "named") {
    const { languages } = modelNamed(wanted.name);
    const suits = languages === null || (language !== null && languages.includes(language));
    return suits ? [wanted.name, ...WHISPER_ORDER.slice(WHISPER_ORDER.indexOf(wanted.name) + 1)] : WHISPER_ORDER;
  }
  const parakeet = modelNamed("parakeet");
  const suits = language !== null && parakeet.languages?.includes(language) && free >= PARAKEET_FREE_BYTES;
  // A model that is there begins at once; the other would first have to be fetched.
  if (suits)
    return isThere("small") && !isThere("parakeet")
      ? ["small", "parakeet", "base", "tiny"]
      : ["parakeet", ...WHISPER_ORDER];
  return WHISPER_ORDER;
}

/** @param {string} name */
export function modelNamed(name) {
  const model = SPEECH_MODELS.find((each) => each.name === name);
  if (!model) throw new RangeError(`no model ${name}`);
  return model;
}

/** The path of a model's file. @param {string} folder @param {SpeechModel} model @param {ModelFile} file */
export function pathOf(folder, model, { file }) {
  return path.join(folder, `sherpa-${model.name}`, file);
}

/** @param {SpeechModel} model */
export function bytesOf(model) {
  return model.files.reduce((sum, { bytes }) => sum + bytes, DETECTOR.bytes);
}

/** Describes the engine in the output of `npm start`. @param {SpeechSettings} settings */
export function describeSpeech({ wanted, origin, folder }) {
  if (wanted.kind === "folder") return `the model in ${wanted.folder}`;
  const [name = ""] = modelsFor(wanted, "en");
  const model = modelNamed(name);
  const own = `the model ${name}${wanted.kind === "auto" ? " (small for languages that it does not know)" : ""}`;
  if (model.files.every((file) => existsSync(pathOf(folder, model, file)))) return own;
  const size = `${Math.round(bytesOf(model) / 1_000_000)} MB`;
  return `${own}, ${size}, is fetched from ${new URL(origin).host} with the first recording that needs it`;
}
