import { afterEach, expect, test, vi } from "vitest";
import { ENGINE_ANSWER_BYTES_MAX } from "#app/domain/limits/engines.ts";
import { parseRetryAfter } from "#app/server/ports/ask-upstream.ts";
import { openAiSpeech } from "#app/server/adapters/openai/openai-speech.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const AUDIO = new Uint8Array([1, 2, 3]);

function answered(answer: () => Response | Promise<Response>) {
  const sent: Request[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    sent.push(new Request(input, init));
    return answer();
  });
  return sent;
}

function recognise(
  more: Partial<Parameters<typeof openAiSpeech>[0]> & { words?: string[] } = {},
  signal = new AbortController().signal,
) {
  const engine = openAiSpeech({ baseUrl: "http://speech.test/", model: "whisper-small", apiKey: "key-1", ...more });
  return engine.recognise({ audio: AUDIO, language: "ca", words: more.words ?? [], signal });
}

const VERBOSE = {
  task: "transcribe",
  duration: 4.5,
  text: "Bon dia. Comencem.",
  segments: [
    { id: 0, start: 0, end: 1.25, text: " Bon dia.", avg_logprob: -0.25, compression_ratio: 1.1, no_speech_prob: 0.02 },
    { id: 1, start: 1.25, end: 4.5, text: " Comencem.", speaker: "A" },
  ],
  words: [
    { word: "Bon", start: 0, end: 0.5 },
    { word: " dia.", start: 0.5, end: 1.2 },
    { word: "Comencem.", start: 1.3, end: 4.4 },
  ],
};

test("a window is sent as the protocol asks: file, model, language, verbose JSON with segments and words", async () => {
  const sent = answered(() => Response.json(VERBOSE));
  await recognise();
  const request = sent[0];
  expect(request?.url).toBe("http://speech.test/v1/audio/transcriptions");
  expect(request?.headers.get("Authorization")).toBe("Bearer key-1");
  const form = await request?.formData();
  const file = form?.get("file");
  expect(file instanceof File && { name: file.name, type: file.type, size: file.size }).toEqual({
    name: "window.m4a",
    type: "audio/mp4",
    size: 3,
  });
  expect(form?.get("model")).toBe("whisper-small");
  expect(form?.get("language")).toBe("ca");
  expect(form?.get("response_format")).toBe("verbose_json");
  expect(form?.getAll("timestamp_granularities[]")).toEqual(["segment", "word"]);
});

test.each([
  [{ language: "english" }, "en"],
  [{ language: "ca" }, "ca"],
  [{ language: null, detected_language: "es-ES" }, "es"],
  [{ language: "german" }, "de"],
  [{ language: "de" }, "de"],
  [{ language: 7 }, null],
])("the language that a server has heard is read: %j", async (told, language) => {
  const sent = answered(() => Response.json({ ...VERBOSE, ...told }));
  const engine = openAiSpeech({ baseUrl: "http://speech.test/", model: null, apiKey: null });
  const { signal } = new AbortController();
  expect((await engine.recognise({ audio: AUDIO, language: null, words: [], signal })).language).toBe(language);
  // Left out, it is heard.
  expect((await sent[0]?.formData())?.has("language")).toBe(false);
});

test("names and terms are the prompt, as a list with commas; without any there is none", async () => {
  const sent = answered(() => Response.json(VERBOSE));
  await recognise({ words: ["Girona", "Sant Cugat"] });
  await recognise();
  const prompts = await Promise.all(sent.map(async (request) => (await request.formData()).get("prompt")));
  expect(prompts).toEqual(["Girona, Sant Cugat", null]);
});

test("seconds become ms, words go to their segments, and what a server leaves out is null", async () => {
  answered(() => Response.json(VERBOSE));
  expect(await recognise()).toEqual({
    language: null,
    segments: [
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
        speaker: "A",
        words: [{ startMs: 1300, endMs: 4400, text: "Comencem." }],
        noSpeechProbability: null,
        meanLogProbability: null,
        compressionRatio: null,
      },
    ],
  });
});

test("a server on one's own machine needs no key", async () => {
  const sent = answered(() => Response.json(VERBOSE));
  await recognise({ apiKey: null });
  expect(sent[0]?.headers.has("Authorization")).toBe(false);
});

