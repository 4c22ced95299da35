import { once } from "node:events";
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { localSpeech } from "#app/server/adapters/openai/local-speech.ts";
import { SpeechMissing, SpeechNotReady } from "#app/server/ports/speech.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import { UnreadableAudio } from "#workers/local/speech/decode.mjs";
import type { Readiness } from "#workers/local/speech/readiness.mjs";
import type { SpeechEngine } from "#workers/local/speech/speech-engine.mjs";
import { answerSpeech } from "#workers/local/speech/speech-protocol.mjs";
import { Speeds } from "#workers/local/speech/speeds.mjs";
import type { Transcriptions } from "#workers/local/speech/transcriptions.mjs";
import { VoicesEngine } from "#workers/local/voices/voices-engine.mjs";

/** Tests the Worker's adapter with the local server's protocol, over a real socket. */

const AUDIO = new Uint8Array([1, 2, 3]);
const RECOGNISED = {
  task: "transcribe",
  duration: 2,
  text: "Bon dia.",
  segments: [
    {
      id: 0,
      start: 0.5,
      end: 1.25,
      text: " Bon dia.",
      avg_logprob: null,
      no_speech_prob: null,
      compression_ratio: 0.7,
      loudness_dbfs: -21.5,
      words: [
        { start: 0.5, end: 0.75, word: "Bon" },
        { start: 0.75, end: 1.25, word: "dia." },
      ],
    },
  ],
};

type Ask = Transcriptions["ask"];
type AServer = { readiness?: Readiness; answer?: (caller: Parameters<Ask>[1]) => Promise<unknown> };

