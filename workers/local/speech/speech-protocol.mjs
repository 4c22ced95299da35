// The protocol of the local speech server, apart from the socket it stands on.
import { endOf, isKey, parseJson, readAsk, readBody, WINDOW_BODY_BYTES_MAX } from "../engine-request.mjs";
import { answerVoices } from "../voices/voices-protocol.mjs";
import { UnreadableAudio } from "./decode.mjs";
import { modelLanguage } from "./languages.mjs";

/** Longest wait for an answer, in ms: less than the four minutes that a meeting's step has. */
const PATIENCE_MS = 150_000;
const COME_BACK_SECONDS = "2";
/** A stream that has nothing to tell says so, so that its reader knows that it is alive. */
const HEARTBEAT_MS = 10_000;
const NAME_CHARS_MAX = 200;

/**
 * @typedef {{ status: number, headers?: Record<string, string>, body: unknown }} Answer
 * @typedef {{ key: string, engine: import("./speech-engine.mjs").SpeechEngine, patienceMs?: number,
 *   voices: import("../voices/voices-engine.mjs").VoicesEngine,
 *   speeds: import("./speeds.mjs").Speeds, transcriptions: import("./transcriptions.mjs").Transcriptions,
 *   log: (event: string, fields: Record<string, unknown>) => void }} Speech
 */

/**
 * Answers one request. Returns null where the answer was streamed.
 * @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} response @param {Speech} speech
 * @returns {Promise<Answer | null>}
 */
export async function answerSpeech(request, response, speech) {
  const { method = "GET", url = "/", headers } = request;
  const path = url.split("?")[0];
  if (method === "GET" && path === "/health") return { status: 200, body: { ok: true } };
  if (!isKey(headers.authorization, speech.key)) return refusal(401, "wrong_key");
  if (method !== "POST") return refusal(404, "no_such_path");
  const bytes = await readBody(request, WINDOW_BODY_BYTES_MAX);
  if (bytes === null) return refusal(413, "too_large");
  if (path === "/v1/prepare") return prepare(bytes, speech);
  if (path === "/v1/describe") return describe(bytes, speech);
  if (path === "/v1/audio/transcriptions") return transcribe(bytes, headers["content-type"] ?? "", response, speech);
  return answerVoices(path, bytes, response, speech) ?? refusal(404, "no_such_path");
}

/** @param {Buffer} bytes @param {Speech} speech @returns {Answer} */
function prepare(bytes, { engine }) {
  const ask = readAsk(bytes);
  const language = readLanguage(bytes);
  if (ask === null || language === undefined) return refusal(400, "ask_is_missing");
  return { status: 200, body: engine.prepare(ask, language) };
}

/** @param {Buffer} bytes @param {Speech} speech @returns {Answer} */
function describe(bytes, { engine, transcriptions }) {
  const language = readLanguage(bytes);
  if (language === undefined) return refusal(400, "unknown_language");
  return { status: 200, body: { ...engine.describe(language), recordings: transcriptions.recordingsAtWork } };
}

/** A language, null where none is named, undefined where it is not one of ours. @param {Buffer} bytes */
function readLanguage(bytes) {
  const told = parseJson(bytes);
  const language = typeof told === "object" && told !== null && "language" in told ? told.language : null;
  return language === null ? null : knownLanguage(language);
}

/** The models' code of a language. Without one, the language is heard. @param {unknown} language */
function knownLanguage(language) {
  return typeof language === "string" ? (modelLanguage(language) ?? undefined) : undefined;
}

/** @param {Buffer} bytes @param {string} type @param {import("node:http").ServerResponse} response @param {Speech} speech @returns {Promise<Answer | null>} */
async function transcribe(bytes, type, response, speech) {
  const form = await readForm(bytes, type);
  const question = await readQuestion(form);
  if (question === null) return refusal(400, "file_is_required_and_language_must_be_known");
  if (form?.get("response_format") !== "verbose_json") return refusal(400, "only_verbose_json");
  const ready = speech.engine.ready(question.language);
  if (ready === null) return notYet();
  const writer = form.get("stream") === "true" ? openStream(response) : null;
  const answer = await recognise(question, { response, ready, writer, speech });
  if (writer === null) return answer;
  writer.end(
    answer.status === 200
      ? { type: "transcript.text.done", .../** @type {object} */ (answer.body) }
      : { type: "error", .../** @type {object} */ (answer.body) },
  );
  return null;
}

/**
 * @param {import("./transcriptions.mjs").Question} question
 * @param {{ response: import("node:http").ServerResponse, ready: NonNullable<ReturnType<Speech["engine"]["ready"]>>,
 *   writer: ReturnType<typeof openStream> | null, speech: Speech }} caller
 * @returns {Promise<Answer>}
 */
async function recognise(
  question,
  { response, ready, writer, speech: { engine, speeds, transcriptions, patienceMs = PATIENCE_MS, log } },
) {
  const { name, pool, forget } = ready;
  const startedAt = Date.now();
  try {
    const answer = await transcriptions.ask(question, {
      engine: {
        name,
        pool,
        measure: ({ cpuSeconds, waitSeconds, seconds }) => {
          speeds.add(name, cpuSeconds / seconds);
          speeds.addWait(waitSeconds / seconds);
        },
        pace: () => engine.pace(name),
      },
      listener: {
        onPart: (segments) => {
          for (const segment of segments) writer?.send({ type: "transcript.text.segment", ...segment });
        },
        onProgress: (progress) => writer?.send({ type: "acta.progress", ...progress }),
      },
      signal: endOf(response),
      patienceMs,
    });
    if (answer === null) return notYet();
    log("speech.window", { model: name, bytes: question.file.length, ms: Date.now() - startedAt, ...answer.rules });
    return { status: 200, body: answer };
  } catch (error) {
    if (error instanceof UnreadableAudio) return refusal(400, "unreadable_audio");
    // Never the message: an engine's message can quote its input.
    log("speech.window.failed", { model: name, error: error instanceof Error ? error.name : "unknown" });
    // The model's file may be the cause: the next asker checks it again.
    forget();
    return refusal(500, "engine_failed");
  }
}

/** Server-sent events, as OpenAI streams a transcription. @param {import("node:http").ServerResponse} response */
function openStream(response) {
  response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
  const heartbeat = setInterval(() => response.write(": waiting\n\n"), HEARTBEAT_MS);
  response.on("close", () => clearInterval(heartbeat));
  const send = (/** @type {object} */ event) => response.write(`data: ${JSON.stringify(event)}\n\n`);
  return {
    send,
    end: (/** @type {object} */ event) => {
      clearInterval(heartbeat);
      send(event);
      response.end();
    },
  };
}

/** @param {FormData | null} form @returns {Promise<import("./transcriptions.mjs").Question | null>} */
async function readQuestion(form) {
  const file = form?.get("file");
  const told = form?.get("language") ?? "";
  const language = told === "" || told === "auto" ? null : knownLanguage(told);
  if (!(file instanceof File) || language === undefined) return null;
  const recording = form?.get("recording");
  const position = Number(form?.get("position") ?? 0);
  return {
    file: new Uint8Array(await file.arrayBuffer()),
    language,
    recording: typeof recording === "string" ? recording.slice(0, NAME_CHARS_MAX) : "",
    isLive: form?.get("live") === "true",
    position: Number.isFinite(position) ? position : 0,
  };
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
