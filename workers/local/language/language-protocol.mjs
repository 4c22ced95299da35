// The protocol of the local language server, apart from the socket it stands on: OpenAI's chat completions, streamed or whole, and
// the paths about the model itself.
import { isKey, parseJson, readAsk, readBody } from "../engine-request.mjs";
import { askJudge } from "./judge-route.mjs";
import { grammarSchema, SchemaRefused } from "./grammar-schema.mjs";

/** The context holds some 30 kB of text. */
const BODY_BYTES_MAX = 1024 * 1024;
const MESSAGES_MAX = 64;
/** Longest wait for a whole answer, in ms: less than the four minutes that a meeting's step has. */
const PATIENCE_MS = 100_000;
const COME_BACK_SECONDS = "2";
/** Between two signs of life of a stream that waits for its turn: callers give up on a silent one after a minute. */
const ALIVE_MS = 15_000;
const ANSWER_TOKENS_DEFAULT = 1024;
/** The likeliest word is taken: the same question has the same answer, and a small model invents less. */
const TEMPERATURE_DEFAULT = 0;
const ROLES = new Set(["system", "user", "assistant"]);

/**
 * @typedef {{ status: number, headers?: Record<string, string>, body: unknown }} Answer
 * @typedef {import("./writing.mjs").Question} Question
 * @typedef {{ key: string, model: string, states: Pick<import("./model-state.mjs").ModelStates, "look" | "fetch" | "pause" | "use">,
 *   preparation: Pick<import("./language-readiness.mjs").LanguagePreparation, "ask" | "isReady" | "forget">, answers: Pick<import("./answers.mjs").Answers, "ask">,
 *   judging: import("./judge-route.mjs").Judging,
 *   write: (question: Question, onPiece: (text: string) => void, signal: AbortSignal) => Promise<import("./writing.mjs").Written>,
 *   log: (event: string, fields: Record<string, unknown>) => void, patienceMs?: number, aliveMs?: number }} Language
 */

/**
 * @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} response @param {Language} language
 */
export async function answerLanguage(request, response, language) {
  const answer = await respond(request, response, language);
  if (answer === null) return;
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-store", ...answer.headers };
  response.writeHead(answer.status, headers).end(JSON.stringify(answer.body));
}

/**
 * Null when the answer was streamed.
 * @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} response
 * @param {Language} language @returns {Promise<Answer | null>}
 */
async function respond(request, response, language) {
  const { method = "GET", url = "/", headers } = request;
  const path = url.split("?")[0];
  if (method === "GET" && path === "/health") return { status: 200, body: { ok: true } };
  if (!isKey(headers.authorization, language.key)) return refusal(401, "wrong_key");
  if (method === "GET" && path === "/v1/models") {
    return { status: 200, body: { object: "list", data: [{ id: language.model, object: "model", owned_by: "acta" }] } };
  }
  if (method !== "POST") return refusal(404, "no_such_path");
  const bytes = await readBody(request, BODY_BYTES_MAX);
  if (bytes === null) return refusal(413, "too_large");
  const state = await aboutModel(path, bytes, language);
  if (state !== null) return state;
  if (path === "/v1/judge") return language.preparation.isReady ? judged(bytes, language) : notYet();
  if (path !== "/v1/chat/completions") return refusal(404, "no_such_path");
  const asked = readQuestion(parseJson(bytes));
  if ("refused" in asked) return refusal(400, "bad_question", asked.refused);
  if (!language.preparation.isReady) return notYet();
  if (asked.stream) {
    await stream(asked.question, response, language);
    return null;
  }
  return whole(asked.question, language);
}

/** Null for a path that is not about the model. @param {string | undefined} path @param {Buffer} bytes @param {Language} language @returns {Promise<Answer | null>} */
async function aboutModel(path, bytes, { states, preparation }) {
  switch (path) {
    case "/v1/state":
      return { status: 200, body: await states.look() };
    case "/v1/pause":
      return { status: 200, body: await states.pause() };
    case "/v1/use": {
      const wanted = readServer(parseJson(bytes));
      return wanted === undefined ? refusal(400, "server_is_missing") : { status: 200, body: await states.use(wanted) };
    }
    case "/v1/prepare":
    case "/v1/fetch": {
      const ask = readAsk(bytes);
      if (ask === null) return refusal(400, "ask_is_missing");
      return { status: 200, body: path === "/v1/fetch" ? await states.fetch(ask) : preparation.ask(ask) };
    }
    default:
      return null;
  }
}

/** Undefined for what names no server. @param {unknown} body @returns {import("./model-state.mjs").ServerModel | null | undefined} */
function readServer(body) {
  if (!isObject(body)) return undefined;
  const { server, model } = body;
  if (server === null) return null;
  if ((server !== "Ollama" && server !== "LM Studio") || typeof model !== "string") return undefined;
  return { server, model };
}

/** @param {Question} question @param {Language} language @returns {Promise<Answer>} */
async function whole(question, { model, answers, preparation, patienceMs = PATIENCE_MS, log }) {
  const startedAt = Date.now();
  try {
    const answer = await answers.ask(question, patienceMs);
    if (answer === null) return notYet();
    if (answer.kind === "too-long") return tooLong();
    log("language.answer", { ...answer.usage, reason: answer.reason, ms: Date.now() - startedAt });
    const message = { role: "assistant", content: answer.text };
    const choices = [{ index: 0, message, finish_reason: answer.reason }];
    return { status: 200, body: { ...about("chat.completion", model), choices, usage: usageOf(answer.usage) } };
  } catch (error) {
    return failed(error, preparation, log);
  }
}

