import { afterEach, expect, test, vi } from "vitest";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { openAiLanguage } from "#app/server/adapters/openai/openai-language.ts";
import { workersAiLanguage } from "#app/server/adapters/workers-ai/workers-ai-language.ts";
import type { LanguageModel } from "#app/server/ports/language-model.ts";
import { SpeechStandIn } from "#tests/fakes/speech-protocol.mjs";
import { LANGUAGE_ORIGIN } from "#tests/fakes/language-server.ts";
import { SPEECH_ORIGIN } from "#tests/fakes/speech-server.ts";
import { BAD_ANSWERS, type BadAnswer, LINES } from "#tests/fixtures/bad-answers.ts";
import { fixture } from "#tests/support/fixture.ts";
import { onBench } from "#tests/support/meeting-bench.ts";

/**
 * From the answer of a model's server to the stored and shown minutes: for every answer, a line that nobody said is marked, and an
 * owner whom nobody named and a date that nobody set do not reach the screen.
 */

afterEach(() => {
  vi.restoreAllMocks();
});

/** The notes of LINES that the model made before it wrote badly. */
const NOTES = JSON.stringify({ notes: LINES.map((text) => ({ kind: "fact", text, lines: [1] })) });
const FIELDS = JSON.stringify({ fields: { keypoints: { items: [{ text: "The rent goes up.", notes: [1] }] } } });
const asksForNotes = (question: string) => question.includes("You take notes of a meeting");

/** The model's server on the network, by what it is asked; the speech engine beside it says LINES. */
function network(answer: (question: string) => Response): LanguageModel {
  const segments = LINES.map((text, index) => ({ start: index * 4, end: index * 4 + 4, text }));
  const speech = new SpeechStandIn({ scripts: [{ seconds: 24.2, segments }] });
  const others = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const { origin } = new URL(request.url);
    if (origin === LANGUAGE_ORIGIN) return answer(await request.text());
    return origin === SPEECH_ORIGIN ? speech.answer(request) : others(input, init);
  });
  return openAiLanguage({ baseUrl: LANGUAGE_ORIGIN, model: "small-talker", apiKey: null, contextTokens: 32_000 });
}

const completion = (content: string, finish_reason = "stop") =>
  Response.json({ choices: [{ index: 0, message: { role: "assistant", content }, finish_reason }] });

function streamed(content: string): Response {
  const events = [...content.matchAll(/[\s\S]{1,40}/gu)].map(([text]) => ({ choices: [{ delta: { content: text } }] }));
  const end = { choices: [{ delta: {}, finish_reason: "stop" }] };
  const body = [...events, end].map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
  return new Response(`${body}data: [DONE]\n\n`, { headers: { "Content-Type": "text/event-stream" } });
}

async function summaryBy(language: LanguageModel): Promise<MeetingView> {
  return onBench(await fixture("talk.mp4"), { deps: { language } }, async ({ finish, view }) => {
    await finish();
    const shown = view();
    if (!shown) throw new Error("the meeting is gone");
    return shown;
  });
}

/** "key point" or "task > owner > deadline", as the screen has them; "(?)" is the mark of a line that is not confirmed. */
function linesOf({ summary }: MeetingView): string[] {
  const mark = ({ unconfirmed }: { unconfirmed?: true | undefined }) => (unconfirmed ? " (?)" : "");
  return (summary?.fields ?? []).flatMap(({ content }) => {
    if (content.type === "tasks")
      return content.items.map(
        (task) => `${task.text} > ${task.assigned ?? "-"} > ${task.deadline ?? "-"}${mark(task)}`,
      );
    return content.type === "customTable" ? [] : content.items.map((item) => `${item.text}${mark(item)}`);
  });
}

/** The facts of a view that the tests compare; `harmless` has their expected values. */
function seen(view: MeetingView, { never }: Pick<BadAnswer, "never">) {
  const { head, summary, segments } = view;
  const known = new Set(segments.map(({ id }) => id));
  const cited = (summary?.fields ?? []).flatMap(({ content }) =>
    content.type === "customTable"
      ? content.rows.map(({ segmentIds }) => segmentIds)
      : content.items.map(({ segmentIds }) => segmentIds),
  );
  const standsIn = summary?.standsIn === true && summary.engine.port === "extractive";
  const confirmed = linesOf(view).filter((line) => !line.endsWith("(?)"));
  return {
    status: head.status,
    transcript: segments.map(({ text }) => text),
    hasLines: cited.length > 0,
    unknown: cited.filter((ids) => ids.some((id) => !known.has(id))).length,
    invented: never?.exec(confirmed.join("\n"))?.[0] ?? null,
    standsIn,
    lines: standsIn ? [] : linesOf(view),
  };
}

