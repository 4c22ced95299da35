import { expect, test } from "vitest";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import type { AiRunner } from "#app/server/adapters/workers-ai/run-model.ts";
import { workersAiSpeech } from "#app/server/adapters/workers-ai/workers-ai-speech.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/** The shapes are those of Cloudflare's documentation and types; no live answer has been recorded yet. */

const AUDIO = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251);

function bindingThat(answer: () => unknown) {
  const ran: { model: string; inputs: Record<string, unknown> }[] = [];
  const ai: AiRunner = {
    async run(model, inputs) {
      ran.push({ model, inputs });
      return answer();
    },
  };
  return { ai, ran };
}

function recognise(
  ai: AiRunner,
  more: { model?: string; language?: MeetingLanguage; signal?: AbortSignal; words?: string[] } = {},
) {
  const { model = null, language = "ca", words = [], signal = new AbortController().signal } = more;
  return workersAiSpeech({ ai, model }).recognise({ audio: AUDIO, language, words, signal });
}

const WHISPER = {
  transcription_info: { language: "ca", language_probability: 1, duration: 4.5, duration_after_vad: 4.5 },
  text: "Bon dia. Comencem.",
  word_count: 3,
  segments: [
    {
      start: 0,
      end: 1.25,
      text: " Bon dia.",
      temperature: 0,
      avg_logprob: -0.25,
      compression_ratio: 1.1,
      no_speech_prob: 0.02,
      words: [
        { word: " Bon", start: 0, end: 0.5 },
        { word: " dia.", start: 0.5, end: 1.2 },
      ],
    },
    { start: 1.25, end: 4.5, text: " Comencem." },
  ],
  vtt: "WEBVTT",
};

test("Whisper gets the window as base64, and the language always", async () => {
  const { ai, ran } = bindingThat(() => WHISPER);
  await recognise(ai);
  const [asked] = ran;
  expect(asked?.model).toBe("@cf/openai/whisper-large-v3-turbo");
  expect(asked?.inputs).toMatchObject({ language: "ca", task: "transcribe" });
  expect(new Uint8Array(Buffer.from(String(asked?.inputs.audio), "base64"))).toEqual(AUDIO);
});

test("names and terms are Whisper's prompt, and nova-3's key terms; without any neither is sent", async () => {
  const { ai, ran } = bindingThat(() => WHISPER);
  await recognise(ai, { words: ["Girona", "Sant Cugat"] });
  await recognise(ai);
  const nova = bindingThat(() => DIALOGUE);
  await recognise(nova.ai, { model: NOVA, language: "es", words: ["Girona", "Sant Cugat"] });
  await recognise(nova.ai, { model: NOVA, language: "es" });
  expect(ran.map(({ inputs }) => inputs.initial_prompt)).toEqual(["Girona, Sant Cugat", undefined]);
  expect(nova.ran.map(({ inputs }) => inputs.keyterm)).toEqual(["Girona, Sant Cugat", undefined]);
});

test("Whisper's seconds become ms, its words go with their segments, and what it leaves out is null", async () => {
  const { segments } = await recognise(bindingThat(() => WHISPER).ai);
  expect(segments).toEqual([
    {
      startMs: 0,
      endMs: 1250,
      text: "Bon dia.",
      speaker: null,
      words: [
        { startMs: 0, endMs: 500, text: "Bon" },
        { startMs: 500, endMs: 1200, text: "dia." },
      ],
      noSpeechProbability: 0.02,
      meanLogProbability: -0.25,
      compressionRatio: 1.1,
    },
    {
      startMs: 1250,
      endMs: 4500,
      text: "Comencem.",
      speaker: null,
      words: null,
      noSpeechProbability: null,
      meanLogProbability: null,
      compressionRatio: null,
    },
  ]);
});

test.each([{ text: "" }, { text: " ", segments: [] }])("Whisper finds no speech: %j", async (answer) => {
  expect(await recognise(bindingThat(() => answer).ai)).toEqual({ segments: [], language: null });
});

const NOVA = "@cf/deepgram/nova-3";
const word = (text: string, start: number, speaker?: number) => ({
  word: text.toLowerCase().replace(/\W/gu, ""),
  punctuated_word: text,
  start,
  end: start + 0.4,
  confidence: 0.99,
  ...(speaker === undefined ? {} : { speaker, speaker_confidence: 0.8 }),
});
const said = (words: object[], transcript = "words") => ({
  results: { channels: [{ alternatives: [{ confidence: 0.99, transcript, words }] }] },
});
const DIALOGUE = said([
  word("Shall", 0, 0),
  word("we", 0.5, 0),
  word("begin?", 1, 0),
  word("Yes,", 1.5, 1),
  word("please.", 2, 1),
  word("I", 2.5, 1),
  word("wait.", 3, 1),
  word("Good", 9, 1),
]);

test("nova-3 gets the window as a stream with its type, and is asked for speakers", async () => {
  const { ai, ran } = bindingThat(() => DIALOGUE);
  await recognise(ai, { model: NOVA, language: "es" });
  expect(ran[0]?.model).toBe(NOVA);
  expect(ran[0]?.inputs).toMatchObject({ language: "es", diarize: true, punctuate: true });
  const audio = ran[0]?.inputs.audio as { body: ReadableStream; contentType: string };
  expect(audio.contentType).toBe("audio/mp4");
  expect(new Uint8Array(await new Response(audio.body).arrayBuffer())).toEqual(AUDIO);
});

