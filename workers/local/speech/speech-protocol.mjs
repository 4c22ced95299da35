// The protocol of the local speech server, apart from the socket it stands on.
import { isKey, readAsk, readBody } from "../engine-request.mjs";
import { UnreadableAudio } from "./decode.mjs";

/** A window is at most 24 MiB; a form around it adds little. */
const BODY_BYTES_MAX = 26 * 1024 * 1024;
/** Longest wait for an answer, in ms: less than the four minutes that a meeting's step has. */
const PATIENCE_MS = 150_000;
const COME_BACK_SECONDS = "2";
const LANGUAGE = /^[a-z]{2,3}$/;

/**
 * @typedef {{ status: number, headers?: Record<string, string>, body: unknown }} Answer
 * @typedef {{ key: string, preparation: import("./readiness.mjs").Preparation, patienceMs?: number,
 *   transcriptions: Pick<import("./transcriptions.mjs").Transcriptions, "ask">,
 *   log: (event: string, fields: Record<string, unknown>) => void }} Speech
 */

/** @param {import("node:http").IncomingMessage} request @param {Speech} speech @returns {Promise<Answer>} */
export async function answerSpeech(request, speech) {
  const { method = "GET", url = "/", headers } = request;
  const path = url.split("?")[0];
  if (method === "GET" && path === "/health") return { status: 200, body: { ok: true } };
  if (!isKey(headers.authorization, speech.key)) return refusal(401, "wrong_key");
  if (method !== "POST") return refusal(404, "no_such_path");
  const bytes = await readBody(request, BODY_BYTES_MAX);
  if (bytes === null) return refusal(413, "too_large");
  if (path === "/v1/prepare") return prepare(bytes, speech);
  if (path === "/v1/audio/transcriptions") return transcribe(bytes, headers["content-type"] ?? "", speech);
  return refusal(404, "no_such_path");
}

/** @param {Buffer} bytes @param {Speech} speech @returns {Answer} */
function prepare(bytes, { preparation }) {
  const ask = readAsk(bytes);
  return ask === null ? refusal(400, "ask_is_missing") : { status: 200, body: preparation.ask(ask) };
}

/** @param {Buffer} bytes @param {string} type @param {Speech} speech @returns {Promise<Answer>} */
async function transcribe(bytes, type, { preparation, transcriptions, patienceMs = PATIENCE_MS, log }) {
  const form = await readForm(bytes, type);
  const file = form?.get("file");
  const language = form?.get("language");
  if (!(file instanceof File) || typeof language !== "string" || !LANGUAGE.test(language)) {
    return refusal(400, "file_and_language_are_required");
  }
  if (form?.get("response_format") !== "verbose_json") return refusal(400, "only_verbose_json");
  if (!preparation.isReady) return notYet();
  const startedAt = Date.now();
  try {
    const answer = await transcriptions.ask(new Uint8Array(await file.arrayBuffer()), language, patienceMs);
    if (answer === null) return notYet();
    log("speech.window", { bytes: file.size, ms: Date.now() - startedAt });
    return { status: 200, body: answer };
  } catch (error) {
    if (error instanceof UnreadableAudio) return refusal(400, "unreadable_audio");
    // Never the message: an engine's message can quote its input.
    log("speech.window.failed", { error: error instanceof Error ? error.name : "unknown" });
    // The model's file may be the cause: the next asker checks it again.
    preparation.forget();
    return refusal(500, "engine_failed");
  }
}

/** @param {Buffer} bytes @param {string} type */
async function readForm(bytes, type) {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { "Content-Type": type } }).formData();
  } catch {
    return null;
  }
}

/** @returns {Answer} */
function notYet() {
  return { ...refusal(503, "not_yet"), headers: { "Retry-After": COME_BACK_SECONDS } };
}

/** @param {number} status @param {string} code @returns {Answer} */
function refusal(status, code) {
  return { status, body: { error: { code, message: code, type: "acta_speech" } } };
}
