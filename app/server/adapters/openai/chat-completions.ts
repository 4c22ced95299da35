import { ENGINE_REFUSAL_BYTES_MAX } from "#app/domain/limits/engines.ts";
import type { ChatMessage } from "#app/domain/summary/prompt/messages.ts";
import { refusesFormat, refusesReasoning, refusesStream, saysTooLong } from "#app/domain/summary/prompt/refusals.ts";
import type { ChatAnswer } from "#app/domain/summary/prompt/ask.ts";
import { openAiUrl, postOpenAi, readRefusal, refusalOf } from "#app/server/adapters/openai/ask.ts";
import { readChatAnswer, readChatPieces } from "#app/server/adapters/openai/chat-answer.ts";
import { type ChatModel, QuestionTooLong } from "#app/server/ports/language-model.ts";

/** A way to ask a language server: for an answer of a shape, and for words as they come. */
export type ChatServer = {
  ask: (messages: ChatMessage[], schema: Record<string, unknown>, signal: AbortSignal) => Promise<ChatAnswer>;
  talk: ChatModel["answer"];
};

/** Ways to request the shape of an answer, from the most reliable to the words of the question alone. */
const FORMATS = ["json_schema", "json_object", "words"] as const;
type Format = (typeof FORMATS)[number];
/**
 * Ways to switch reasoning off: thoughts cost time and money, take the answer's room, and are not read. A model that cannot be without
 * them is asked for few.
 */
const REASONING = [
  { reasoning_effort: "none", chat_template_kwargs: { enable_thinking: false } },
  { reasoning_effort: "low" },
  {},
] as const;
const REASONS_ALWAYS = /gpt-oss/iu;

/**
 * OpenAI's `POST /v1/chat/completions`. Options that the server has refused once are not requested again: the schema, streaming, and
 * reasoning switched off.
 */
export function chatCompletions(input: { baseUrl: string; model: string; apiKey: string | null }): ChatServer {
  const { model } = input;
  const url = openAiUrl(input.baseUrl, "chat/completions");
  let format: Format = "json_schema";
  let reasoning: number = REASONS_ALWAYS.test(model) ? 1 : 0;
  let streams = true;

  /** Answers whether the server, which refused with these words, may be asked again with less. */
  const asksLess = (said: string, asked: { format: Format | null; streams: boolean; reasoning: number }): boolean => {
    if (refusesReasoning(said) && asked.reasoning < REASONING.length - 1) reasoning = asked.reasoning + 1;
    else if (refusesStream(said) && asked.streams) streams = false;
    else if (asked.format !== null && asked.format !== "words" && refusesFormat(said)) {
      if (format === asked.format) format = FORMATS[FORMATS.indexOf(asked.format) + 1] ?? "words";
    } else return false;
    return true;
  };
  const post = (body: object, signal: AbortSignal) => {
    // Streamed, a long answer is never silent for long, so that nothing on the way gives up on it.
    const whole = JSON.stringify({ model, stream: streams, ...REASONING[reasoning], ...body });
    const question = { service: "language", url, apiKey: input.apiKey, body: whole, signal } as const;
    return postOpenAi(question, "text/event-stream, application/json");
  };

  return {
    async ask(messages, schema, signal) {
      for (;;) {
        const asked = { format, streams, reasoning };
        const response = await post({ messages, ...formatOf(format, schema) }, signal);
        if (response.ok) return readChatAnswer(response);
        const said = await readRefusal("language", response, ENGINE_REFUSAL_BYTES_MAX);
        if (!isRefusalOfQuestion(response.status)) throw refusalOf("language", response);
        if (saysTooLong(said)) return { kind: "too-long" };
        if (!asksLess(said, asked)) throw refusalOf("language", response);
      }
    },
    async *talk({ messages, answerTokensMax, signal }) {
      for (;;) {
        const asked = { format: null, streams, reasoning };
        const response = await post({ messages, max_tokens: answerTokensMax }, signal);
        if (response.ok) return yield* readChatPieces(response);
        const said = await readRefusal("language", response, ENGINE_REFUSAL_BYTES_MAX);
        if (isRefusalOfQuestion(response.status) && saysTooLong(said)) throw new QuestionTooLong();
        if (!isRefusalOfQuestion(response.status) || !asksLess(said, asked)) throw refusalOf("language", response);
      }
    },
  };
}

function formatOf(format: Format, schema: Record<string, unknown>): Record<string, unknown> {
  switch (format) {
    case "json_schema":
      return { response_format: { type: "json_schema", json_schema: { name: "summary", strict: true, schema } } };
    case "json_object":
      return { response_format: { type: "json_object" } };
    case "words":
      return {};
  }
}

/** Some servers answer 501 for a format that they do not implement. */
function isRefusalOfQuestion(status: number): boolean {
  return [400, 413, 422, 501].includes(status);
}