async function aServer({ readiness = { state: "ready" }, answer = () => Promise.resolve(RECOGNISED) }: AServer = {}) {
  const asked: { language: string | null; bytes: number[]; recording: string; isLive: boolean }[] = [];
  const asks: string[] = [];
  const logged: string[] = [];
  let forgotten = 0;
  const engine = {
    prepare: (ask: string) => {
      asks.push(ask);
      return { ...readiness, model: "small", instead: "parakeet" };
    },
    ready: () => (readiness.state === "ready" ? { name: "small", pool: {}, forget: () => (forgotten += 1) } : null),
    describe: () => ({ model: "small", fetchBytes: 377_000_000, minutesPerHour: 12 }),
    pace: () => 0.2,
  } as unknown as SpeechEngine;
  const transcriptions = {
    ask: (question: Parameters<Ask>[0], caller: Parameters<Ask>[1]) => {
      const { language, file, recording, isLive } = question;
      asked.push({ language, bytes: [...file], recording, isLive });
      return answer(caller);
    },
    recordingsAtWork: 2,
  } as unknown as Transcriptions;
  const speeds = new Speeds({ folder: "/nowhere", now: Date.now });
  const server = createServer((request, response) => {
    const log = (event: string, fields: Record<string, unknown>) => {
      logged.push(`${event} ${JSON.stringify(fields)}`);
    };
    const voices = new VoicesEngine({
      settings: { given: "/nowhere", origin: "", folder: "" },
      decode: () => Promise.reject(new Error("not decoded")),
      log,
    });
    const speech = { key: "key-1", engine, voices, transcriptions, speeds, log };
    void (async () => {
      const answered = await answerSpeech(request, response, speech);
      if (answered) response.writeHead(answered.status, answered.headers).end(JSON.stringify(answered.body));
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const origin = `http://127.0.0.1:${address.port}`;
  const client = localSpeech({ baseUrl: origin, model: "auto", apiKey: "key-1" });
  return { engine: client, origin, asked, asks, logged, forgotten: () => forgotten };
}

const signal = new AbortController().signal;
const failureOf = (work: Promise<unknown> | undefined) => work?.catch((error: unknown) => error);

test("a window is recognised over OpenAI's protocol, with the loudness that the server measured", async () => {
  const { engine, asked } = await aServer();
  const { segments } = await engine.recognise({ audio: AUDIO, language: "ca", words: [], signal });
  expect(asked).toEqual([{ language: "ca", bytes: [1, 2, 3], recording: "", isLive: false }]);
  expect(segments).toEqual([
    {
      startMs: 500,
      endMs: 1250,
      text: "Bon dia.",
      speaker: null,
      words: [
        { startMs: 500, endMs: 750, text: "Bon" },
        { startMs: 750, endMs: 1250, text: "dia." },
      ],
      noSpeechProbability: null,
      meanLogProbability: null,
      compressionRatio: 0.7,
      loudnessDbfs: -21.5,
    },
  ]);
});

test("the text is told as it grows, with its words, how far it goes and what is left", async () => {
  const [segment] = RECOGNISED.segments;
  const { engine, asked } = await aServer({
    answer: async ({ listener }) => {
      listener.onProgress({ until: 0, pace: null, ahead: 1, model: "small" });
      if (segment) listener.onPart([segment]);
      listener.onProgress({ until: 1.25, pace: 0.2, ahead: 0, model: "small" });
      return RECOGNISED;
    },
  });
  const parts: unknown[] = [];
  const queue = { recording: "rec-1", isLive: true, positionMs: 300_000 };
  await engine.recognise({
    audio: AUDIO,
    language: "ca",
    words: [],
    signal,
    queue,
    onPart: (part) => parts.push(part),
  });
  expect(asked).toMatchObject([{ recording: "rec-1", isLive: true }]);
  expect(parts).toMatchObject([
    { untilMs: 0, pace: null, ahead: 1, speech: { segments: [] } },
    { untilMs: 1250, pace: 0.2, ahead: 0, speech: { segments: [{ text: "Bon dia." }] } },
  ]);
});

test("before a recording it is told what would be fetched and how long it takes", async () => {
  const { engine, asks } = await aServer();
  expect(await engine.describe?.({ language: "en", signal })).toEqual({
    model: "small",
    fetchBytes: 377_000_000,
    minutesPerHour: 12,
    recordings: 2,
  });
  expect(asks).toEqual([]);
});

test("a caller who leaves is noticed while the window is recognised", async () => {
  let left = false;
  const { engine, asked } = await aServer({
    answer: ({ signal: gone }) =>
      new Promise((resolve) => gone.addEventListener("abort", () => resolve((left = true)))),
  });
  const cancelled = new AbortController();
  const work = failureOf(engine.recognise({ audio: AUDIO, language: "en", words: [], signal: cancelled.signal }));
  await expect.poll(() => asked.length, { timeout: 30_000 }).toBe(1);
  cancelled.abort();
  await work;
  await expect.poll(() => left, { timeout: 30_000 }).toBe(true);
});

test("loops that the server left out are counted", async () => {
  const { engine, logged } = await aServer({
    answer: () => Promise.resolve({ ...RECOGNISED, rules: { short: 1, loops: 2, holes: 0 } }),
  });
  expect((await engine.recognise({ audio: AUDIO, language: "ca", words: [], signal })).dropped).toBe(2);
  expect(logged[0]).toMatch(/speech\.window .*"short":1,"loops":2,"holes":0/);
});

test("recognised text is stored under the model that recognised it", async () => {
  const { engine } = await aServer();
  expect(engine.id).toBe("local-auto");
});

test("a readiness check names its caller, and passes when the server is ready", async () => {
  const { engine, asks } = await aServer();
  expect(await engine.prepare?.({ ask: "meeting/1", language: "en", signal })).toEqual({
    name: "small",
    instead: "parakeet",
  });
  expect(asks).toEqual(["meeting/1"]);
});

test("a model that is still being fetched is not a failure, and the answer includes the progress", async () => {
  const download = { receivedBytes: 34, totalBytes: 100 };
  const { engine } = await aServer({ readiness: { state: "preparing", download } });
  const failure = await failureOf(engine.prepare?.({ ask: "meeting/1", language: "en", signal }));
  expect(failure).toBeInstanceOf(SpeechNotReady);
  expect(failure).toMatchObject({ download, retryAfterMs: 2000 });
});

test.each([
  { problem: "download-failed" as const, missing: "model" },
  { problem: "checksum" as const, missing: "model" },
  { problem: "disk" as const, missing: "model" },
  { problem: "no-such-file" as const, missing: "model" },
  { problem: "not-a-model" as const, missing: "model" },
  { problem: "no-engine" as const, missing: "engine" },
])("missing files that only a person can bring: $problem", async ({ problem, missing }) => {
  const { engine } = await aServer({ readiness: { state: "failed", problem } });
  const failure = await failureOf(engine.prepare?.({ ask: "meeting/1", language: "en", signal }));
  expect(failure).toBeInstanceOf(SpeechMissing);
  expect(failure).toMatchObject({ missing });
});

test("a crash can be retried", async () => {
  const { engine } = await aServer({ readiness: { state: "failed", problem: "crashed" } });
  const failure = await failureOf(engine.prepare?.({ ask: "meeting/1", language: "en", signal }));
  expect(failure).toMatchObject({ name: "UpstreamError", retryable: true });
});

test("a server that is busy with a window or not ready asks the caller to come back, which is not a failure either", async () => {
  const busy = await aServer({ answer: () => Promise.resolve(null) });
  const unready = await aServer({ readiness: { state: "preparing", download: null } });
  for (const { engine } of [busy, unready]) {
    const failure = await failureOf(engine.recognise({ audio: AUDIO, language: "en", words: [], signal }));
    expect(failure).toBeInstanceOf(SpeechNotReady);
    expect(failure).toMatchObject({ download: null, retryAfterMs: 2000 });
  }
  expect(unready.asked).toEqual([]);
});

test("an engine that broke can be retried, and checks its model first", async () => {
  const { engine, forgotten, logged } = await aServer({ answer: () => Promise.reject(new Error("it crashed")) });
  const failure = await failureOf(engine.recognise({ audio: AUDIO, language: "en", words: [], signal }));
  expect(failure).toMatchObject({ status: 500, retryable: true });
  expect(forgotten()).toBe(1);
  expect(logged).toEqual(['speech.window.failed {"model":"small","error":"Error"}']);
});

test("audio that cannot be decoded is refused permanently", async () => {
  const { engine } = await aServer({ answer: () => Promise.reject(new UnreadableAudio()) });
  const failure = await failureOf(engine.recognise({ audio: AUDIO, language: "en", words: [], signal }));
  expect(failure).toMatchObject({ status: 400, retryable: false });
});

test("without the key of this start nothing is recognised or fetched; only the health check answers", async () => {
  const { origin, asked, asks } = await aServer();
  const other = localSpeech({ baseUrl: origin, model: "auto", apiKey: "another" });
  expect(await failureOf(other.prepare?.({ ask: "a", language: "en", signal }))).toMatchObject({
    status: 401,
    retryable: false,
  });
  const refused = await failureOf(other.recognise({ audio: AUDIO, language: "en", words: [], signal }));
  expect(refused).toBeInstanceOf(UpstreamError);
  expect((await fetch(`${origin}/v1/prepare`, { method: "POST", body: '{"ask":"a"}' })).status).toBe(401);
  expect((await fetch(`${origin}/health`)).status).toBe(200);
  expect([asked, asks]).toEqual([[], []]);
});

const KEY = { Authorization: "Bearer key-1" };
test.each([
  { what: "no JSON", path: "/v1/prepare", body: "ask", status: 400 },
  { what: "no asker", path: "/v1/prepare", body: '{"ask":""}', status: 400 },
  { what: "an asker without end", path: "/v1/prepare", body: JSON.stringify({ ask: "a".repeat(300) }), status: 400 },
  { what: "no form", path: "/v1/audio/transcriptions", body: "audio", status: 400 },
  { what: "another path", path: "/v1/models", body: "", status: 404 },
  { what: "a body without end", path: "/v1/prepare", body: new Uint8Array(27 * 1024 * 1024), status: 413 },
])("refused: $what", async ({ path, body, status }) => {
  const { origin, asks } = await aServer();
  const answered = await fetch(origin + path, { method: "POST", headers: KEY, body }).catch(() => null);
  // A request body that is not read to its end may break the connection before the answer arrives.
  expect(answered?.status ?? 413).toBe(status);
  expect(asks).toEqual([]);
});

test.each([
  ["language", "english; rm"],
  // The engine's process ends for a language that its model does not know.
  ["language", "xx"],
  ["response_format", "json"],
  ["file", "no file"],
])("a form is refused whose %s is %j", async (name, value) => {
  const { origin, asked } = await aServer();
  const form = new FormData();
  form.set("file", new File([AUDIO], "window.m4a"));
  form.set("language", "en");
  form.set("response_format", "verbose_json");
  form.set(name, value);
  const answered = await fetch(`${origin}/v1/audio/transcriptions`, { method: "POST", headers: KEY, body: form });
  expect(answered.status).toBe(400);
  expect(asked).toEqual([]);
});