test("the engine's id names its model and is safe in a path", () => {
  const engine = openAiSpeech({ baseUrl: "http://speech.test", model: "org/whisper large:v3", apiKey: null });
  expect(engine.id).toBe("openai-org_whisper_large_v3");
});

const ANSWERS: { what: string; answer: () => Response | Promise<Response>; expected: Partial<UpstreamError> }[] = [
  { what: "400", answer: () => new Response("{}", { status: 400 }), expected: { status: 400, retryable: false } },
  { what: "401", answer: () => new Response("{}", { status: 401 }), expected: { status: 401, retryable: false } },
  { what: "403", answer: () => new Response("{}", { status: 403 }), expected: { status: 403, retryable: false } },
  { what: "413", answer: () => new Response("{}", { status: 413 }), expected: { status: 413, retryable: false } },
  { what: "500", answer: () => new Response("{}", { status: 500 }), expected: { status: 500, retryable: true } },
  {
    what: "503 with patience",
    answer: () => new Response("", { status: 503, headers: { "Retry-After": "7" } }),
    expected: { status: 503, retryable: true, retryAfterMs: 7000 },
  },
  {
    what: "429",
    answer: () => new Response("", { status: 429, headers: { "Retry-After": "soon" } }),
    expected: { status: 429, retryable: true, retryAfterMs: null },
  },
  { what: "half an answer", answer: () => new Response('{"segments": ['), expected: { retryable: true } },
  { what: "another shape", answer: () => Response.json({ text: "words" }), expected: { retryable: true } },
  {
    what: "times that are none",
    answer: () => Response.json({ segments: [{ start: "soon", end: 1, text: "Hi" }] }),
    expected: { retryable: true },
  },
  { what: "no connection", answer: () => Promise.reject(new TypeError("refused")), expected: { retryable: true } },
  {
    what: "an answer without end",
    answer: () => new Response(new Uint8Array(ENGINE_ANSWER_BYTES_MAX + 1)),
    expected: { retryable: true },
  },
];

test.each(ANSWERS)("the server answers $what", async ({ answer, expected }) => {
  answered(answer);
  const failure = await recognise().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UpstreamError);
  expect(failure).toMatchObject({ service: "speech", ...expected });
});

test("an error never carries what was said or the key", async () => {
  answered(() => new Response('{"text": "a secret plan"', { status: 200 }));
  const failure = await recognise().catch((error: unknown) => error);
  const told = failure instanceof Error ? `${failure.message} ${String(failure.cause)}` : "";
  expect(told).not.toContain("secret");
  expect(told).not.toContain("key-1");
});

test.each([
  { value: null, ms: null },
  { value: "120", ms: 120_000 },
  { value: " 0 ", ms: 0 },
  { value: "Fri, 20 Nov 2026 10:00:30 GMT", ms: 30_000 },
  { value: "Fri, 20 Nov 2026 09:00:00 GMT", ms: 0 },
  { value: "-5 minutes", ms: null },
  { value: "later", ms: null },
])("Retry-After: $value is $ms ms", ({ value, ms }) => {
  expect(parseRetryAfter(value, Date.UTC(2026, 10, 20, 10, 0, 0))).toBe(ms);
});

test("a model that tells speakers apart is asked for them, and its letters become labels", async () => {
  const segments = [
    { type: "transcript.text.segment", id: "seg_1", start: 0, end: 1.25, text: "Bon dia.", speaker: "A" },
    { type: "transcript.text.segment", id: "seg_2", start: 1.25, end: 4.5, text: "Comencem.", speaker: "Marta" },
  ];
  const sent = answered(() =>
    Response.json({ text: "Bon dia. Comencem.", task: "transcribe", duration: 4.5, segments }),
  );
  const heard = await recognise({ model: "gpt-4o-transcribe-diarize", words: ["Marta"] });
  const form = await sent[0]?.formData();
  expect(form?.get("response_format")).toBe("diarized_json");
  expect(form?.get("chunking_strategy")).toBe("auto");
  expect(form?.getAll("timestamp_granularities[]")).toEqual([]);
  expect(form?.get("prompt")).toBeNull();
  expect(heard.segments.map(({ speaker, startMs, text }) => [speaker, startMs, text])).toEqual([
    ["Speaker A", 0, "Bon dia."],
    ["Marta", 1250, "Comencem."],
  ]);
});
