import * as z from "zod";
import { notesAnswers } from "#app/contracts/meeting/draft-answer.ts";
import { JUDGE_SCHEMA, readJudgeAnswer } from "#app/contracts/meeting/judge-answer.ts";
import { ENGINE_ANSWER_BYTES_MAX } from "#app/domain/limits/engines.ts";
import { inLanguage } from "#app/domain/summary/prompt/in-language.ts";
import { askJudge } from "#app/domain/summary/prompt/ask-judge.ts";
import type { ChatMessage } from "#app/domain/summary/prompt/messages.ts";
import { refusesFormat, saysTooLong } from "#app/domain/summary/prompt/refusals.ts";
import { writeFromNotes } from "#app/domain/summary/notes/write-from-notes.ts";
import { answerTokensOf, type ChatAnswer } from "#app/domain/summary/prompt/ask.ts";
import { UnusableAnswerError } from "#app/domain/summary/prompt/unusable-answer.ts";
import { chatPieces } from "#app/server/adapters/workers-ai/chat-pieces.ts";
import { type AiRunner, runModel } from "#app/server/adapters/workers-ai/run-model.ts";
import { type ChatModel, type LanguageModel, QuestionTooLong } from "#app/server/ports/language-model.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/**
 * Summaries by a text model of Workers AI in JSON mode. JSON mode cannot stream and may fail ("JSON Mode couldn't be
 * met"): then the same question is asked in words. A chat's answer is words, and streamed.
 */

/**
 * Gemma 4 26B: 256,000 tokens, 0.10 $ per million read and 0.30 $ written, no reasoning unless asked for. GLM 4.7 Flash, the default
 * before, always reasons and leaves `content` null where `max_tokens` is set.
 */
const MODEL_DEFAULT = "@cf/google/gemma-4-26b-a4b-it";

const chars = z.string().max(ENGINE_ANSWER_BYTES_MAX);
/** Older models answer `response`, as text or as the object that JSON mode made; newer ones as OpenAI's do. */
const answer = z.union([
  z.object({
    choices: z
      .array(
        z.object({
          message: z.object({
            content: chars.nullish(),
            reasoning_content: chars.nullish(),
            reasoning: chars.nullish(),
          }),
          finish_reason: z.string().nullish(),
        }),
      )
      .min(1),
  }),
  z.object({
    response: z.union([chars, z.record(z.string(), z.unknown())]),
    finish_reason: z.string().nullish(),
  }),
]);

export function workersAiLanguage(input: { ai: AiRunner; model: string | null; contextTokens: number }): LanguageModel {
  const { ai, contextTokens } = input;
  const model = input.model ?? MODEL_DEFAULT;

  async function chat(
    messages: ChatMessage[],
    schema: Record<string, unknown> | null,
    signal: AbortSignal,
  ): Promise<ChatAnswer> {
    const inputs = {
      messages,
      // Without it some models stop after 256 tokens.
      max_tokens: answerTokensOf(contextTokens),
      // Thoughts are paid for and not read.
      chat_template_kwargs: { enable_thinking: false },
      reasoning_effort: "none",
      ...(schema === null ? {} : { response_format: { type: "json_schema", json_schema: schema } }),
    };
    let said: unknown;
    try {
      said = await runModel({ ai, service: "language", model, inputs, signal });
    } catch (error) {
      const why = error instanceof UpstreamError && error.cause instanceof Error ? error.cause.message : "";
      if (saysTooLong(why)) return { kind: "too-long" };
      if (schema !== null && refusesFormat(why)) return chat(messages, null, signal);
      throw error;
    }
    return toAnswer(said);
  }

  async function* talk({ messages, answerTokensMax, signal }: Parameters<ChatModel["answer"]>[0]) {
    const inputs = {
      messages,
      stream: true,
      max_tokens: answerTokensMax,
      chat_template_kwargs: { enable_thinking: false },
      reasoning_effort: "none",
    };
    let said: unknown;
    try {
      said = await runModel({ ai, service: "language", model, inputs, signal });
    } catch (error) {
      const why = error instanceof UpstreamError && error.cause instanceof Error ? error.cause.message : "";
      throw saysTooLong(why) ? new QuestionTooLong() : error;
    }
    if (said instanceof ReadableStream) return yield* chatPieces(said);
    const whole = toAnswer(said);
    if (whole.kind === "text" && whole.text.trim() !== "") yield whole.text;
    else throw new UpstreamError({ service: "language", retryable: true, cause: new Error("empty answer") });
  }

  return {
    engine: { port: "workers-ai", model },
    chat: { contextTokens, answer: talk },
    judge: {
      judge: (asked) =>
        usable(
          askJudge({
            ...asked,
            contextTokens,
            chat: (messages, signal) => chat(messages, JUDGE_SCHEMA, signal),
            read: readJudgeAnswer,
          }),
        ),
    },
    async writeSummary(asked) {
      const answers = notesAnswers(asked.template);
      const inAsked = inLanguage<Record<string, unknown>>(asked.language, chat);
      return await usable(writeFromNotes({ ...asked, contextTokens, answers, chat: inAsked }));
    },
  };
}

function toAnswer(said: unknown): ChatAnswer {
  const read = answer.safeParse(said);
  if (!read.success)
    throw new UpstreamError({ service: "language", retryable: true, cause: new Error("unreadable answer") });
  if ("response" in read.data) {
    const { response, finish_reason } = read.data;
    return textOf(typeof response === "string" ? response : JSON.stringify(response), finish_reason);
  }
  const [choice] = read.data.choices;
  const { content, reasoning_content: one, reasoning: other } = choice?.message ?? {};
  const thought = one ?? other ?? "";
  // Words are the answer. Thoughts that took all the room are none, and the caller repairs it; asked about less, a model would think again.
  if (!content?.trim() && thought !== "") return { kind: "text", text: /\{[\s\S]*\}/u.test(thought) ? thought : "" };
  return textOf(content ?? "", choice?.finish_reason);
}

function textOf(text: string, reason: string | null | undefined): ChatAnswer {
  return reason === "length" ? { kind: "cut-off", text } : { kind: "text", text };
}

/** An answer that cannot be used twice is a fault of the server's. */
async function usable<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UnusableAnswerError)
      throw new UpstreamError({ service: "language", retryable: true, cause: error });
    throw error;
  }
}
