import * as z from "zod";
import { eventData } from "#app/contracts/event-data.ts";
import { assertNever } from "#app/domain/invariant.ts";
import { ENGINE_ANSWER_BYTES_MAX } from "#app/domain/limits/engines.ts";
import { SPEECH_PREPARE_MS_MAX, SPEECH_SILENCE_MS_MAX, SPEECH_WAIT_MS } from "#app/domain/limits/steps.ts";
import { askOpenAi, openAiUrl, postOpenAi, refusalOf, unreadable } from "#app/server/adapters/openai/ask.ts";
import {
  type AnsweredSegment,
  readable,
  speechForm,
  streamedSegment,
  toSpeech,
} from "#app/server/adapters/openai/openai-speech.ts";
import { parseJson } from "#app/server/ports/ask-upstream.ts";
import { textPieces } from "#app/server/ports/text-pieces.ts";
import {
  SpeechMissing,
  SpeechNotReady,
  type RecognisedSpeech,
  type SpeechEngine,
  type SpeechPart,
} from "#app/server/ports/speech.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/**
 * The speech server that `npm start` runs (workers/local/speech). It speaks OpenAI's protocol with three things more: it can be asked whether its
 * model is there and what a recording would need, it streams the text piece by piece with its progress, and it says "not_yet" while it is still at a
 * window. Asked for the same audio again it goes on where it was, so a machine that is slower than talk gets there all the same.
 */

const bytes = z.number().min(0);
const model = { model: z.string(), instead: z.nullable(z.string()) };
const readiness = z.discriminatedUnion("state", [
  z.object({ state: z.literal("ready"), ...model }),
  z.object({
    state: z.literal("preparing"),
    download: z.nullable(z.object({ receivedBytes: bytes, totalBytes: bytes })),
    ...model,
  }),
  z.object({ state: z.literal("failed"), problem: z.string(), ...model }),
]);
const outlook = z.object({
  model: z.string(),
  fetchBytes: bytes,
  minutesPerHour: z.nullable(z.number().min(0)),
  recordings: z.number().min(0),
});
const event = z.union([
  streamedSegment.extend({ type: z.literal("transcript.text.segment") }),
  z.object({
    type: z.literal("acta.progress"),
    until: z.number().min(0),
    pace: z.nullable(z.number().min(0)),
    ahead: z.number().min(0),
  }),
  z.object({ type: z.literal("transcript.text.done") }).loose(),
  z.object({ type: z.literal("error"), error: z.object({ code: z.string() }) }),
]);

type Question = Pick<Parameters<typeof askOpenAi>[0], "body" | "signal">;

export function localSpeech(input: { baseUrl: string; model: string; apiKey: string }): SpeechEngine {
  const { baseUrl, apiKey } = input;
  const ask = <Schema extends z.ZodType>(path: string, { body, signal }: Question, schema: Schema) =>
    askOpenAi({
      service: "speech",
      url: new URL(path, baseUrl).href,
      apiKey,
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(SPEECH_PREPARE_MS_MAX)]),
      schema,
    });
  return {
    hears: true,
    id: `local-${input.model.replace(/[^A-Za-z0-9._-]/g, "_")}`,
    async prepare({ ask: asker, language, signal }) {
      const body = JSON.stringify({ ask: asker, language });
      const said = await ask("/v1/prepare", { body, signal }, readiness);
      switch (said.state) {
        case "ready":
          return { name: said.model, instead: said.instead };
        case "preparing":
          throw new SpeechNotReady({ download: said.download, retryAfterMs: SPEECH_WAIT_MS });
        case "failed":
          throw refusalOfProblem(said.problem);
        default:
          return assertNever(said);
      }
    },
    describe: ({ language, signal }) => ask("/v1/describe", { body: JSON.stringify({ language }), signal }, outlook),
    async recognise({ audio, language, words, signal, queue, onPart }) {
      const form = speechForm({ audio, language, words, model: input.model });
      form.set("stream", "true");
      if (queue) {
        form.set("recording", queue.recording);
        form.set("live", String(queue.isLive));
        form.set("position", String(queue.positionMs));
      }
      const response = await postOpenAi(
        { service: "speech", url: openAiUrl(baseUrl, "audio/transcriptions"), apiKey, body: form, signal },
        "text/event-stream",
      );
      if (!response.ok) {
        await response.body?.cancel().catch(() => {});
        if (response.status === 503) throw notYet();
        throw refusalOf("speech", response);
      }
      return readStream(response, onPart);
    },
  };
}

/** Reads the streamed text; the last event has all of it. */
async function readStream(
  response: Response,
  onPart: ((part: SpeechPart) => void) | undefined,
): Promise<RecognisedSpeech> {
  const segments: AnsweredSegment[] = [];
  for await (const data of eventData(textPieces("speech", response, ENGINE_ANSWER_BYTES_MAX, SPEECH_SILENCE_MS_MAX))) {
    const told = parseJson(data);
    const read = event.safeParse(told);
    if (!read.success) throw unreadable("speech", "unreadable event");
    switch (read.data.type) {
      case "transcript.text.segment":
        segments.push(read.data);
        break;
      case "acta.progress": {
        const { until, pace, ahead } = read.data;
        onPart?.({ speech: toSpeech({ segments }), untilMs: Math.round(until * 1000), pace, ahead });
        break;
      }
      case "transcript.text.done": {
        const whole = readable.safeParse(told);
        if (!whole.success) throw unreadable("speech", "unreadable answer");
        return { ...toSpeech(whole.data), ...droppedOf(told) };
      }
      case "error":
        throw errorOf(read.data.error.code);
      default:
        assertNever(read.data);
    }
  }
  throw unreadable("speech", "the stream ended early");
}

const rules = z.object({ rules: z.object({ loops: z.number().int().min(0) }) });

/** Counts that only the local server tells. */
function droppedOf(told: unknown): Pick<RecognisedSpeech, "dropped"> {
  const read = rules.safeParse(told);
  return read.success ? { dropped: read.data.rules.loops } : {};
}

function notYet(): SpeechNotReady {
  return new SpeechNotReady({ download: null, retryAfterMs: SPEECH_WAIT_MS });
}

/** Codes of workers/local/speech/speech-protocol.mjs. */
function errorOf(code: string): Error {
  if (code === "not_yet") return notYet();
  return new UpstreamError({
    service: "speech",
    status: code === "unreadable_audio" ? 400 : 500,
    retryable: code !== "unreadable_audio",
  });
}

/** A crash may not happen again, so it can be retried. A missing engine or model must be installed by a person. */
function refusalOfProblem(problem: string): Error {
  if (problem === "crashed") return new UpstreamError({ service: "speech", retryable: true });
  return new SpeechMissing(problem === "no-engine" ? "engine" : "model");
}
