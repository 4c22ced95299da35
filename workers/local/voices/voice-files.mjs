// The files that tell voices apart: which ones, where they come from, and how they come onto this machine.
import { readdir } from "node:fs/promises";
import path from "node:path";
import { bringFile, ModelError } from "../model-files/bring-model.mjs";

/**
 * The published files (MIT, CNRS; Apache-2.0, 3D-Speaker), at one revision each. Those with 8-bit weights are slower.
 * @type {readonly { role: "segmentation" | "embedding", repository: string, file: string, bytes: number, sha256: string }[]}
 */
export const VOICE_FILES = [
  {
    role: "segmentation",
    repository: "csukuangfj/sherpa-onnx-pyannote-segmentation-3-0/resolve/9403a6902bb58e3d5ae8c7e77c3422de279db2e0",
    file: "model.onnx",
    bytes: 5_992_913,
    sha256: "220ad67ca923bef2fa91f2390c786097bf305bceb5e261d4af67b38e938e1079",
  },
  {
    role: "embedding",
    repository: "csukuangfj/speaker-embedding-models/resolve/0743f301363dec56491a490f6d6cbc9d67f9a3bf",
    file: "3dspeaker_speech_campplus_sv_zh_en_16k-common_advanced.onnx",
    bytes: 28_281_164,
    sha256: "aa3cfc16963a10586a9393f5035d6d6b57e98d358b347f80c2a30bf4f00ceba2",
  },
];

export const VOICE_BYTES = VOICE_FILES.reduce((sum, { bytes }) => sum + bytes, 0);

/** @typedef {import("./voice-finder.mjs").VoiceFiles} VoiceFiles */

/** @param {string} folder @param {"segmentation" | "embedding"} role */
function pathOf(folder, role) {
  return path.join(folder, "sherpa-voices", `${role}.onnx`);
}

/** Resolves when both files are there and have their digests; throws ModelError. @param {{ origin: string, folder: string }} from @param {(bytes: number) => void} progress @returns {Promise<VoiceFiles>} */
export async function bringVoiceFiles({ origin, folder }, progress) {
  let before = 0;
  for (const { role, repository, file, bytes, sha256 } of VOICE_FILES) {
    const done = before;
    await bringFile(
      { path: pathOf(folder, role), url: `${origin}/${repository}/${file}`, model: { bytes, sha256 } },
      (received) => progress(done + received),
      new AbortController().signal,
    );
    before += bytes;
  }
  return { segmentation: pathOf(folder, "segmentation"), embedding: pathOf(folder, "embedding") };
}

/** The files of a folder that somebody has: `segmentation*.onnx` and `embedding*.onnx`. Throws ModelError. @param {string} folder @returns {Promise<VoiceFiles>} */
export async function findVoiceFiles(folder) {
  const names = await readdir(folder).catch(() => []);
  const find = (/** @type {string} */ role) => names.find((name) => name.startsWith(role) && name.endsWith(".onnx"));
  const [segmentation, embedding] = [find("segmentation"), find("embedding")];
  if (segmentation === undefined || embedding === undefined) throw new ModelError("no-such-file");
  return { segmentation: path.join(folder, segmentation), embedding: path.join(folder, embedding) };
}
