// `POST /v1/judge`: how likely the model takes each line of minutes for something that was said. OpenAI's protocol has no such question.
import { parseJson } from "../engine-request.mjs";

const QUESTIONS_MAX = 40;
const TEXT_CHARS_MAX = 64 * 1024;

/**
 * @typedef {import("./judge-lines.mjs").JudgeRequest} JudgeRequest
 * @typedef {{ ask: (request: JudgeRequest, patienceMs: number) => Promise<import("./writing.mjs").Judged | null> }} Judging
 */

/**
 * Undefined for a body that is no question; null while the model is still at it: the same request later finds the answer.
 * @param {Buffer} bytes @param {Judging} judging @param {number} patienceMs
 */
export async function askJudge(bytes, judging, patienceMs) {
  const request = readRequest(parseJson(bytes));
  return request === null ? undefined : await judging.ask(request, patienceMs);
}

/** @param {unknown} body @returns {JudgeRequest | null} */
function readRequest(body) {
  if (typeof body !== "object" || body === null) return null;
  const { system, passages, questions } = /** @type {Record<string, unknown>} */ (body);
  if (!isText(system) || !isText(passages) || !Array.isArray(questions)) return null;
  if (questions.length === 0 || questions.length > QUESTIONS_MAX || !questions.every(isText)) return null;
  return { system, passages, questions };
}

/** @param {unknown} value @returns {value is string} */
function isText(value) {
  return typeof value === "string" && value.length <= TEXT_CHARS_MAX;
}
