import { afterEach, expect, test, vi } from "vitest";
import { notesAnswers } from "#app/contracts/meeting/draft-answer.ts";
import { parseDraft } from "#app/contracts/meeting/summary-draft.ts";
import { checkSummary } from "#app/domain/summary/check/check-summary.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import { openAiLanguage } from "#app/server/adapters/openai/openai-language.ts";
import type { UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { LanguageStandIn } from "#tests/fakes/language-protocol.mjs";
import { LANGUAGE_ORIGIN, standInForLanguage } from "#tests/fakes/language-server.ts";
import { EVERY_TYPE, talk } from "#tests/unit/engines/transcripts.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

type Options = { lines?: number; contextTokens?: number; baseUrl?: string; apiKey?: string | null };

function engineOf({ contextTokens = 32_000, baseUrl = LANGUAGE_ORIGIN, apiKey = null }: Options = {}) {
  return openAiLanguage({ baseUrl, model: "small-talker", apiKey, contextTokens });
}

function write(options: Options = {}, engine = engineOf(options), signal = new AbortController().signal) {
  return engine.writeSummary({ template: BASIC_SYSTEM, language: "en", segments: talk(options.lines ?? 12), signal });
}

/** Processes an answer as the caller does: the number of items, the ids of the key points, and the dropped items. */
function shown(answer: unknown, lines = 12, template = BASIC_SYSTEM) {
  const { draft, droppedItems } = parseDraft(answer, template);
  const checked = checkSummary({ draft, segments: talk(lines), template, language: "en" });
  const items = checked.fields.flatMap(({ content }): object[] =>
    content.type === "customTable" ? content.rows : content.items,
  );
  const keypoints = checked.fields.find(({ key }) => key === "keypoints")?.content;
  const ids = keypoints && "items" in keypoints ? keypoints.items.flatMap(({ segmentIds }) => segmentIds) : [];
  return { items: items.length, ids, dropped: droppedItems };
}

const GOOD = { items: 15, ids: ["w0-0", "w0-6", "w0-11"], dropped: 0 };

test("the request follows the protocol: model, messages, schema, streamed", async () => {
  const server = standInForLanguage({ key: "key-1" });
  expect(shown(await write({ apiKey: "key-1" }))).toEqual(GOOD);
  const { notesSchema, minutesSchema } = notesAnswers(BASIC_SYSTEM);
  expect(server.asked.map(({ body }) => body)).toMatchObject(
    [notesSchema, minutesSchema].map((schema) => ({
      model: "small-talker",
      stream: true,
      response_format: { type: "json_schema", json_schema: { name: "summary", strict: true, schema } },
    })),
  );
  const [first, second] = server.asked.map(({ messages }) => messages.map(({ role }) => role));
  // A worked example stands before the question for notes.
  expect(first).toEqual(["system", "user", "assistant", "user"]);
  expect(second).toEqual(["system", "user"]);
  expect(server.asked.map(({ lines, notes }) => [lines, notes])).toEqual([
    [12, 0],
    [0, 3],
  ]);
});

test("the engine is named by its model", () => {
  expect(engineOf().engine).toEqual({ port: "openai", model: "small-talker" });
});

test.each([`${LANGUAGE_ORIGIN}/`, `${LANGUAGE_ORIGIN}/v1`, `${LANGUAGE_ORIGIN}/v1/`])(
  "the address may be %s",
  async (baseUrl) => {
    standInForLanguage();
    expect(shown(await write({ baseUrl }))).toEqual(GOOD);
  },
);

test("an answer for every type of field reaches the screen", async () => {
  standInForLanguage();
  const input = {
    template: EVERY_TYPE,
    language: "en",
    segments: talk(12),
    signal: new AbortController().signal,
  } as const;
  const { draft, droppedFields } = parseDraft(await engineOf().writeSummary(input), EVERY_TYPE);
  expect(droppedFields).toBe(0);
  expect(draft.fields.map(({ key }) => key)).toEqual(EVERY_TYPE.fields.map(({ key }) => key));
});

test("an empty transcript gives an empty draft, and the server is not asked", async () => {
  const server = standInForLanguage();
  expect(shown(await write({ lines: 0 }), 0)).toEqual({ items: 0, ids: [], dropped: 0 });
  expect(server.asked).toEqual([]);
});

/** A behaviour of the server, and the result for the caller. */
type Row = {
  server: string;
  set: (standIn: LanguageStandIn) => void;
  sees: Partial<UpstreamError> | typeof GOOD;
  questions: number;
};
const be = (mode: LanguageStandIn["mode"], times?: number) => (standIn: LanguageStandIn) => standIn.be(mode, times);
const refused = (status: number, retryable: boolean) => ({ status, retryable });

const ROWS: Row[] = [
  { server: "streams", set: be("ok"), sees: GOOD, questions: 2 },
  { server: "streams character by character", set: (s) => (s.pieces = 1), sees: GOOD, questions: 2 },
  { server: "answers at once", set: be("whole"), sees: GOOD, questions: 2 },
  { server: "puts the JSON into a code fence", set: be("fenced"), sees: GOOD, questions: 2 },
  { server: "does not know json_schema", set: be("no-schema"), sees: GOOD, questions: 3 },
  { server: "knows no response_format", set: be("no-format"), sees: GOOD, questions: 4 },
  { server: "answers half of the JSON, once", set: be("half-json", 1), sees: GOOD, questions: 3 },
  { server: "answers prose, once", set: be("prose", 1), sees: GOOD, questions: 3 },
  { server: "answers nothing, once", set: be("empty", 1), sees: GOOD, questions: 3 },
  { server: "answers other fields, once", set: be("wrong-fields", 1), sees: GOOD, questions: 3 },
  { server: "answers half of the JSON, always", set: be("half-json"), sees: { retryable: true }, questions: 2 },
  { server: "answers prose, always", set: be("prose"), sees: { retryable: true }, questions: 2 },
  { server: "answers nothing, always", set: be("empty"), sees: { retryable: true }, questions: 2 },
  { server: "answers other fields, always", set: be("wrong-fields"), sees: { retryable: true }, questions: 2 },
  { server: "answers HTML", set: be("html"), sees: { retryable: true }, questions: 1 },
  { server: "filters", set: be("filtered"), sees: { retryable: false }, questions: 1 },
  { server: "refuses the question", set: be("400"), sees: refused(400, false), questions: 1 },
  { server: "refuses the key", set: be("401"), sees: refused(401, false), questions: 1 },
  { server: "refuses the account", set: be("403"), sees: refused(403, false), questions: 1 },
  { server: "is too busy", set: be("429"), sees: { ...refused(429, true), retryAfterMs: null }, questions: 1 },
  {
    server: "is too busy and says how long",
    set: (s) => {
      s.be("429");
      s.retryAfter = "30";
    },
    sees: { ...refused(429, true), retryAfterMs: 30_000 },
    questions: 1,
  },
  { server: "falls over", set: be("500"), sees: refused(500, true), questions: 1 },
  { server: "breaks the connection", set: be("breaks"), sees: { retryable: true }, questions: 1 },
  { server: "ends without an end", set: be("ends-early"), sees: { retryable: true }, questions: 1 },
  { server: "fails in the middle", set: be("fails-midway"), sees: { retryable: true }, questions: 1 },
  { server: "does not stream", set: be("no-stream"), sees: GOOD, questions: 3 },
  { server: "streams through a proxy that names another type", set: be("plain-stream"), sees: GOOD, questions: 2 },
  { server: "never ends", set: be("endless"), sees: { retryable: true }, questions: 1 },
];

test.each(ROWS)("the server $server", async ({ set, sees, questions }) => {
  const server = standInForLanguage();
  set(server);
  const outcome = await write().then(shown, (error: unknown) => error);
  const seen = "ids" in sees ? sees : { name: "UpstreamError", service: "language", ...sees };
  expect(outcome).toMatchObject(seen);
  expect(server.asked).toHaveLength(questions);
});

test("a server that cannot be reached may be asked again", async () => {
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("refused"));
  await expect(write()).rejects.toMatchObject({ name: "UpstreamError", status: null, retryable: true });
});

