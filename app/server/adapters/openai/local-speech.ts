import * as z from "zod";
import { assertNever } from "#app/domain/invariant.ts";
import { SPEECH_PREPARE_MS_MAX, SPEECH_WAIT_MS } from "#app/domain/limits/steps.ts";
import { askOpenAi } from "#app/server/adapters/openai/ask.ts";
import { openAiSpeech } from "#app/server/adapters/openai/openai-speech.ts";
import { SpeechMissing, SpeechNotReady, type SpeechEngine } from "#app/server/ports/speech.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/**
 * The speech server that `npm start` runs (workers/local/speech). It speaks OpenAI's protocol with two things more: it can be
 * asked whether its model is there, and it answers 503 while it is still at a window. Asked for the same audio again it goes
 * on where it was, so a machine that is slower than talk gets there all the same.
 */

const bytes = z.number().min(0);
const readiness = z.discriminatedUnion("state", [
  z.object({ state: z.literal("ready") }),
  z.object({
    state: z.literal("preparing"),
    download: z.nullable(z.object({ receivedBytes: bytes, totalBytes: bytes })),
  }),
  z.object({ state: z.literal("failed"), problem: z.string() }),
]);

export function localSpeech(input: { baseUrl: string; model: string; apiKey: string }): SpeechEngine {
  const { baseUrl, model, apiKey } = input;
  const engine = openAiSpeech({ baseUrl, model, apiKey });
  return {
    hears: true,
    id: engine.id.replace(/^openai-/, "local-"),
    async prepare({ ask, signal }) {
      const said = await askOpenAi({
        service: "speech",
        url: new URL("/v1/prepare", baseUrl).href,
        apiKey,
        body: JSON.stringify({ ask }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(SPEECH_PREPARE_MS_MAX)]),
        schema: readiness,
      });
      switch (said.state) {
        case "ready":
          return;
        case "preparing":
          throw new SpeechNotReady({ download: said.download, retryAfterMs: SPEECH_WAIT_MS });
        case "failed":
          throw refusalOf(said.problem);
        default:
          assertNever(said);
      }
    },
    async recognise(window) {
      try {
        return await engine.recognise(window);
      } catch (error) {
        if (!(error instanceof UpstreamError) || error.status !== 503) throw error;
        throw new SpeechNotReady({ download: null, retryAfterMs: error.retryAfterMs ?? SPEECH_WAIT_MS });
      }
    },
  };
}

/** A crash may not happen again, so it can be retried. A missing engine or model must be installed by a person. */
function refusalOf(problem: string): Error {
  if (problem === "crashed") return new UpstreamError({ service: "speech", retryable: true });
  return new SpeechMissing(problem === "no-engine" ? "engine" : "model");
}
