import { draftJsonSchema, readDraftAnswer } from "#app/contracts/meeting/draft-answer.ts";
import { JUDGE_SCHEMA, readJudgeAnswer } from "#app/contracts/meeting/judge-answer.ts";
import { ENGINE_REFUSAL_BYTES_MAX } from "#app/domain/limits/engines.ts";
import { askJudge } from "#app/domain/summary/prompt/ask-judge.ts";
import type { ChatMessage } from "#app/domain/summary/prompt/messages.ts";
import { refusesFormat, refusesStream, saysTooLong } from "#app/domain/summary/prompt/refusals.ts";
import { type ChatAnswer, UnusableAnswerError, writeDraft } from "#app/domain/summary/prompt/write-draft.ts";
import { openAiUrl, postOpenAi, readRefusal, refusalOf } from "#app/server/adapters/openai/ask.ts";
import { readChatAnswer, readChatPieces } from "#app/server/adapters/openai/chat-answer.ts";
import { type ChatModel, type LanguageModel, QuestionTooLong } from "#app/server/ports/language-model.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/**
 * Summaries by any server that speaks OpenAI's `POST /v1/chat/completions`: llama.cpp's, vLLM, Ollama, LM Studio or a
 * cloud's. Asked for a JSON schema; a server that does not know it is asked for less, and the rest is reading.
 */

/** Ways to request the shape of an answer, from the most reliable to the words of the question alone. */
const FORMATS = ["json_schema", "json_object", "words"] as const;
type Format = (typeof FORMATS)[number];

export function openAiLanguage(input: {
  baseUrl: string;
  model: string;
  apiKey: string | null;
  contextTokens: number;
}): LanguageModel {
  const { model, contextTokens } = input;
  const url = openAiUrl(input.baseUrl, "chat/completions");
  // Options that the server has refused once are not requested again.
  let format: Format = "json_schema";
  let streams = true;
  const lower = (refused: Format) => {
    if (format === refused) format = FORMATS[FORMATS.indexOf(refused) + 1] ?? "words";
  };

  async function chat(
    messages: ChatMessage[],
    schema: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<ChatAnswer> {
    for (;;) {
      const asked = { format, streams };
      // Streamed, a long answer is never silent for long, so that nothing on the way gives up on it.
      const body = JSON.stringify({ model, messages, stream: streams, ...formatOf(format, schema) });
      const question = { service: "language", url, apiKey: input.apiKey, body, signal } as const;
      const response = await postOpenAi(question, "text/event-stream, application/json");
      if (response.ok) return readChatAnswer(response);
      const said = await readRefusal("language", response, ENGINE_REFUSAL_BYTES_MAX);
      if (!isRefusalOfQuestion(response.status)) throw refusalOf("language", response);
      if (saysTooLong(said)) return { kind: "too-long" };
      if (asked.streams && refusesStream(said)) streams = false;
      else if (asked.format !== "words" && refusesFormat(said)) lower(asked.format);
      else throw refusalOf("language", response);
    }
  }

  async function* talk({ messages, answerTokensMax, signal }: Parameters<ChatModel["answer"]>[0]) {
    for (;;) {
      const asked = streams;
      const body = JSON.stringify({ model, messages, stream: asked, max_tokens: answerTokensMax });
      const question = { service: "language", url, apiKey: input.apiKey, body, signal } as const;
      const response = await postOpenAi(question, "text/event-stream, application/json");
      if (response.ok) return yield* readChatPieces(response);
      const said = await readRefusal("language", response, ENGINE_REFUSAL_BYTES_MAX);
      if (isRefusalOfQuestion(response.status) && saysTooLong(said)) throw new QuestionTooLong();
      if (!isRefusalOfQuestion(response.status) || !asked || !refusesStream(said))
        throw refusalOf("language", response);
      streams = false;
    }
  }

  return {
    engine: { port: "openai", model },
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
    async writeSummary({ template, language, segments, kept, signal }) {
      const schema = draftJsonSchema(template);
      return await usable(
        writeDraft({
          template,
          language,
          segments,
          contextTokens,
          kept,
          signal,
          chat: (messages, signal) => chat(messages, schema, signal),
          read: (text) => readDraftAnswer(text, template),
        }),
      );
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

/** An answer that cannot be used twice is a fault of the server's. */
async function usable<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UnusableAnswerError)
      throw new UpstreamError({ service: "language", status: 200, retryable: true, cause: error });
    throw error;
  }
}
