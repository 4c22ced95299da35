import { afterEach, expect, test, vi } from "vitest";
import { notesAnswers } from "#app/contracts/meeting/draft-answer.ts";
import { parseDraft } from "#app/contracts/meeting/summary-draft.ts";
import { linesOf } from "#app/domain/summary/summary.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import { ollamaLanguage } from "#app/server/adapters/openai/openai-language.ts";
import { talk } from "#tests/unit/engines/transcripts.ts";

/** Ollama by its own `/api/chat`, with answers in the shape that it documents. */

afterEach(() => {
  vi.restoreAllMocks();
});

/** Answers the question for notes and the one for minutes. */
const TEXT = JSON.stringify({
  notes: [{ kind: "fact", text: "The room is booked.", lines: [1] }],
  fields: { summary: { items: [{ text: "The room is booked.", notes: [1] }] } },
});

/** The fields that have a line. */
const filledOf = (written: unknown) =>
  parseDraft(written, BASIC_SYSTEM).draft.fields.flatMap(({ key, content }) =>
    linesOf(content).length > 0 ? [key] : [],
  );

type Message = { content?: string; thinking?: string };
const lines = (messages: Message[], reason = "stop") =>
  [
    ...messages.map((message) => ({
      model: "m",
      message: { role: "assistant", content: "", ...message },
      done: false,
    })),
    { model: "m", message: { role: "assistant", content: "" }, done: true, done_reason: reason, eval_count: 9 },
  ]
    .map((each) => `${JSON.stringify(each)}\n`)
    .join("");
const says = (text: string) => lines([{ content: text.slice(0, 20) }, { content: text.slice(20) }]);
const ok = (body: string) => () => new Response(body, { headers: { "Content-Type": "application/x-ndjson" } });
const refuses = (status: number, error: string) => () => Response.json({ error }, { status });

function aServer(answers: (() => Response)[], model = "gemma4:e2b") {
  const asked: { url: string; body: Record<string, unknown> }[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    asked.push({ url: request.url, body: await request.json() });
    const answer = answers[Math.min(asked.length, answers.length) - 1];
    return answer ? answer() : new Response(null, { status: 500 });
  });
  const server = { baseUrl: "http://127.0.0.1:11434/v1", model, apiKey: null, contextTokens: 16_384 };
  const engine = ollamaLanguage(server);
  const signal = new AbortController().signal;
  const write = (count = 4) =>
    engine.writeSummary({ template: BASIC_SYSTEM, language: "en", segments: talk(count), signal });
  const talkAbout = async () => {
    let words = "";
    const messages = [{ role: "user" as const, content: "Who has the keys?" }];
    for await (const piece of engine.chat?.answer({ messages, answerTokensMax: 300, signal }) ?? []) words += piece;
    return words;
  };
  return { asked, write, talkAbout };
}

test("Ollama is told how much to read, not to think, and the shape of the answer", async () => {
  const { asked, write } = aServer([ok(says(TEXT))]);
  expect(filledOf(await write())).toEqual(["summary"]);
  const { notesSchema, minutesSchema } = notesAnswers(BASIC_SYSTEM);
  expect(asked).toMatchObject(
    [notesSchema, minutesSchema].map((format) => ({
      url: "http://127.0.0.1:11434/api/chat",
      body: { model: "gemma4:e2b", stream: true, think: false, format, options: { num_ctx: 16_384 } },
    })),
  );
});

test("a model that cannot be without thoughts is asked for few", async () => {
  const { asked, write } = aServer([ok(says(TEXT))], "gpt-oss:20b");
  await write();
  expect(asked[0]?.body.think).toBe("low");
});

test("an answer in words comes as it is written", async () => {
  const { asked, talkAbout } = aServer([ok(says("The caretaker has the keys of the room."))]);
  expect(await talkAbout()).toBe("The caretaker has the keys of the room.");
  expect(asked[0]?.body).toMatchObject({ think: false, options: { num_ctx: 16_384, num_predict: 300 } });
  expect(asked[0]?.body.format).toBeUndefined();
});

test("a question that was only thought about is asked again, with what is wrong", async () => {
  const { asked, write } = aServer([ok(lines([{ thinking: "They speak of a room." }], "length")), ok(says(TEXT))]);
  await write();
  expect(asked).toHaveLength(3);
  expect(JSON.stringify(asked[1]?.body.messages)).toContain("no JSON object");
});

test("a chat answer without words is an error that may be tried again", async () => {
  const { talkAbout } = aServer([ok(lines([{ thinking: "The keys?" }]))]);
  await expect(talkAbout()).rejects.toMatchObject({ name: "UpstreamError", retryable: true });
});

test.each([
  { what: "cuts off", first: ok(lines([{ content: TEXT.slice(0, 30) }], "length")) },
  { what: "finds too long", first: refuses(400, "prompt too long; exceeded max context length by 9 tokens") },
])("a part that Ollama $what is halved", async ({ first }) => {
  const { asked, write } = aServer([first, ok(says(TEXT))]);
  await write();
  // The whole, its halves, and the question for the minutes.
  expect(asked).toHaveLength(4);
});

test.each([
  { what: "has no such model", answer: refuses(404, 'model "m" not found'), sees: { status: 404, retryable: false } },
  { what: "has no memory", answer: refuses(500, "more system memory"), sees: { status: 500, retryable: true } },
  { what: "fails in the middle", answer: ok('{"error":"out of memory"}\n'), sees: { retryable: true } },
  { what: "ends early", answer: ok('{"message":{"content":"{"}}\n'), sees: { retryable: true } },
  { what: "answers HTML", answer: ok("<html>\n"), sees: { retryable: true } },
])("Ollama that $what is an error that says whether to ask again", async ({ answer, sees }) => {
  await expect(aServer([answer]).write()).rejects.toMatchObject({ name: "UpstreamError", ...sees });
});
