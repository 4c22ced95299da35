// oxlint-disable vitest/no-conditional-expect -- tables and properties say which case is which
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AiRunner } from "#app/server/adapters/workers-ai/run-model.ts";
import { openAiLanguage } from "#app/server/adapters/openai/openai-language.ts";
import { workersAiLanguage } from "#app/server/adapters/workers-ai/workers-ai-language.ts";
import { type ChatModel, QuestionTooLong } from "#app/server/ports/language-model.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import { LanguageStandIn } from "#tests/fakes/language-protocol.mjs";
import { serve } from "#tests/fakes/serve.mjs";

/** Tests the chat of the `openai` adapter against a server on a real socket, and of Workers AI with documented shapes. */
const standIn = new LanguageStandIn();
let server: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  server = await serve((request) => standIn.answer(request));
});
afterAll(() => server.stop());
beforeEach(() => {
  standIn.be("ok");
  standIn.pauseMs = 0;
  standIn.pieces = 7;
  standIn.asked.length = 0;
});

const MESSAGES = [
  { role: "system", content: "You answer questions about one meeting, as a test." },
  {
    role: "user",
    content: "Lines.\n<transcript>\n[w0-0] 00:00 The projector is broken.\n</transcript>\nThe question: projector?",
  },
] as const;

async function answerOf(
  chat: ChatModel | undefined,
  signal = new AbortController().signal,
  until = Number.POSITIVE_INFINITY,
) {
  const pieces: string[] = [];
  if (!chat) throw new Error("no chat");
  for await (const piece of chat.answer({ messages: MESSAGES, answerTokensMax: 500, signal })) {
    pieces.push(piece);
    if (pieces.length === until) break;
  }
  return pieces;
}

const openAi = () =>
  openAiLanguage({ baseUrl: server.origin, model: "m", apiKey: "key-1", contextTokens: 32_000 }).chat;

test("the question is streamed as plain text, with room for the answer, and the pieces are the server's", async () => {
  const pieces = await answerOf(openAi());
  expect(pieces.join("")).toBe("The projector is broken. [w0-0]");
  expect(pieces.length).toBeGreaterThan(3);
  expect(standIn.asked[0]?.body).toMatchObject({ model: "m", stream: true, max_tokens: 500, messages: MESSAGES });
  expect(standIn.asked[0]?.format).toBe("none");
});

test.each(["no-stream", "whole"] as const)("a server that answers %s gives its answer in one piece", async (mode) => {
  standIn.be(mode);
  const chat = openAi();
  expect(await answerOf(chat)).toEqual(["The projector is broken. [w0-0]"]);
  if (mode === "no-stream") {
    await answerOf(chat);
    // A mode that the server refused once is not requested again.
    expect(standIn.asked.map(({ body }) => body.stream)).toEqual([true, false, false]);
  }
});

test.each([
  ["500", { status: 500, retryable: true }],
  ["429", { status: 429, retryable: true }],
  ["401", { status: 401, retryable: false }],
  ["400", { status: 400, retryable: false }],
  ["html", { retryable: true }],
  ["breaks", { retryable: true }],
  ["ends-early", { retryable: true }],
  ["fails-midway", { retryable: true }],
  ["filtered", { retryable: false }],
] as const)("%s is an UpstreamError that says whether asking again makes sense", async (mode, sees) => {
  standIn.be(mode);
  const error = await answerOf(openAi()).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UpstreamError);
  expect(error).toMatchObject(sees);
});

test("pieces that arrived before a stream broke have been yielded", async () => {
  standIn.be("breaks");
  standIn.pauseMs = 1;
  const pieces: string[] = [];
  const chat = openAi();
  await expect(async () => {
    for await (const piece of chat?.answer({
      messages: MESSAGES,
      answerTokensMax: 9,
      signal: new AbortController().signal,
    }) ?? [])
      pieces.push(piece);
  }).rejects.toBeInstanceOf(UpstreamError);
  expect(pieces.join("")).toBe("The projector is broken. [w0-0]".slice(0, 40));
});

test("leaving the loop and aborting both end the connection", async () => {
  standIn.pauseMs = 5;
  expect(await answerOf(openAi(), new AbortController().signal, 2)).toHaveLength(2);
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 20);
  await expect(answerOf(openAi(), stop.signal)).rejects.toBeInstanceOf(UpstreamError);
});

function binding(answer: () => unknown): ChatModel | undefined {
  const ai: AiRunner = { run: async () => answer() };
  return workersAiLanguage({ ai, model: null, contextTokens: 32_000 }).chat;
}
const streamOf = (...events: string[]) => new Response(events.map((event) => `data: ${event}\n\n`).join("")).body;

test.each([
  ["older models", streamOf('{"response":"The "}', '{"response":"door."}', '{"response":"","usage":{}}', "[DONE]")],
  [
    "newer models",
    streamOf('{"choices":[{"delta":{"content":"The "}}]}', '{"choices":[{"delta":{"content":"door."}}]}', "[DONE]"),
  ],
])("Workers AI streams as %s do", async (_which, stream) => {
  expect(await answerOf(binding(() => stream))).toEqual(["The ", "door."]);
});

test.each([
  ["ends early", () => streamOf('{"response":"The "}')],
  ["says what cannot be read", () => streamOf("not json", "[DONE]")],
  ["fails in the middle", () => streamOf('{"response":"The "}', '{"error":{"message":"out of memory"}}')],
  [
    "refuses",
    () => {
      throw new Error("3040: Capacity temporarily exceeded");
    },
  ],
])("Workers AI %s: an UpstreamError", async (_what, answer) => {
  await expect(answerOf(binding(answer))).rejects.toBeInstanceOf(UpstreamError);
});

test("Workers AI answers in one piece, or reports that the question is too long", async () => {
  expect(await answerOf(binding(() => ({ response: "The door." })))).toEqual(["The door."]);
  const tooLong = binding(() => {
    throw new Error(
      "5021: The estimated number of input and maximum output tokens exceeded this model context window limit",
    );
  });
  await expect(answerOf(tooLong)).rejects.toBeInstanceOf(QuestionTooLong);
});
