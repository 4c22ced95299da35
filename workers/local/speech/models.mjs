// The Whisper models that the local speech server can fetch, and which of them the environment asks for.
import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";

/**
 * Multilingual models of whisper.cpp (MIT), quantised. Sizes and SHA-256 are those of the repository's large files at this
 * revision; a fetched file is compared with both.
 * @typedef {{ name: string, file: string, bytes: number, sha256: string }} SpeechModel
 */
const REVISION = "5359861c739e955e79d9a303bcbc70fb988958b1";
export const MODELS_ORIGIN = `https://huggingface.co/ggerganov/whisper.cpp/resolve/${REVISION}`;

/** @type {readonly SpeechModel[]} */
export const SPEECH_MODELS = [
  {
    name: "tiny",
    file: "ggml-tiny-q5_1.bin",
    bytes: 32_152_673,
    sha256: "818710568da3ca15689e31a743197b520007872ff9576237bda97bd1b469c3d7",
  },
  {
    name: "base",
    file: "ggml-base-q5_1.bin",
    bytes: 59_707_625,
    sha256: "422f1ae452ade6f30a004d7e5c6a43195e4433bc370bf23fac9cc591f01a8898",
  },
  {
    name: "small",
    file: "ggml-small-q5_1.bin",
    bytes: 190_085_487,
    sha256: "ae85e4a935d7a567bd102fe55afc16bb595bdb618e11b2fc7591bc08120411bb",
  },
  {
    name: "medium",
    file: "ggml-medium-q5_0.bin",
    bytes: 539_212_467,
    sha256: "19fea4b380c3a618ec4723c3eef2eb785ffba0d0538cf43f8f235e7b3b34220f",
  },
  {
    name: "large",
    file: "ggml-large-v3-turbo-q5_0.bin",
    bytes: 574_041_195,
    sha256: "394221709cd5ad1f40c46e6031ca61bce88931e6e088c188294c6d5a55ffa7e2",
  },
];
const MODEL_DEFAULT = "small";

/**
 * The source of the model: an existing file, or one to be fetched into a folder outside the project.
 * @typedef {{ kind: "file", id: string, path: string }
 *   | { kind: "fetched", id: string, path: string, url: string, model: SpeechModel }} ModelChoice
 */

/**
 * Reads ACTA_SPEECH_MODEL, ACTA_SPEECH_MODEL_PATH, ACTA_SPEECH_MODEL_DIR and ACTA_SPEECH_MODEL_URL. Throws a RangeError with
 * one clear sentence when they name something that does not exist. `id` names the model in the key of recognised text.
 * @param {Record<string, string | undefined>} env @returns {ModelChoice}
 */
export function chooseModel(env) {
  const given = env.ACTA_SPEECH_MODEL_PATH;
  if (given) {
    const file = path.resolve(given);
    return { kind: "file", id: `file-${path.basename(file).replace(/[^A-Za-z0-9._-]/g, "_")}`, path: file };
  }
  const name = env.ACTA_SPEECH_MODEL || MODEL_DEFAULT;
  const model = SPEECH_MODELS.find((each) => each.name === name);
  if (!model) {
    const names = SPEECH_MODELS.map((each) => each.name).join(", ");
    throw new RangeError(`ACTA_SPEECH_MODEL must be one of ${names}, not "${name}".`);
  }
  const origin = (env.ACTA_SPEECH_MODEL_URL || MODELS_ORIGIN).replace(/\/+$/, "");
  if (!/^https:\/\/|^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?(\/|$)/.test(origin)) {
    throw new RangeError("ACTA_SPEECH_MODEL_URL must be an https address.");
  }
  const folder = env.ACTA_SPEECH_MODEL_DIR ? path.resolve(env.ACTA_SPEECH_MODEL_DIR) : cacheFolder(env);
  return {
    kind: "fetched",
    id: model.file.replace(/^ggml-|\.bin$/g, ""),
    path: path.join(folder, model.file),
    url: `${origin}/${model.file}`,
    model,
  };
}

/** Describes the model in the output of `npm start`. @param {ModelChoice} choice */
export function describeModel(choice) {
  if (choice.kind === "file") return `the model ${choice.path}`;
  const size = `${Math.round(choice.model.bytes / 1_000_000)} MB`;
  if (existsSync(choice.path)) return `the model ${choice.model.name} (${choice.path})`;
  return `the model ${choice.model.name}, ${size}, is fetched from ${new URL(choice.url).host} with the first recording that needs it`;
}

/** The system's cache folder, for files that can be fetched again. @param {Record<string, string | undefined>} env */
export function cacheFolder(env, platform = process.platform) {
  const home = os.homedir();
  if (platform === "win32") return path.join(env.LOCALAPPDATA || path.join(home, "AppData", "Local"), "acta", "models");
  if (platform === "darwin") return path.join(home, "Library", "Caches", "acta", "models");
  return path.join(env.XDG_CACHE_HOME || path.join(home, ".cache"), "acta", "models");
}
