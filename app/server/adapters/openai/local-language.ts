import * as z from "zod";
import { briefJsonSchema, readDraftAnswer } from "#app/contracts/meeting/draft-answer.ts";
import { assertNever } from "#app/domain/invariant.ts";
import {
  BRIEF_ANSWER_TOKENS_MAX,
  ENGINE_REFUSAL_BYTES_MAX,
  LOCAL_CONTEXT_TOKENS,
  LOCAL_PART_MS,
} from "#app/domain/limits/engines.ts";
import { LANGUAGE_PREPARE_MS_MAX, LANGUAGE_TURN_MS_MAX, LANGUAGE_WAIT_MS } from "#app/domain/limits/steps.ts";
import { inLanguage } from "#app/domain/summary/prompt/in-language.ts";
import { judgeThreshold } from "#app/domain/summary/prompt/judge-one.ts";
import type { ChatMessage } from "#app/domain/summary/prompt/messages.ts";
import { saysTooLong } from "#app/domain/summary/prompt/refusals.ts";
import { type ChatAnswer, UnusableAnswerError, writeDraft } from "#app/domain/summary/prompt/write-draft.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { askOpenAi, openAiUrl, postOpenAi, readRefusal, refusalOf } from "#app/server/adapters/openai/ask.ts";
import { readChatAnswer } from "#app/server/adapters/openai/chat-answer.ts";
import { localJudge } from "#app/server/adapters/openai/local-judge.ts";
import { openAiLanguage } from "#app/server/adapters/openai/openai-language.ts";
import { type LanguageModel, LanguageMissing, LanguageNotReady } from "#app/server/ports/language-model.ts";
import type { LanguageState, LocalModel } from "#app/server/ports/local-model.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/**
 * The language server that `npm start` runs (workers/local/language). It speaks OpenAI's protocol with two things more: it can be
 * asked whether its model is there, and it answers 503 while it is still at an answer. Asked the same question again it goes on where
 * it was, so a machine that is slower than a step's time gets there all the same. Its model is small: one part of the meeting at a
 * time, with an answer that can only cite the part's own lines.
 */

const bytes = z.number().min(0);
const download = z.object({ receivedBytes: bytes, totalBytes: bytes });
const serverModel = z.object({ server: z.enum(["Ollama", "LM Studio"]), model: z.string() });
/** A meeting that asks whether it can be written is told nothing of other servers. */
const others = { servers: z.array(serverModel).default([]), uses: serverModel.nullable().default(null) };
const stateAnswer = z.discriminatedUnion("state", [
  z.object({ state: z.literal("ready"), ...others }),
  z.object({ state: z.literal("preparing"), download: z.nullable(download), ...others }),
  z.object({ state: z.literal("paused"), download, ...others }),
  z.object({ state: z.literal("failed"), problem: z.string(), ...others }),
  z.object({ state: z.literal("absent"), offer: z.nullable(z.object({ name: z.string(), bytes })), ...others }),
]);

type Prepare = NonNullable<LanguageModel["prepare"]>;
type Local = { baseUrl: string; model: string; apiKey: string };

/** The model's state for pages, and a person's orders. */
export function localModel({ baseUrl, apiKey }: Pick<Local, "baseUrl" | "apiKey">): LocalModel {
  return {
    look: () => askState({ baseUrl, apiKey, path: "/v1/state", body: {} }),
    fetch: (ask) => askState({ baseUrl, apiKey, path: "/v1/fetch", body: { ask } }),
    pause: () => askState({ baseUrl, apiKey, path: "/v1/pause", body: {} }),
    use: (wanted) => askState({ baseUrl, apiKey, path: "/v1/use", body: wanted ?? { server: null } }),
  };
}

