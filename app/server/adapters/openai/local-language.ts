import * as z from "zod";
import { assertNever } from "#app/domain/invariant.ts";
import { ENGINE_REFUSAL_BYTES_MAX, LOCAL_CONTEXT_TOKENS, LOCAL_SOURCE_TOKENS_MAX } from "#app/domain/limits/engines.ts";
import {
  LANGUAGE_LOAD_MS_MAX,
  LANGUAGE_PREPARE_MS_MAX,
  LANGUAGE_TURN_MS_MAX,
  LANGUAGE_WAIT_MS,
} from "#app/domain/limits/steps.ts";
import { inLanguage } from "#app/domain/summary/prompt/in-language.ts";
import { judgeThreshold } from "#app/domain/summary/prompt/judge-one.ts";
import type { ChatMessage } from "#app/domain/summary/prompt/messages.ts";
import { saysTooLong } from "#app/domain/summary/prompt/refusals.ts";
import { readParagraphs } from "#app/domain/summary/notes/read-paragraphs.ts";
import { writeFromProse } from "#app/domain/summary/notes/write-from-prose.ts";
import type { ChatAnswer } from "#app/domain/summary/prompt/ask.ts";
import { signalWithin } from "#app/server/ports/ask-upstream.ts";
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
 * it was, so a machine that is slower than a step's time gets there all the same. Its model is small, and reads short parts, which it
 * answers in words.
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

const waitFor = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

export function localLanguage({ baseUrl, model, apiKey }: Local, wait = waitFor): LanguageModel {
  const contextTokens = LOCAL_CONTEXT_TOKENS;
  const threshold = judgeThreshold(model);
  const talk = openAiLanguage({ baseUrl, model, apiKey, contextTokens }).chat;
  const url = openAiUrl(baseUrl, "chat/completions");

  const prepare: Prepare = (input) => prepareModel({ baseUrl, apiKey }, input);

  /** The likeliest words: the same question has the same answer. */
  async function ask(messages: ChatMessage[], answerTokensMax: number, signal: AbortSignal): Promise<ChatAnswer> {
    const body = JSON.stringify({ model, messages, max_tokens: answerTokensMax, temperature: 0 });
    const response = await postOpenAi({ service: "language", url, apiKey, body, signal }, "application/json");
    if (response.ok) return readChatAnswer(response);
    const said = await readRefusal("language", response, ENGINE_REFUSAL_BYTES_MAX);
    if (response.status === 400 && saysTooLong(said)) return { kind: "too-long" };
    const refusal = refusalOf("language", response);
    throw response.status === 503 ? new LanguageNotReady(refusal.retryAfterMs ?? LANGUAGE_WAIT_MS) : refusal;
  }

  return {
    engine: { port: "openai", model },
    prepare,
    ...(threshold === null ? {} : { judge: localJudge({ baseUrl, apiKey, from: threshold }) }),
    ...(talk && {
      chat: {
        ...talk,
        sourceTokensMax: LOCAL_SOURCE_TOKENS_MAX,
        async isThere(signal) {
          const ask = `chat/${Date.now()}`;
          for (let waitedMs = 0; ; ) {
            try {
              await prepare({ ask, signal });
              return true;
            } catch (error) {
              if (error instanceof LanguageMissing) return false;
              if (!(error instanceof LanguageNotReady)) throw error;
              // It is being loaded, which takes seconds: "there is no model" would not be true.
              waitedMs += error.retryAfterMs;
              if (waitedMs > LANGUAGE_LOAD_MS_MAX) return false;
              await wait(error.retryAfterMs);
              signal.throwIfAborted();
            }
          }
        },
      },
    }),
    readAhead: (input) => readParagraphs({ ...input, ask: inLanguage(input.language, inTurn(ask)), upTo: "closed" }),
    writeSummary: (input) => writeFromProse({ ...input, contextTokens, ask: inLanguage(input.language, inTurn(ask)) }),
  };
}

/** A step has a limited time: what is asked after it waits for the next one, which finds the answers so far. */
function inTurn<Args extends unknown[], Answer>(ask: (...args: Args) => Promise<Answer>) {
  const beganAt = Date.now();
  return (...args: Args): Promise<Answer> => {
    if (Date.now() - beganAt > LANGUAGE_TURN_MS_MAX) return Promise.reject(new LanguageNotReady(LANGUAGE_WAIT_MS));
    return ask(...args);
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
  return askOpenAi({
    service: "language",
    url: new URL(path, baseUrl).href,
    apiKey,
    body: JSON.stringify(body),
    signal: signalWithin(LANGUAGE_PREPARE_MS_MAX, signal),
    schema: stateAnswer,
  });
}
