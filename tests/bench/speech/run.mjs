// Time that this machine needs for a second of recording:
//   node tests/bench/speech/run.mjs <model.bin> <recording.m4a|mp4|wav> [language]
// Decoder and engine run as `npm start` runs them. The real-time factor is their time divided by the recording's length:
// under 1 is faster than real time. Without arguments it takes whisper.cpp's miniature model and recording beside the project.
import { existsSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { decodeAudio } from "../../../workers/local/speech/decode.mjs";
import { PCM_BYTES_PER_SECOND } from "../../../workers/local/speech/resample.mjs";
import { Recognition } from "../../../workers/local/speech/recognition.mjs";

const shared = path.resolve(import.meta.dirname, "../../../../shared");
const [
  ,
  ,
  model = path.join(shared, "models/for-tests-ggml-tiny.bin"),
  recording = path.join(shared, "audio/jfk.wav"),
  language = "en",
] = process.argv;
for (const file of [model, recording]) {
  if (existsSync(file)) continue;
  process.stderr.write(`LEFT OUT: there is no ${file}. Name a model and a recording.\n`);
  process.exit(1);
}

const recognition = new Recognition({ modelPath: path.resolve(model) });
const [, loadMs] = await timed(() => recognition.load());
const [pcm, decodeMs] = await timed(() => decodeAudio(new Uint8Array(readFileSync(recording))));
const seconds = pcm.byteLength / PCM_BYTES_PER_SECOND;
const [segments, recogniseMs] = await timed(() => recognition.recognise(pcm, language));
recognition.stop();

const factor = (/** @type {number} */ ms) => (ms / 1000 / seconds).toFixed(3);
process.stdout.write(
  [
    `${path.basename(model)}, ${path.basename(recording)}, ${seconds.toFixed(1)} s, ${segments.length} segments`,
    `${os.availableParallelism()} processors, load ${os.loadavg()[0]?.toFixed(1)}`,
    `load the model  ${(loadMs / 1000).toFixed(2)} s`,
    `decode          ${(decodeMs / 1000).toFixed(2)} s  real-time factor ${factor(decodeMs)}`,
    `recognise       ${(recogniseMs / 1000).toFixed(2)} s  real-time factor ${factor(recogniseMs)}`,
    "",
  ].join("\n"),
);

/** @template T @param {() => Promise<T>} work @returns {Promise<[T, number]>} */
async function timed(work) {
  const startedAt = performance.now();
  return [await work(), performance.now() - startedAt];
}