export function localLanguage({ baseUrl, model, apiKey }: Local): LanguageModel {
  const contextTokens = LOCAL_CONTEXT_TOKENS;
  const threshold = judgeThreshold(model);
  const talk = openAiLanguage({ baseUrl, model, apiKey, contextTokens }).chat;
  const url = openAiUrl(baseUrl, "chat/completions");

  const prepare: Prepare = (input) => prepareModel({ baseUrl, apiKey }, input);

  async function chat(messages: ChatMessage[], schema: object, signal: AbortSignal): Promise<ChatAnswer> {
    const format = { type: "json_schema", json_schema: { name: "summary", strict: true, schema } };
    const body = JSON.stringify({
      model,
      messages,
      max_tokens: BRIEF_ANSWER_TOKENS_MAX,
      response_format: format,
    });
    const response = await postOpenAi({ service: "language", url, apiKey, body, signal }, "application/json");
    if (response.ok) return readChatAnswer(response);
    const said = await readRefusal("language", response, ENGINE_REFUSAL_BYTES_MAX);
    if (response.status === 400 && saysTooLong(said)) return { kind: "too-long" };
    const refusal = refusalOf("language", response);
    throw response.status === 503 ? new LanguageNotReady(refusal.retryAfterMs ?? LANGUAGE_WAIT_MS) : refusal;
  }

  return {
    engine: { port: "openai", model },
    keepsParts: true,
    prepare,
    ...(threshold === null ? {} : { judge: localJudge({ baseUrl, apiKey, from: threshold }) }),
    ...(talk && {
      chat: {
        ...talk,
        async isThere(signal) {
          try {
            await prepare({ ask: `chat/${Date.now()}`, signal });
            return true;
          } catch (error) {
            if (error instanceof LanguageMissing || error instanceof LanguageNotReady) return false;
            throw error;
          }
        },
      },
    }),
    async writeSummary({ template, language, segments, words, kept, progress, signal }) {
      const beganAt = Date.now();
      try {
        return await writeDraft({
          template,
          language,
          segments,
          words,
          contextTokens,
          partMs: LOCAL_PART_MS,
          kept,
          progress,
          signal,
          chat: inLanguage(language, (messages, signal, lines: readonly Segment[]) => {
            if (Date.now() - beganAt > LANGUAGE_TURN_MS_MAX) throw new LanguageNotReady(LANGUAGE_WAIT_MS);
            const ids = lines.map(({ id }) => id);
            return chat(messages, briefJsonSchema(template, ids), signal);
          }),
          read: (text) => readDraftAnswer(text, template),
        });
      } catch (error) {
        if (error instanceof UnusableAnswerError)
          throw new UpstreamError({ service: "language", status: 200, retryable: true, cause: error });
        throw error;
      }
    },
  };
}

/** Throws what LanguageModel's `prepare` throws. */
async function prepareModel(
  { baseUrl, apiKey }: Pick<Local, "baseUrl" | "apiKey">,
  { ask, signal }: Parameters<Prepare>[0],
): Promise<void> {
  const state = await askState({ baseUrl, apiKey, path: "/v1/prepare", body: { ask }, signal });
  switch (state.state) {
    case "ready":
      return;
    case "preparing":
      // A download takes minutes: the meeting is quoted now and can be written again later.
      throw state.download === null ? new LanguageNotReady(LANGUAGE_WAIT_MS) : new LanguageMissing();
    case "absent":
    case "paused":
      throw new LanguageMissing();
    case "failed":
      // A crash may not happen again.
      if (state.problem === "crashed") throw new UpstreamError({ service: "language", retryable: true });
      throw new LanguageMissing();
    default:
      assertNever(state);
  }
}

/** Throws UpstreamError. */
function askState(input: {
  baseUrl: string;
  apiKey: string;
  path: string;
  body: object;
  signal?: AbortSignal;
}): Promise<LanguageState> {
  const { baseUrl, apiKey, path, body, signal } = input;
  const limit = AbortSignal.timeout(LANGUAGE_PREPARE_MS_MAX);
  return askOpenAi({
    service: "language",
    url: new URL(path, baseUrl).href,
    apiKey,
    body: JSON.stringify(body),
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
    schema: stateAnswer,
  });
}