test("nova-3's words become segments: a new one for each speaker, sentence and pause", async () => {
  const { segments } = await recognise(bindingThat(() => DIALOGUE).ai, { model: NOVA, language: "en" });
  expect(segments.map(({ speaker, startMs, endMs, text }) => [speaker, startMs, endMs, text])).toEqual([
    ["Speaker 1", 0, 1400, "Shall we begin?"],
    ["Speaker 2", 1500, 2400, "Yes, please."],
    ["Speaker 2", 2500, 3400, "I wait."],
    ["Speaker 2", 9000, 9400, "Good"],
  ]);
  expect(segments[0]?.words?.[1]).toEqual({ startMs: 500, endMs: 900, text: "we" });
});

test("nova-3 without speaker numbers names nobody", async () => {
  const { segments } = await recognise(bindingThat(() => said([word("Hello", 0)])).ai, { model: NOVA, language: "en" });
  expect(segments.map(({ speaker }) => speaker)).toEqual([null]);
});

test("nova-3 finds no speech", async () => {
  const { segments } = await recognise(bindingThat(() => said([], "")).ai, { model: NOVA, language: "en" });
  expect(segments).toEqual([]);
});

test("a language that nova-3 does not know is heard by Whisper", async () => {
  const { ai, ran } = bindingThat(() => WHISPER);
  expect((await recognise(ai, { model: NOVA, language: "ca" })).segments).toHaveLength(2);
  expect(ran.map(({ model }) => model)).toEqual(["@cf/openai/whisper-large-v3-turbo"]);
});

test("the engine's id names its model and is safe in a path", () => {
  const { ai } = bindingThat(() => null);
  expect(workersAiSpeech({ ai, model: null }).id).toBe("workers-ai-openai_whisper-large-v3-turbo");
  expect(workersAiSpeech({ ai, model: NOVA }).id).toBe("workers-ai-deepgram_nova-3");
});

type Failure = { what: string; model?: string; answer: () => unknown; sees: Partial<UpstreamError> };
const fails = (message: string) => () => {
  throw new Error(message);
};
const FAILURES: Failure[] = [
  {
    what: "is out of capacity",
    answer: fails("3040: Capacity temporarily exceeded, please try again."),
    sees: { status: 429, retryable: true },
  },
  {
    what: "has no allocation left",
    answer: fails("AiError: 3036: You have used up your daily free allocation"),
    sees: { status: 429, retryable: true },
  },
  { what: "takes too long", answer: fails("3007: Request timeout"), sees: { status: 408, retryable: true } },
  { what: "is aborted", answer: fails("3008: Request was aborted"), sees: { status: 408, retryable: true } },
  { what: "loses the connection", answer: fails("Network connection lost."), sees: { status: null, retryable: true } },
  {
    what: "says a number we do not know",
    answer: fails("5099: something new"),
    sees: { status: null, retryable: true },
  },
  {
    what: "finds the window too large",
    answer: fails("3006: Request is too large"),
    sees: { status: 413, retryable: false },
  },
  {
    what: "does not know the model",
    answer: fails("5007: No such model @cf/a/b or task"),
    sees: { status: 400, retryable: false },
  },
  {
    what: "misses a stream",
    answer: fails("AiError: 5006: Error: required properties at '/audio' are 'body,contentType'"),
    sees: { status: 400, retryable: false },
  },
  {
    what: "wants a paid plan",
    answer: fails("5035: model needs Workers Paid"),
    sees: { status: 403, retryable: false },
  },
  {
    what: "has blocked the account",
    answer: fails("3023: Service unavailable for account"),
    sees: { status: 403, retryable: false },
  },
  {
    what: "sends a gateway's page",
    answer: fails("<html><h1>502 Bad Gateway</h1></html>"),
    sees: { status: null, retryable: true },
  },
  { what: "sends half a JSON", answer: fails("Unexpected end of JSON input"), sees: { status: null, retryable: true } },
  { what: "answers a page", answer: () => "<html></html>", sees: { retryable: true } },
  {
    what: "answers without end",
    answer: () => ({ segments: Array.from({ length: 2001 }, () => ({ start: 0, end: 1, text: "and so on" })) }),
    sees: { retryable: true },
  },
  {
    what: "answers words without end",
    model: NOVA,
    answer: () => said(Array.from({ length: 10_001 }, () => word("on", 1))),
    sees: { retryable: true },
  },
  { what: "answers nothing", answer: () => undefined, sees: { retryable: true } },
  { what: "answers text without times", answer: () => ({ text: "Bon dia" }), sees: { retryable: true } },
  {
    what: "answers times that are none",
    answer: () => ({ segments: [{ start: "soon", end: 1, text: "Hi" }] }),
    sees: { retryable: true },
  },
  {
    what: "answers without channels",
    model: NOVA,
    answer: () => ({ results: { channels: [] } }),
    sees: { retryable: true },
  },
  {
    what: "answers a transcript without words",
    model: NOVA,
    answer: () => said([], "Good morning"),
    sees: { retryable: true },
  },
];

test.each(FAILURES)("the model $what", async ({ model, answer, sees }) => {
  const failure = await recognise(bindingThat(answer).ai, { language: "en", ...(model ? { model } : {}) }).catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(UpstreamError);
  expect(failure).toMatchObject({ service: "speech", ...sees });
});

test("waiting ends with the step, whether the model minds or not", async () => {
  const stop = new AbortController();
  const ai: AiRunner = { run: () => new Promise(() => {}) };
  const heard = recognise(ai, { signal: stop.signal });
  stop.abort();
  await expect(heard).rejects.toMatchObject({ name: "UpstreamError", retryable: true });
});
