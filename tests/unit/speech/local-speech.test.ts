import { once } from "node:events";
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { localSpeech } from "#app/server/adapters/openai/local-speech.ts";
import { SpeechMissing, SpeechNotReady } from "#app/server/ports/speech.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import { UnreadableAudio } from "#workers/local/speech/decode.mjs";
import { Preparation, type Readiness } from "#workers/local/speech/readiness.mjs";
import { answerSpeech } from "#workers/local/speech/speech-protocol.mjs";

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
    },
  ],
};

async function aServer(options: { readiness?: Readiness; answer?: () => Promise<unknown> } = {}) {
  const { readiness = { state: "ready" }, answer = () => Promise.resolve(RECOGNISED) } = options;
  const asked: { language: string; bytes: number[] }[] = [];
  const asks: string[] = [];
  const logged: string[] = [];
  const preparation = new Preparation({
    choice: { kind: "file", id: "test", path: "/models/test.bin" },
    bring: () => Promise.resolve(),
    load: () => Promise.resolve(),
    log: () => {},
  });
  preparation.now = readiness;
  preparation.ask = (ask) => {
    asks.push(ask);
    return preparation.now ?? readiness;
  };
  const server = createServer((request, response) => {
    const transcriptions = {
      ask: (file: Uint8Array, language: string) => {
        asked.push({ language, bytes: [...file] });
        return answer();
      },
    };
    const log = (event: string, fields: Record<string, unknown>) => {
      logged.push(`${event} ${JSON.stringify(fields)}`);
    };
    void answerSpeech(request, { key: "key-1", preparation, transcriptions, log }).then(({ status, headers, body }) =>
      response.writeHead(status, headers).end(JSON.stringify(body)),
    );
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
  const engine = localSpeech({ baseUrl: origin, model: "small-q5_1", apiKey: "key-1" });
  return { engine, origin, asked, asks, logged, preparation };
}

const signal = new AbortController().signal;
const failureOf = (work: Promise<unknown> | undefined) => work?.catch((error: unknown) => error);

test("a window is recognised over OpenAI's protocol, with the loudness that the server measured", async () => {
  const { engine, asked } = await aServer();
  // The server's Whisper takes no names and leaves the prompt unread.
  const { segments } = await engine.recognise({ audio: AUDIO, language: "ca", words: ["Girona"], signal });
  expect(asked).toEqual([{ language: "ca", bytes: [1, 2, 3] }]);
  expect(segments).toEqual([
    {
      startMs: 500,
      endMs: 1250,
      text: "Bon dia.",
      speaker: null,
      words: null,
      noSpeechProbability: null,
      meanLogProbability: null,
      compressionRatio: 0.7,
      loudnessDbfs: -21.5,
    },
  ]);
});

test("recognised text is stored under the model that recognised it", async () => {
  const { engine } = await aServer();
  expect(engine.id).toBe("local-small-q5_1");
});

test("a readiness check names its caller, and passes when the server is ready", async () => {
  const { engine, asks } = await aServer();
  await engine.prepare?.({ ask: "meeting/1", signal });
  expect(asks).toEqual(["meeting/1"]);
});

test("a model that is still being fetched is not a failure, and the answer includes the progress", async () => {
  const download = { receivedBytes: 34, totalBytes: 100 };
  const { engine } = await aServer({ readiness: { state: "preparing", download } });
  const failure = await failureOf(engine.prepare?.({ ask: "meeting/1", signal }));
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
  const failure = await failureOf(engine.prepare?.({ ask: "meeting/1", signal }));
  expect(failure).toBeInstanceOf(SpeechMissing);
  expect(failure).toMatchObject({ missing });
});

test("a crash can be retried", async () => {
  const { engine } = await aServer({ readiness: { state: "failed", problem: "crashed" } });
  const failure = await failureOf(engine.prepare?.({ ask: "meeting/1", signal }));
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
  const { engine, preparation, logged } = await aServer({ answer: () => Promise.reject(new Error("it crashed")) });
  const failure = await failureOf(engine.recognise({ audio: AUDIO, language: "en", words: [], signal }));
  expect(failure).toMatchObject({ status: 500, retryable: true });
  expect(preparation.isReady).toBe(false);
  expect(logged).toEqual(['speech.window.failed {"error":"Error"}']);
});

test("audio that cannot be decoded is refused permanently", async () => {
  const { engine } = await aServer({ answer: () => Promise.reject(new UnreadableAudio()) });
  const failure = await failureOf(engine.recognise({ audio: AUDIO, language: "en", words: [], signal }));
  expect(failure).toMatchObject({ status: 400, retryable: false });
});

test("without the key of this start nothing is recognised or fetched; only the health check answers", async () => {
  const { origin, asked, asks } = await aServer();
  const other = localSpeech({ baseUrl: origin, model: "small-q5_1", apiKey: "another" });
  expect(await failureOf(other.prepare?.({ ask: "a", signal }))).toMatchObject({ status: 401, retryable: false });
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
  ["language", ""],
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