test("an answer format that a server has refused is not requested again", async () => {
  const server = standInForLanguage({ mode: "no-format" });
  const engine = engineOf();
  await write({}, engine);
  await write({}, engine);
  expect(server.asked.map(({ format }) => format)).toEqual([
    "json_schema",
    "json_object",
    ...Array.from({ length: 4 }, () => "none"),
  ]);
});

test("a server that does not stream is asked without streaming from then on", async () => {
  const server = standInForLanguage({ mode: "no-stream" });
  const engine = engineOf();
  await write({}, engine);
  await write({}, engine);
  expect(server.asked.map(({ body, format }) => [body.stream, format])).toEqual([
    [true, "json_schema"],
    ...Array.from({ length: 4 }, () => [false, "json_schema"]),
  ]);
});

test("the repair shows the answer and its problem", async () => {
  const server = standInForLanguage();
  server.be("prose", 1);
  await write();
  const repair = server.asked[1]?.messages.slice(4);
  expect(repair?.map(({ role }) => role)).toEqual(["assistant", "user"]);
  expect(repair?.[0]?.content).toContain("weather");
  expect(repair?.[1]?.content).toContain("no JSON object");
});

test.each(["cut-off", "too-long"] as const)(
  "a part that is %s is halved until it has room, and the minutes are written from the notes of all",
  async (mode) => {
    const server = standInForLanguage({ mode });
    const { ids, dropped } = shown(await write({ lines: 100 }), 100);
    expect(server.asked.map(({ lines, notes }) => [lines, notes])).toEqual([
      [100, 0],
      [50, 0],
      [25, 0],
      [25, 0],
      [50, 0],
      [25, 0],
      [25, 0],
      [0, 12],
    ]);
    expect(ids).toEqual(["w0-0", "w0-50", "w1-39"]);
    expect(dropped).toBe(0);
  },
);