/** @param {Buffer} bytes @param {Language} language @returns {Promise<Answer>} */
async function judged(bytes, { judging, preparation, patienceMs = PATIENCE_MS, log }) {
  const startedAt = Date.now();
  try {
    const answer = await askJudge(bytes, judging, patienceMs);
    if (answer === undefined) return refusal(400, "bad_question");
    if (answer === null) return notYet();
    if (answer.kind === "too-long") return tooLong();
    log("language.judged", { ...answer.usage, lines: answer.probabilities.length, ms: Date.now() - startedAt });
    return { status: 200, body: { probabilities: answer.probabilities, usage: usageOf(answer.usage) } };
  } catch (error) {
    return failed(error, preparation, log);
  }
}

/**
 * Server-sent events. The head is sent with the first words, so that a question that is too long is still refused by its status. A
 * caller that leaves ends the work.
 * @param {Question} question @param {import("node:http").ServerResponse} response @param {Language} language
 */
async function stream(question, response, { model, write, preparation, log, aliveMs = ALIVE_MS }) {
  const left = new AbortController();
  response.once("close", () => left.abort());
  const begin = () => {
    if (response.headersSent) return;
    response.writeHead(200, { "Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-store" });
    send({ role: "assistant", content: "" }, null);
  };
  const send = (/** @type {object} */ delta, /** @type {string | null} */ reason, usage = {}) => {
    const choices = [{ index: 0, delta, finish_reason: reason }];
    response.write(`data: ${JSON.stringify({ ...about("chat.completion.chunk", model), choices, ...usage })}\n\n`);
  };
  const alive = setInterval(() => {
    begin();
    response.write(": waiting\n\n");
  }, aliveMs);
  const startedAt = Date.now();
  try {
    const onPiece = (/** @type {string} */ content) => {
      begin();
      send({ content }, null);
    };
    const written = await write(question, onPiece, left.signal);
    clearInterval(alive);
    if (written.kind === "too-long") {
      end(response, tooLong());
      return;
    }
    begin();
    send({}, written.reason, { usage: usageOf(written.usage) });
    response.end("data: [DONE]\n\n");
    log("language.answer", { ...written.usage, reason: written.reason, ms: Date.now() - startedAt });
  } catch (error) {
    clearInterval(alive);
    if (left.signal.aborted) return;
    end(response, failed(error, preparation, log));
  }
}

/** Ends a stream with a failure: by its status while there is time, or else as an event. @param {import("node:http").ServerResponse} response @param {Answer} answer */
function end(response, { status, headers, body }) {
  if (response.headersSent) response.end(`data: ${JSON.stringify(body)}\n\n`);
  else response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
}

/**
 * @param {unknown} error @param {Language["preparation"]} preparation @param {Language["log"]} log @returns {Answer}
 */
function failed(error, preparation, log) {
  // Never the message: an engine's message can quote its input.
  log("language.answer.failed", { error: error instanceof Error ? error.name : "unknown" });
  // The model's file may be the cause: the next asker checks it again.
  preparation.forget();
  return refusal(500, "engine_failed");
}

/** @param {unknown} body @returns {{ question: Question, stream: boolean } | { refused: string }} */
function readQuestion(body) {
  if (!isObject(body)) return { refused: "no JSON object" };
  const { messages, response_format: format, max_tokens: most, max_completion_tokens: mostToo, temperature } = body;
  if (!Array.isArray(messages) || messages.length === 0 || messages.length > MESSAGES_MAX)
    return { refused: "messages" };
  if (!messages.every(isMessage)) return { refused: "messages" };
  const maxTokens = most ?? mostToo ?? ANSWER_TOKENS_DEFAULT;
  if (!isWhole(maxTokens)) return { refused: "max_tokens" };
  if (temperature !== undefined && (typeof temperature !== "number" || temperature < 0 || temperature > 2)) {
    return { refused: "temperature" };
  }
  try {
    const schema = schemaOf(format);
    const words = messages.map(({ role, content }) => ({ role, content }));
    return {
      question: { messages: words, schema, maxTokens, temperature: temperature ?? TEMPERATURE_DEFAULT },
      stream: body.stream === true,
    };
  } catch (error) {
    if (error instanceof SchemaRefused) return { refused: error.message };
    throw error;
  }
}

/** The schema of the answer; null for an answer in words. @param {unknown} format */
function schemaOf(format) {
  if (format === undefined || format === null) return null;
  if (!isObject(format)) throw new SchemaRefused("response_format");
  if (format.type === "text") return null;
  if (format.type !== "json_schema" || !isObject(format.json_schema)) throw new SchemaRefused("response_format.type");
  return grammarSchema(format.json_schema.schema);
}

/** @param {unknown} value @returns {value is import("./writer.mjs").Message} */
function isMessage(value) {
  return isObject(value) && typeof value.content === "string" && ROLES.has(String(value.role));
}

/** @param {unknown} value @returns {value is number} */
function isWhole(value) {
  return Number.isInteger(value) && Number(value) > 0;
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {string} object @param {string} model */
function about(object, model) {
  return { id: "chatcmpl-local", object, created: Math.floor(Date.now() / 1000), model };
}

/** @param {import("./writer.mjs").Usage} usage */
function usageOf({ promptTokens, cachedTokens, answerTokens }) {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: answerTokens,
    total_tokens: promptTokens + answerTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
  };
}

/** @returns {Answer} */
function notYet() {
  return { ...refusal(503, "not_yet"), headers: { "Retry-After": COME_BACK_SECONDS } };
}

/** In the words that OpenAI's clients look for. @returns {Answer} */
function tooLong() {
  return refusal(400, "context_length_exceeded", "The question is longer than the context length of the model.");
}

/** @param {number} status @param {string} code @returns {Answer} */
function refusal(status, code, message = code) {
  return { status, body: { error: { code, message, type: "acta_language" } } };
}
