import * as z from "zod";
import type { ChatMessage } from "#app/domain/summary/prompt/messages.ts";
import { answerTokensOf } from "#app/domain/summary/prompt/ask.ts";
import {
  ENGINE_ANSWER_BYTES_MAX,
  ENGINE_REFUSAL_BYTES_MAX,
  ENGINE_SILENCE_MS_MAX,
} from "#app/domain/limits/engines.ts";
import { saysTooLong } from "#app/domain/summary/prompt/refusals.ts";
import { postOpenAi, readRefusal, refusalOf, unreadable } from "#app/server/adapters/openai/ask.ts";
import { asAnswer } from "#app/server/adapters/openai/chat-answer.ts";
import type { ChatServer } from "#app/server/adapters/openai/chat-completions.ts";
import { parseJson } from "#app/server/ports/ask-upstream.ts";
import { textPieces } from "#app/server/ports/text-pieces.ts";
import { QuestionTooLong } from "#app/server/ports/language-model.ts";

/**
 * Ollama by its own `POST /api/chat`, which has what its OpenAI-compatible paths lack: how much is read at once (`num_ctx`; by default
 * 4096 tokens, and the beginning of a longer question is dropped without a word), and `think`. Answers come as lines of JSON.
 */

const line = z.object({
  message: z.object({ content: z.string().nullish(), thinking: z.string().nullish() }).nullish(),
  done: z.boolean().nullish(),
  done_reason: z.string().nullish(),
  error: z.unknown().optional(),
});

/** This model cannot be without thoughts, only with few. */
const REASONS_ALWAYS = /gpt-oss/iu;

export function ollamaChat(input: {
  baseUrl: string;
  model: string;
  apiKey: string | null;
  contextTokens: number;
}): ChatServer {
  const { model, contextTokens, apiKey } = input;
  const url = `${input.baseUrl.replace(/\/+$/, "").replace(/\/(?:v1|api)$/, "")}/api/chat`;

  const post = (
    question: { messages: readonly ChatMessage[]; format?: object },
    options: object,
    signal: AbortSignal,
  ) => {
    const think = REASONS_ALWAYS.test(model) ? "low" : false;
    const room = { num_ctx: contextTokens, ...options };
    const body = JSON.stringify({ model, stream: true, think, truncate: false, ...question, options: room });
    return postOpenAi({ service: "language", url, apiKey, body, signal }, "application/x-ndjson, application/json");
  };

  return {
    async ask(messages, schema, signal) {
      // The likeliest words: the same question has the same answer.
      const options = { temperature: 0, num_predict: answerTokensOf(contextTokens) };
      const response = await post({ messages, format: schema }, options, signal);
      if (!response.ok) {
        const said = await readRefusal("language", response, ENGINE_REFUSAL_BYTES_MAX);
        if (response.status === 400 && saysTooLong(said)) return { kind: "too-long" };
        throw refusalOf("language", response);
      }
      const said = { text: "", thought: "", reason: null as string | null };
      for await (const { text, thought, reason } of answerLines(response)) {
        said.text += text;
        said.thought += thought;
        said.reason = reason ?? said.reason;
      }
      return asAnswer(said);
    },
    async *talk({ messages, answerTokensMax, signal }) {
      const response = await post({ messages }, { num_predict: answerTokensMax }, signal);
      if (!response.ok) {
        const said = await readRefusal("language", response, ENGINE_REFUSAL_BYTES_MAX);
        throw response.status === 400 && saysTooLong(said) ? new QuestionTooLong() : refusalOf("language", response);
      }
      let isEmpty = true;
      for await (const { text } of answerLines(response)) {
        isEmpty &&= text.trim() === "";
        if (text !== "") yield text;
      }
      if (isEmpty) throw unreadable("language", "empty answer");
    },
  };
}

type AnswerLine = { text: string; thought: string; reason: string | null };

/** The lines of an answer, to the one that ends it. Throws UpstreamError. */
async function* answerLines(response: Response): AsyncGenerator<AnswerLine> {
  for await (const text of linesOf(textPieces("language", response, ENGINE_ANSWER_BYTES_MAX, ENGINE_SILENCE_MS_MAX))) {
    const read = line.safeParse(parseJson(text));
    if (!read.success) throw unreadable("language", "unreadable line of an answer");
    const { message, done, done_reason: reason, error } = read.data;
    if (error !== undefined && error !== null) throw unreadable("language", "failed while answering");
    yield { text: message?.content ?? "", thought: message?.thinking ?? "", reason: reason ?? null };
    if (done === true) return;
  }
  throw unreadable("language", "the answer ended early");
}

async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of pieces) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const text of lines) if (text.trim() !== "") yield text;
  }
  if (rest.trim() !== "") yield rest;
}
