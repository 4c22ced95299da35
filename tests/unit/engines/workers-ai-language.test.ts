import { expect, test } from "vitest";
import { notesAnswers } from "#app/contracts/meeting/draft-answer.ts";
import { parseDraft } from "#app/contracts/meeting/summary-draft.ts";
import { ENGINE_ANSWER_BYTES_MAX } from "#app/domain/limits/engines.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import type { AiRunner } from "#app/server/adapters/workers-ai/run-model.ts";
import { workersAiLanguage } from "#app/server/adapters/workers-ai/workers-ai-language.ts";
import type { UpstreamError } from "#app/server/ports/upstream-error.ts";
import { talk } from "#tests/unit/engines/transcripts.ts";

/** The shapes come from Cloudflare's documentation and types. No live answer has been recorded yet. */

/** Answers the question for notes and the one for minutes. */
const DRAFT = {
  notes: [{ kind: "fact", text: "Crate 0 goes to warehouse 0.", lines: [1] }],
  fields: { keypoints: { items: [{ text: "Crate number 0 goes to warehouse 0.", notes: [1] }] } },
};
const TEXT = JSON.stringify(DRAFT);

type Asked = { model: string; inputs: Record<string, unknown> };

/** Returns the answers in turn and repeats the last one. */
function bindingThat(...answers: (() => unknown)[]) {
  const ran: Asked[] = [];
  const ai: AiRunner = {
    async run(model, inputs) {
      ran.push({ model, inputs });
      return answers[Math.min(ran.length, answers.length) - 1]?.();
    },
  };
  return { ai, ran };
}

function write(ai: AiRunner, lines = 4) {
  const engine = workersAiLanguage({ ai, model: null, contextTokens: 32_000 });
  const signal = new AbortController().signal;
  return engine.writeSummary({ template: BASIC_SYSTEM, language: "en", segments: talk(lines), signal });
}

/** Number of key points that the caller reads. An error is returned unchanged. */
const read = (outcome: unknown) => {
  if (outcome instanceof Error) return outcome;
  const { fields } = parseDraft(outcome, BASIC_SYSTEM).draft;
  const content = fields.find(({ key }) => key === "keypoints")?.content;
  return { keypoints: content && "items" in content ? content.items.length : null };
};
const fails = (message: string) => () => {
  throw new Error(message);
};
const completion = (content: string | null, finish_reason = "stop") => ({
  id: "chatcmpl-1",
  object: "chat.completion",
  choices: [{ index: 0, message: { role: "assistant", content, reasoning_content: null }, finish_reason }],
  usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
});

test("both questions are asked in JSON mode, without reasoning, and with room for an answer", async () => {
  const { ai, ran } = bindingThat(() => completion(TEXT));
  await write(ai);
  const { notesSchema, minutesSchema } = notesAnswers(BASIC_SYSTEM);
  expect(ran.map(({ inputs }) => inputs.response_format)).toEqual(
    [notesSchema, minutesSchema].map((json_schema) => ({ type: "json_schema", json_schema })),
  );
  for (const { model, inputs } of ran) {
    expect(model).toBe("@cf/google/gemma-4-26b-a4b-it");
    expect(inputs).toMatchObject({ chat_template_kwargs: { enable_thinking: false }, max_tokens: 8000 });
    // JSON mode does not stream.
    expect(inputs).not.toHaveProperty("stream");
  }
});

