// Tells voices apart over HTTP: `POST /v1/voices/prepare` fetches the files, `POST /v1/voices` reads a sound. A part of the local speech server, and
// all that the container does (workers/voices).
import { endOf, readAsk } from "../engine-request.mjs";
import { UnreadableAudio } from "../speech/decode.mjs";

/**
 * @typedef {{ voices: import("./voices-engine.mjs").VoicesEngine, log: (event: string, fields: Record<string, unknown>) => void }} Voices
 * @typedef {{ status: number, body: unknown }} Answer
 */

/**
 * The answer to a request whose key was right; null for a path that is not of voices.
 * @param {string | undefined} path @param {Buffer} bytes @param {import("node:http").ServerResponse} response @param {Voices} needs
 * @returns {Promise<Answer> | Answer | null}
 */
export function answerVoices(path, bytes, response, needs) {
  if (path === "/v1/voices/prepare") return prepareVoices(bytes, needs);
  return path === "/v1/voices" ? findVoices(bytes, endOf(response), needs) : null;
}

/** @param {Buffer} bytes @param {Voices} needs @returns {Answer} */
function prepareVoices(bytes, { voices }) {
  const ask = readAsk(bytes);
  return ask === null ? refusal(400, "ask_is_missing") : { status: 200, body: voices.prepare(ask) };
}

/** The body is the sound's file. @param {Buffer} bytes @param {AbortSignal} signal @param {Voices} needs @returns {Promise<Answer>} */
async function findVoices(bytes, signal, { voices, log }) {
  const startedAt = Date.now();
  try {
    const frames = await voices.find(bytes, signal);
    if (frames === null) return refusal(503, "not_yet");
    log("voices.window", { bytes: bytes.length, frames: frames.length, ms: Date.now() - startedAt });
    return { status: 200, body: { model: voices.model, frames: frames.map(toJson) } };
  } catch (error) {
    if (error instanceof UnreadableAudio) return refusal(400, "unreadable_audio");
    if (!signal.aborted) log("voices.window.failed", { error: error instanceof Error ? error.name : "unknown" });
    return refusal(500, "engine_failed");
  }
}

/** Numbers of embeddings as base64 of little-endian 16-bit numbers. @param {import("./voice-finder.mjs").VoiceFrame} frame */
function toJson({ vectors, ...frame }) {
  return { ...frame, vectors: Buffer.from(vectors.buffer, vectors.byteOffset, vectors.byteLength).toString("base64") };
}

/** @param {number} status @param {string} code @returns {Answer} */
function refusal(status, code) {
  return { status, body: { error: { code, message: code, type: "acta_voices" } } };
}
