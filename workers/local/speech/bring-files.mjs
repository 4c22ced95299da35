// Brings all files of a speech model onto this machine, one after the other, and finds those of a folder that somebody has.
import { readdir } from "node:fs/promises";
import path from "node:path";
import { bringFile, ModelError } from "../model-files/bring-model.mjs";
import { DETECTOR, DETECTOR_REPOSITORY, pathOf } from "./models.mjs";

/** @typedef {import("./models.mjs").SpeechModel} SpeechModel */
/** @typedef {import("./recogniser.mjs").EngineFiles} EngineFiles */

/**
 * Resolves when all files are there and have their digests; throws ModelError. `progress` is told the bytes that are there.
 * @param {{ origin: string, folder: string, model: SpeechModel }} wanted @param {(bytes: number) => void} progress
 */
export async function bringFiles({ origin, folder, model }, progress) {
  let before = 0;
  for (const { repository, file, target } of [
    { repository: DETECTOR_REPOSITORY, file: DETECTOR, target: path.join(folder, DETECTOR.file) },
    ...model.files.map((each) => ({ repository: model.repository, file: each, target: pathOf(folder, model, each) })),
  ]) {
    const { bytes, sha256 } = file;
    const done = before;
    await bringFile(
      { path: target, url: `${origin}/${repository}/${file.file}`, model: { bytes, sha256 } },
      (received) => progress(done + received),
      new AbortController().signal,
    );
    before += bytes;
  }
}

/** The engine's paths of a fetched model. @param {string} folder @param {SpeechModel} model @returns {EngineFiles} */
export function enginePaths(folder, model) {
  const at = (/** @type {string} */ role) => {
    const file = model.files.find((each) => each.role === role);
    return file ? pathOf(folder, model, file) : "";
  };
  const common = { encoder: at("encoder"), decoder: at("decoder"), tokens: at("tokens") };
  const detector = path.join(folder, DETECTOR.file);
  if (model.kind === "whisper") return { detector, model: { kind: "whisper", ...common } };
  return { detector, model: { kind: "parakeet", ...common, joiner: at("joiner") } };
}

/** @param {string} folder @returns {Promise<string[]>} none where there is no such folder */
async function namesIn(folder) {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}

/**
 * The engine's paths of a folder that somebody has: `*encoder*.onnx`, `*decoder*.onnx`, `*tokens.txt`, for Parakeet `*joiner*.onnx`, and
 * `silero_vad.onnx` in the folder or beside it. Throws ModelError. @param {string} folder @returns {Promise<EngineFiles>}
 */
export async function findFiles(folder) {
  const names = await namesIn(folder);
  const beside = await namesIn(path.dirname(folder));
  const find = (/** @type {RegExp} */ pattern) => {
    const name = names.find((each) => pattern.test(each));
    return name === undefined ? null : path.join(folder, name);
  };
  const encoder = find(/encoder.*\.onnx$/u);
  const decoder = find(/decoder.*\.onnx$/u);
  const tokens = find(/tokens\.txt$/u);
  const joiner = find(/joiner.*\.onnx$/u);
  const own = find(/^silero_vad\.onnx$/u);
  const detector = own ?? (beside.includes(DETECTOR.file) ? path.join(path.dirname(folder), DETECTOR.file) : null);
  if (!encoder || !decoder || !tokens || !detector) throw new ModelError("no-such-file");
  const common = { encoder, decoder, tokens };
  return { detector, model: joiner ? { kind: "parakeet", ...common, joiner } : { kind: "whisper", ...common } };
}