test("an answer that has no room for a single line is an error that may be tried again", async () => {
  const server = standInForLanguage();
  vi.spyOn(server, "answer").mockImplementation(async () =>
    Response.json({ choices: [{ message: { content: '{"fie' }, finish_reason: "length" }] }),
  );
  await expect(write()).rejects.toMatchObject({ name: "UpstreamError", retryable: true });
});

/** Lines of a three-hour meeting. */
const LONG = 2000;

/** Counts the notes behind the minutes that lie in each quarter of it. */
function notedByQuarter(server: LanguageStandIn): number[] {
  const material = server.asked.at(-1)?.messages.at(-1)?.content ?? "";
  const noted = [...material.matchAll(/Crate number (\d+)/gu)].map(([, number]) =>
    Math.floor((Number(number) * 4) / LONG),
  );
  return [0, 1, 2, 3].map((quarter) => noted.filter((each) => each === quarter).length);
}

test("a long meeting is read in overlapping parts, three at a time, and each quarter has the same weight", async () => {
  const server = standInForLanguage();
  const answer = server.answer.bind(server);
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const active = { now: 0, most: 0 };
  vi.spyOn(server, "answer").mockImplementation(async (request) => {
    active.now += 1;
    active.most = Math.max(active.most, active.now);
    // The first answers come when three are asked for.
    if (active.now === 3) open();
    await gate;
    active.now -= 1;
    return answer(request);
  });
  await write({ lines: LONG, contextTokens: 12_000 });
  const parts = server.asked.filter(({ lines }) => lines > 0);
  expect(parts.length).toBeGreaterThan(8);
  expect(parts.reduce((sum, { lines }) => sum + lines, 0)).toBeGreaterThan(LONG);
  expect(active.most).toBe(3);
  const shares = notedByQuarter(server);
  expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(3);
  expect(Math.min(...shares)).toBeGreaterThan(3);
});

test("a meeting with more notes than one question holds loses some from everywhere", async () => {
  const server = standInForLanguage();
  const answer = server.answer.bind(server);
  vi.spyOn(server, "answer").mockImplementation(async (request) => {
    const body = await request.clone().json<{ messages: { content: string }[] }>();
    const said = [...(body.messages[3]?.content ?? "").matchAll(/^(\d+) (?:Irene: )?(Crate .*)$/gmu)];
    // Notes about every line; for the minutes, the stand-in's answer.
    if (said.length === 0) return answer(request);
    const notes = said.map(([, number, text]) => ({
      kind: "fact",
      text: `${text} `.repeat(4),
      lines: [Number(number)],
    }));
    return Response.json({ choices: [{ message: { content: JSON.stringify({ notes }) } }] });
  });
  await write({ lines: LONG, contextTokens: 12_000 });
  const shares = notedByQuarter(server);
  expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(10);
  expect(Math.min(...shares)).toBeGreaterThan(5);
});

