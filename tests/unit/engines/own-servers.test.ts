import { afterEach, expect, test, vi } from "vitest";
import { parseDraft } from "#app/contracts/meeting/summary-draft.ts";
import { linesOf } from "#app/domain/summary/summary.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import { openAiLanguage } from "#app/server/adapters/openai/openai-language.ts";
import { LLAMA_CPP, OLLAMA, VLLM } from "#tests/fakes/server-answers.ts";
import { talk } from "#tests/unit/engines/transcripts.ts";

/** The adapter of LANGUAGE_ENGINE=openai with the answers of servers that people run: llama.cpp's, vLLM, and Ollama behind this protocol. */

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

function write(answers: (() => Response)[], lines = 4) {
  let asked = 0;
  vi.spyOn(globalThis, "fetch").mockImplementation(() => {
    const answer = answers[Math.min(asked, answers.length - 1)];
    asked += 1;
    return Promise.resolve(answer ? answer() : new Response(null, { status: 500 }));
  });
  const engine = openAiLanguage({
    baseUrl: "http://127.0.0.1:11434",
    model: "qwen3.5:9b",
    apiKey: null,
    contextTokens: 4096,
  });
  const signal = new AbortController().signal;
  return engine.writeSummary({ template: BASIC_SYSTEM, language: "en", segments: talk(lines), signal });
}

test.each([
  { server: "Ollama, with a model that thinks first", answer: OLLAMA.answers(TEXT) },
  { server: "llama.cpp, with its timings", answer: LLAMA_CPP.answers(TEXT) },
])("an answer of $server is read", async ({ answer }) => {
  expect(filledOf(await write([answer]))).toEqual(["summary"]);
});

test.each([
  { server: "Ollama without the model", answer: OLLAMA.hasNoModel, sees: { status: 404, retryable: false } },
  { server: "Ollama without the memory", answer: OLLAMA.hasNoMemory, sees: { status: 500, retryable: true } },
  { server: "llama.cpp that loads its model", answer: LLAMA_CPP.isLoading, sees: { status: 503, retryable: true } },
  { server: "llama.cpp with another key", answer: LLAMA_CPP.wantsKey, sees: { status: 401, retryable: false } },
])("$server is an error that says whether to ask again", async ({ answer, sees }) => {
  await expect(write([answer])).rejects.toMatchObject({ name: "UpstreamError", service: "language", ...sees });
});

test.each([
  { server: "Ollama cuts off", first: OLLAMA.isCutOff(TEXT), next: OLLAMA.answers(TEXT) },
  { server: "llama.cpp finds too long", first: LLAMA_CPP.isTooLong, next: LLAMA_CPP.answers(TEXT) },
])("a part that $server is halved", async ({ first, next }) => {
  await write([first, next]);
  // The whole, its halves, and the question for the minutes.
  expect(vi.mocked(globalThis.fetch)).toHaveBeenCalledTimes(4);
});

test("reasoning is switched off, and a server that does not know how is asked for less and less", async () => {
  const unknown = (name: string) => () =>
    Response.json({ error: { message: `Unrecognized request argument supplied: ${name}` } }, { status: 400 });
  const answers = [unknown("chat_template_kwargs"), unknown("reasoning_effort"), LLAMA_CPP.answers(TEXT)];
  expect(filledOf(await write(answers))).toEqual(["summary"]);
  type Body = { reasoning_effort?: string; chat_template_kwargs?: object; response_format: { type: string } };
  const asked = vi.mocked(globalThis.fetch).mock.calls.map(([input, init]) => new Request(input, init).json<Body>());
  const bodies = await Promise.all(asked);
  expect(bodies.map((body) => [body.reasoning_effort, body.chat_template_kwargs])).toEqual([
    ["none", { enable_thinking: false }],
    ["low", undefined],
    [undefined, undefined],
    // The question for the minutes.
    [undefined, undefined],
  ]);
  // The format was not what it refused.
  expect(bodies[2]?.response_format.type).toBe("json_schema");
});

test("an answer that a server takes for a thought is read from there", async () => {
  expect(filledOf(await write([VLLM.answersInThoughts(TEXT)]))).toEqual(["summary"]);
});

test("thoughts that took all the room are no answer: the question is repaired, not halved", async () => {
  await write([VLLM.onlyThinks, LLAMA_CPP.answers(TEXT)]);
  expect(vi.mocked(globalThis.fetch)).toHaveBeenCalledTimes(3);
});