function harmless({ kept }: Pick<BadAnswer, "kept">) {
  return {
    status: "SUMMARIZED",
    transcript: LINES,
    hasLines: true,
    unknown: 0,
    invented: null,
    standsIn: kept.length === 0,
    lines: kept,
  };
}

test("the table has at least thirty answers, no two of them the same", () => {
  expect(new Set(BAD_ANSWERS.map(({ answer }) => answer)).size).toBe(BAD_ANSWERS.length);
  expect(BAD_ANSWERS.length).toBeGreaterThanOrEqual(30);
});

test.each(BAD_ANSWERS)("a server that answers $what, streamed", async (row) => {
  const language = network((question) => streamed(asksForNotes(question) ? NOTES : row.answer));
  expect(seen(await summaryBy(language), row)).toEqual(harmless(row));
});

test.each(BAD_ANSWERS)("a model of Workers AI that answers $what", async (row) => {
  network(() => new Response(null, { status: 500 }));
  const run = async (_model: string, inputs: object) => {
    const response = asksForNotes(JSON.stringify(inputs)) ? NOTES : row.answer;
    return { response };
  };
  const ai = { run };
  const view = await summaryBy(workersAiLanguage({ ai, model: null, contextTokens: 32_000 }));
  expect(seen(view, row)).toEqual(harmless(row));
});

const UNREADABLE = BAD_ANSWERS.filter(({ kept }) => kept.length === 0);

test.each(UNREADABLE)("a server that answers $what when it is asked for notes", async (row) => {
  const language = network((question) => streamed(asksForNotes(question) ? row.answer : FIELDS));
  expect(seen(await summaryBy(language), row)).toEqual(harmless(row));
});

test.each([
  { what: "numbers of no line", lines: [0, 99, "w0-1"] },
  { what: "no numbers", lines: undefined },
])("notes with $what cost no line of the minutes", async ({ lines }) => {
  const text = "The rent goes up to 8,500 euros.";
  const notes = JSON.stringify({ notes: [{ kind: "number", text, lines }] });
  const language = network((question) => streamed(asksForNotes(question) ? notes : FIELDS));
  const row = { kept: ["The rent goes up."] };
  expect(seen(await summaryBy(language), {})).toEqual(harmless(row));
});

const GOOD = JSON.stringify({
  notes: [{ kind: "fact", text: "The rent goes up.", lines: [1] }],
  fields: { keypoints: { items: [{ text: "The rent goes up.", notes: [1] }] } },
});
const sse = (body: string) => new Response(body, { headers: { "Content-Type": "text/event-stream" } });
const event = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;

/** Faults around the model's words, in the protocol or on the network. */
const TRANSPORT: { what: string; answer: () => Response }[] = [
  { what: "says that it ran out of room, always", answer: () => completion(GOOD.slice(0, 30), "length") },
  { what: "filters its answer", answer: () => completion("", "content_filter") },
  {
    what: "calls a tool",
    answer: () => Response.json({ choices: [{ message: { content: null, tool_calls: [{}] } }] }),
  },
  { what: "has no choice", answer: () => Response.json({ choices: [] }) },
  { what: "answers half of its own envelope", answer: () => new Response('{"choices": [{"message": {"cont') },
  {
    what: "answers the page of a hotel's network",
    answer: () => new Response("<html>Welcome</html>", { headers: { "Content-Type": "text/html" } }),
  },
  { what: "answers an empty body", answer: () => new Response("") },
  { what: "streams half of an answer and ends", answer: () => sse(event(GOOD.slice(0, 30))) },
  {
    what: "streams an error in the middle",
    answer: () => sse(`${event(GOOD)}data: {"error": {"message": "zeppelin"}}\n\n`),
  },
  {
    what: "streams garbage between the pieces",
    answer: () => sse(`${event(GOOD)}data: {zeppelin\n\ndata: [DONE]\n\n`),
  },
  { what: "streams nothing but [DONE]", answer: () => sse("data: [DONE]\n\n") },
];

test.each(TRANSPORT)("a server that $what", async ({ answer }) => {
  expect(seen(await summaryBy(network(answer)), { never: /zeppelin/iu })).toEqual(harmless({ kept: [] }));
});