test("no question is longer than the model can read", async () => {
  const server = standInForLanguage();
  await write({ lines: LONG, contextTokens: 8000 });
  // Digits and capitals in these lines take about three bytes per token.
  const longest = Math.max(
    ...server.asked.map(({ messages }) => messages.reduce((sum, { content }) => sum + content.length, 0)),
  );
  expect(longest / 3).toBeLessThanOrEqual(8000 * 0.75);
});

/** Answers that an earlier attempt got. */
function keptAnswers() {
  const answers = new Map<string, string>();
  return {
    read: (key: string) => answers.get(key) ?? null,
    keep: (key: string, answer: string) => void answers.set(key, answer),
  };
}

test("notes that were kept are not asked for again: another template and another try ask one question", async () => {
  const server = standInForLanguage();
  const kept = keptAnswers();
  const again = async (template = BASIC_SYSTEM, segments = talk(LONG)) => {
    const before = server.asked.length;
    const signal = new AbortController().signal;
    const engine = engineOf({ contextTokens: 12_000 });
    const written = await engine.writeSummary({ template, language: "en", segments, kept, signal });
    return { written, asked: server.asked.slice(before) };
  };
  const first = await again();
  expect(first.asked.length).toBeGreaterThan(9);
  const second = await again();
  expect(second.written).toEqual(first.written);
  expect(second.asked.map(({ lines, notes }) => [lines, notes > 0])).toEqual([[0, true]]);
  const other = await again(EVERY_TYPE);
  expect(other.asked.map(({ lines, notes }) => [lines, notes > 0])).toEqual([[0, true]]);
  // As long as before, so that no part is cut elsewhere.
  const corrected = talk(LONG).map((line, index) =>
    index === 100 ? { ...line, text: line.text.replace("harbour", "airport") } : line,
  );
  const { asked } = await again(BASIC_SYSTEM, corrected);
  // Its own part, and the minutes.
  expect(asked.map(({ lines }) => lines > 0)).toEqual([true, false]);
});

test("a model that cannot write minutes from its notes fails, and the notes are kept for another try", async () => {
  const server = standInForLanguage();
  const answer = server.answer.bind(server);
  let isLost = true;
  vi.spyOn(server, "answer").mockImplementation(async (request) => {
    const isForMinutes = (await request.clone().text()).includes("<notes>\\n");
    return isForMinutes && isLost
      ? Response.json({ choices: [{ message: { content: "I am lost." } }] })
      : answer(request);
  });
  const kept = keptAnswers();
  const signal = new AbortController().signal;
  const again = () =>
    engineOf().writeSummary({ template: BASIC_SYSTEM, language: "en", segments: talk(12), kept, signal });
  await expect(again()).rejects.toMatchObject({ name: "UpstreamError", retryable: true });
  expect(server.asked.map(({ lines }) => lines)).toEqual([12]);
  isLost = false;
  expect(shown(await again())).toEqual(GOOD);
  expect(server.asked.map(({ lines, notes }) => [lines, notes])).toEqual([
    [12, 0],
    [0, 3],
  ]);
});

test("one part that fails stops the others", async () => {
  const server = standInForLanguage();
  server.be("500", 1);
  await expect(write({ lines: LONG, contextTokens: 8000 })).rejects.toMatchObject({ status: 500 });
  expect(server.asked.length).toBeLessThanOrEqual(3);
});

test("an abort ends the call with the given reason, and the server is not asked", async () => {
  const server = standInForLanguage();
  const reason = new DOMException("step took too long", "TimeoutError");
  await expect(write({}, engineOf(), AbortSignal.abort(reason))).rejects.toBe(reason);
  expect(server.asked).toEqual([]);
});

test("an abort in the middle of an answer ends it", async () => {
  const stop = new AbortController();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (_input, init) => {
    const body = new ReadableStream({
      start: (controller) => init?.signal?.addEventListener("abort", () => controller.error(init.signal?.reason)),
      pull: () => queueMicrotask(() => stop.abort()),
    });
    return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
  });
  await expect(write({}, engineOf(), stop.signal)).rejects.toMatchObject({ name: "UpstreamError", retryable: true });
});

test("an error never contains the transcript or the key", async () => {
  standInForLanguage({ mode: "half-json" });
  const failure = await write({ apiKey: "key-1" }).catch((error: unknown) => error);
  const told = failure instanceof Error ? `${failure.message} ${String(failure.cause)}` : "";
  expect(told).toContain("not a draft");
  expect(told).not.toContain("harbour");
  expect(told).not.toContain("key-1");
});
