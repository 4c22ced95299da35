import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ENGINE_REFUSAL_BYTES_MAX } from "#app/domain/limits/engines.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import { openAiLanguage } from "#app/server/adapters/openai/openai-language.ts";
import { openAiSpeech } from "#app/server/adapters/openai/openai-speech.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import { talk } from "#tests/unit/engines/transcripts.ts";

/** Tests both `openai` adapters against a real server on a real socket that fails in every way a network can. */

type Answer = (response: ServerResponse, request: IncomingMessage) => void;
let answer: Answer = (response) => response.end();
let asked: string[] = [];
let server: Server;
let baseUrl = "";

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? "");
    // Some clients cannot take an answer before their request has been read to its end.
    request.resume().on("end", () => answer(response, request));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const ENGINES = {
  speech: (signal: AbortSignal) =>
    openAiSpeech({ baseUrl, model: null, apiKey: "key-1" }).recognise({
      words: [],
      audio: new Uint8Array(9),
      language: "en",
      signal,
    }),
  language: (signal: AbortSignal) =>
    openAiLanguage({ baseUrl, model: "small", apiKey: "key-1", contextTokens: 32_000 }).writeSummary({
      template: BASIC_SYSTEM,
      language: "en",
      segments: talk(4),
      signal,
    }),
};

const send =
  (status: number, body: string | Uint8Array = "", headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end(body);
const JSON_TYPE = { "Content-Type": "application/json" };
const PAGE = `<html><body>${"Please sign in. ".repeat(ENGINE_REFUSAL_BYTES_MAX / 8)}</body></html>`;

type Row = { what: string; answer: Answer; sees: Partial<UpstreamError>; limitMs?: number };
const ROWS: Row[] = [
  {
    what: "429 and for how long",
    answer: send(429, "{}", { "Retry-After": "7" }),
    sees: { status: 429, retryable: true, retryAfterMs: 7000 },
  },
  {
    what: "429 under a page as long as a book",
    answer: send(429, PAGE, { "Retry-After": "7", "Content-Type": "text/html" }),
    sees: { status: 429, retryable: true, retryAfterMs: 7000 },
  },
  { what: "429 and no more", answer: send(429), sees: { status: 429, retryable: true, retryAfterMs: null } },
  { what: "500", answer: send(500, "Internal Server Error"), sees: { status: 500, retryable: true } },
  {
    what: "502 of a proxy",
    answer: send(502, PAGE, { "Content-Type": "text/html" }),
    sees: { status: 502, retryable: true },
  },
  {
    what: "503 and for how long",
    answer: send(503, "", { "Retry-After": "120" }),
    sees: { status: 503, retryable: true, retryAfterMs: 120_000 },
  },
  {
    what: "400",
    answer: send(400, '{"error": {"message": "no"}}', JSON_TYPE),
    sees: { status: 400, retryable: false },
  },
  { what: "401 under a page as long as a book", answer: send(401, PAGE), sees: { status: 401, retryable: false } },
  { what: "404", answer: send(404, "not found"), sees: { status: 404, retryable: false } },
  { what: "nothing until the step is over", answer: () => {}, limitMs: 200, sees: { status: null, retryable: true } },
  { what: "a reset", answer: (response) => response.socket?.destroy(), sees: { status: null, retryable: true } },
  {
    what: "a reset in the middle of the body",
    answer: (response) => {
      response.writeHead(200, { ...JSON_TYPE, "Content-Length": "1000" }).write('{"text": "half');
      setImmediate(() => response.socket?.destroy());
    },
    sees: { retryable: true },
  },
  {
    what: "garbage",
    answer: send(
      200,
      Uint8Array.from({ length: 4000 }, (_, index) => (index * 73) % 256),
    ),
    sees: { retryable: true },
  },
  {
    what: "half a JSON",
    answer: send(200, '{"choices": [{"message": {"content": "{', JSON_TYPE),
    sees: { retryable: true },
  },
  { what: "JSON of another service", answer: send(200, '{"status": "ok"}', JSON_TYPE), sees: { retryable: true } },
  {
    what: "a page in place of an answer",
    answer: send(200, PAGE, { "Content-Type": "text/html" }),
    sees: { retryable: true },
  },
  { what: "an empty body", answer: send(200, "", JSON_TYPE), sees: { retryable: true } },
  { what: "no content", answer: send(204), sees: { retryable: true } },
  {
    what: "what says that it is compressed, and is not",
    answer: send(200, "not gzip at all", { ...JSON_TYPE, "Content-Encoding": "gzip" }),
    sees: { retryable: true },
  },
  {
    what: "a body without end",
    answer: (response) => {
      response.writeHead(200, JSON_TYPE);
      const more = () => {
        while (!response.destroyed && response.write(" ".repeat(64 * 1024))) continue;
      };
      response.on("drain", more);
      more();
    },
    sees: { retryable: true },
  },
  {
    what: "a refusal without end",
    answer: (response) => {
      response.writeHead(403, JSON_TYPE);
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(64 * 1024))) continue;
      };
      response.on("drain", more);
      more();
    },
    sees: { status: 403, retryable: false },
  },
  { what: "a redirect", answer: send(302, "", { Location: "/elsewhere" }), sees: { status: 302, retryable: false } },
  {
    what: "a redirect to another host",
    answer: send(307, "", { Location: "http://127.0.0.1:9/" }),
    sees: { status: 307, retryable: false },
  },
];

const CASES = ROWS.flatMap((row) => [
  { ...row, engine: "speech" as const },
  { ...row, engine: "language" as const },
]);

test.each(CASES)("$engine: the server answers $what", async ({ engine, sees, limitMs = 15_000, ...row }) => {
  answer = row.answer;
  asked = [];
  const failure = await ENGINES[engine](AbortSignal.timeout(limitMs)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UpstreamError);
  expect(failure).toMatchObject({ service: engine, ...sees });
  // The key goes only to the configured server.
  expect(asked.filter((url) => !url.startsWith("/v1/"))).toEqual([]);
  // The error text holds neither the key nor anything that the server wrote.
  expect(failure instanceof Error ? `${failure.message} ${String(failure.cause)}` : "").not.toMatch(/key-1|sign in/u);
});

test("a right answer with a wrong content type is read", async () => {
  answer = send(200, JSON.stringify({ segments: [{ start: 0, end: 1, text: "Hello" }] }), {
    "Content-Type": "text/plain",
  });
  await expect(ENGINES.speech(AbortSignal.timeout(15_000))).resolves.toMatchObject({ segments: [{ text: "Hello" }] });
});
