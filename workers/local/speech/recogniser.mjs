// The voice detector and a speech model of sherpa-onnx, in a process of its own: its library ends the process for many wrong inputs, so a
// crash costs one piece and nothing else. Its parent sends one request at a time over the channel that `fork` opens.
//
// Seen in version 1.13.8 (each would end the process): a damaged file of the detector, a language that the model does not know, a sound of ten
// samples or fewer. Files are therefore compared with their digests first, and languages and lengths are checked here.
import process from "node:process";
import { serveParent } from "../sherpa-child.mjs";
import { modelLanguage } from "./languages.mjs";
import { levelSound } from "./level.mjs";
import { configOf, THREADS } from "./model-config.mjs";
import { SAMPLE_RATE } from "./resample.mjs";

/**
 * @typedef {{ kind: "whisper", encoder: string, decoder: string, tokens: string }
 *   | { kind: "parakeet", encoder: string, decoder: string, joiner: string, tokens: string }} ModelPaths
 * `model` is null where only the detector is needed.
 * @typedef {{ detector: string, model: ModelPaths | null }} EngineFiles
 * Sounds are 16-bit mono at 16 kHz. `language` is one of languages.mjs; null: the model finds it.
 * @typedef {{ type: "detect", pcm: Uint8Array } | { type: "recognise", pcm: Uint8Array, language: string | null }} EngineRequest
 * Spans are in samples, times in seconds from the start of the sound.
 * @typedef {{ type: "ready" } | { type: "broken", problem: "no-engine" | "not-a-model" }
 *   | { type: "detected", spans: { start: number, end: number }[] }
 *   | { type: "recognised", heard: Heard, cpuSeconds: number, waitSeconds: number } | { type: "failed", error: string }} EngineMessage
 * @typedef {{ language: string | null, text: string, tokens: string[], times: number[], durations: number[] }} Heard
 */

/** Lower than the recorder's and the pages' priority. */
const NICE = 10;
const DETECTOR_STEP_SAMPLES = 512;
/** The detector's own buffer; it is emptied after each step. */
const DETECTOR_BUFFER_SECONDS = 60;
const SPEECH_SECONDS_MAX = 20;
/**
 * Silence after a sound: Whisper was taught on half a minute at a time, and writes a short sound wrong, or twice, without it. Its decoder stops
 * at six tokens for a second of sound with its silence; a sound that reached this limit is recognised once more with the most silence.
 * Over 29.5 s it would leave out the rest, and its memory grows with the length.
 */
const SILENCE_SECONDS = 3;
const WHISPER_SECONDS_MIN = 15;
const WHISPER_SECONDS_MAX = 27;
const TOKENS_PER_SECOND_MAX = 6;
const SAMPLES_MIN = 0.1 * SAMPLE_RATE;
const LANGUAGE = /^[a-z]{2,3}$/;

await serveParent({ nice: NICE, load, answer });

/** @param {any} sherpa @param {EngineFiles} files */
async function load(sherpa, { detector, model }) {
  const recogniser = model && (await sherpa.OfflineRecognizer.createAsync(configOf(model, "en")));
  return { sherpa, recogniser, model, detector };
}

/** @typedef {Awaited<ReturnType<typeof load>>} Engine */

/** @param {Engine} engine @param {EngineRequest} request @returns {Promise<EngineMessage>} */
async function answer(engine, request) {
  const pcm = new Int16Array(request.pcm.slice().buffer);
  if (request.type === "detect") return { type: "detected", spans: detect(engine, pcm) };
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const heard = await recognise(engine, pcm, request.language);
  const { user, system } = process.cpuUsage(before);
  const waitSeconds = (performance.now() - startedAt) / 1000;
  return { type: "recognised", heard, cpuSeconds: (user + system) / 1e6, waitSeconds };
}

/** @param {Engine} engine @param {Int16Array} pcm */
function detect({ sherpa, detector: model }, pcm) {
  const detector = new sherpa.Vad(
    {
      sileroVad: {
        model,
        threshold: 0.5,
        minSilenceDuration: 0.25,
        minSpeechDuration: 0.1,
        windowSize: DETECTOR_STEP_SAMPLES,
        maxSpeechDuration: SPEECH_SECONDS_MAX,
      },
      sampleRate: SAMPLE_RATE,
      numThreads: THREADS,
      provider: "cpu",
      debug: 0,
    },
    DETECTOR_BUFFER_SECONDS,
  );
  const levelled = levelSound(pcm);
  /** @type {{ start: number, end: number }[]} */
  const spans = [];
  const take = () => {
    for (; !detector.isEmpty(); detector.pop()) {
      const { start, samples } = detector.front(false);
      spans.push({ start, end: Math.min(start + samples.length, pcm.length) });
    }
  };
  for (let at = 0; at + DETECTOR_STEP_SAMPLES <= levelled.length; at += DETECTOR_STEP_SAMPLES) {
    detector.acceptWaveform(levelled.subarray(at, at + DETECTOR_STEP_SAMPLES));
    take();
  }
  detector.flush();
  take();
  return spans;
}

/** @param {Engine} engine @param {Int16Array} pcm @param {string | null} language @returns {Promise<Heard>} */
async function recognise(engine, pcm, language) {
  const { model } = engine;
  if (!model || pcm.length < SAMPLES_MIN) throw new RangeError("nothing to recognise");
  if (language !== null && modelLanguage(language) !== language) throw new RangeError("not a language");
  if (model.kind === "parakeet") return decode(engine, pcm, pcm.length / SAMPLE_RATE, language);
  const seconds = Math.max(WHISPER_SECONDS_MIN, pcm.length / SAMPLE_RATE + SILENCE_SECONDS);
  const heard = await decode(engine, pcm, Math.min(seconds, WHISPER_SECONDS_MAX), language);
  const isFull = heard.tokens.length >= TOKENS_PER_SECOND_MAX * seconds - TOKENS_PER_SECOND_MAX;
  return isFull && seconds < WHISPER_SECONDS_MAX ? decode(engine, pcm, WHISPER_SECONDS_MAX, language) : heard;
}

/** @param {Engine} engine @param {Int16Array} pcm @param {number} seconds the length with silence @param {string | null} language @returns {Promise<Heard>} */
async function decode({ recogniser, model }, pcm, seconds, language) {
  if (!recogniser || !model) throw new RangeError("no model");
  if (model.kind === "whisper") recogniser.setConfig(configOf(model, language ?? ""));
  const samples = new Float32Array(Math.max(pcm.length, Math.round(seconds * SAMPLE_RATE)));
  for (let at = 0; at < pcm.length; at += 1) samples[at] = (pcm[at] ?? 0) / 0x8000;
  const stream = recogniser.createStream();
  stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE });
  const { lang, text, tokens, timestamps, durations } = await recogniser.decodeAsync(stream);
  return { language: LANGUAGE.test(lang) ? lang : language, text, tokens, times: timestamps, durations };
}