type Row = {
  what: string;
  answers: (() => unknown)[];
  sees: Partial<UpstreamError> | { keypoints: number };
  runs: number;
  lines?: number;
};
const ROWS: Row[] = [
  { what: "answers as OpenAI's do", answers: [() => completion(TEXT)], sees: { keypoints: 1 }, runs: 2 },
  { what: "answers response as text", answers: [() => ({ response: TEXT })], sees: { keypoints: 1 }, runs: 2 },
  {
    what: "answers response as an object",
    answers: [() => ({ response: DRAFT, usage: {} })],
    sees: { keypoints: 1 },
    runs: 2,
  },
  {
    what: "cannot meet JSON mode",
    answers: [fails("AiError: 5024: JSON Mode couldn't be met"), () => ({ response: `Here: ${TEXT}` })],
    sees: { keypoints: 1 },
    runs: 3,
  },
  {
    what: "knows no response_format",
    answers: [fails("5006: Error: oneOf at '/' not met, unknown property response_format"), () => ({ response: TEXT })],
    sees: { keypoints: 1 },
    runs: 3,
  },
  {
    what: "answers prose once",
    answers: [() => completion("Hello"), () => completion(TEXT)],
    sees: { keypoints: 1 },
    runs: 3,
  },
  {
    what: "answers no content once",
    answers: [() => completion(null), () => completion(TEXT)],
    sees: { keypoints: 1 },
    runs: 3,
  },
  { what: "answers prose always", answers: [() => completion("Hello")], sees: { retryable: true }, runs: 2 },
  {
    what: "never meets JSON mode",
    answers: [fails("AiError: 5024: JSON Mode couldn't be met")],
    sees: { retryable: true },
    runs: 2,
  },
  {
    what: "is cut off once",
    answers: [() => completion("{", "length"), () => completion(TEXT)],
    sees: { keypoints: 1 },
    runs: 4,
  },
  {
    what: "cannot read so much",
    answers: [
      fails("5021: The estimated number of input and maximum output tokens exceeded this model context window limit"),
      () => completion(TEXT),
    ],
    sees: { keypoints: 1 },
    runs: 4,
  },
  {
    what: "is cut off at a single line",
    answers: [() => completion("{", "length")],
    sees: { retryable: true },
    runs: 1,
    lines: 1,
  },
  {
    what: "is out of capacity",
    answers: [fails("3040: Capacity temporarily exceeded")],
    sees: { status: 429, retryable: true },
    runs: 1,
  },
  { what: "is gone", answers: [fails("5007: No such model")], sees: { status: 400, retryable: false }, runs: 1 },
  {
    what: "wants a paid plan",
    answers: [fails("5035: needs Workers Paid")],
    sees: { status: 403, retryable: false },
    runs: 1,
  },
  {
    what: "has no allocation left",
    answers: [fails("4006: you have used up your daily free allocation of 10,000 neurons")],
    sees: { status: null, retryable: true },
    runs: 1,
  },
  {
    what: "sends a gateway's page",
    answers: [fails("<html><h1>502 Bad Gateway</h1></html>")],
    sees: { status: null, retryable: true },
    runs: 1,
  },
  {
    what: "sends half a JSON",
    answers: [fails("Unexpected end of JSON input")],
    sees: { status: null, retryable: true },
    runs: 1,
  },
  {
    what: "loses the connection",
    answers: [fails("Network connection lost.")],
    sees: { status: null, retryable: true },
    runs: 1,
  },
  {
    what: "takes too long",
    answers: [fails("3007: Request timeout")],
    sees: { status: 408, retryable: true },
    runs: 1,
  },
  {
    what: "answers without end",
    answers: [() => ({ response: "a".repeat(ENGINE_ANSWER_BYTES_MAX + 1) })],
    sees: { retryable: true },
    runs: 1,
  },
  { what: "streams all the same", answers: [() => new ReadableStream()], sees: { retryable: true }, runs: 1 },
  { what: "answers an empty text", answers: [() => ""], sees: { retryable: true }, runs: 1 },
  { what: "answers another shape", answers: [() => ({ result: TEXT })], sees: { retryable: true }, runs: 1 },
  { what: "answers nothing", answers: [() => null], sees: { retryable: true }, runs: 1 },
];

test.each(ROWS)("the model $what", async ({ answers, sees, runs, lines }) => {
  const { ai, ran } = bindingThat(...answers);
  const outcome = await write(ai, lines).catch((error: unknown) => error);
  const seen = "keypoints" in sees ? sees : { name: "UpstreamError", service: "language", ...sees };
  expect(read(outcome)).toMatchObject(seen);
  expect(ran).toHaveLength(runs);
});

test("an answer without words, whose room the thoughts took, is repaired and not halved", async () => {
  const thought = {
    message: { role: "assistant", content: null, reasoning_content: "Well." },
    finish_reason: "length",
  };
  const { ai, ran } = bindingThat(
    () => ({ choices: [thought] }),
    () => completion(TEXT),
  );
  expect(read(await write(ai))).toEqual({ keypoints: 1 });
  expect(ran).toHaveLength(3);
});

test("after JSON mode has failed, the question is asked without it", async () => {
  const { ai, ran } = bindingThat(fails("JSON Mode couldn't be met"), () => ({ response: TEXT }));
  await write(ai);
  expect(ran[1]?.inputs).not.toHaveProperty("response_format");
  expect(ran[1]?.inputs.messages).toEqual(ran[0]?.inputs.messages);
});
