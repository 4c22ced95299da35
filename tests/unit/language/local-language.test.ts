import { once } from "node:events";
import { createServer } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
import { parseDraft } from "#app/contracts/meeting/summary-draft.ts";
import { FIELD_ANSWER_TOKENS_MAX, PROSE_ANSWER_TOKENS_MAX } from "#app/domain/limits/engines.ts";
import { LANGUAGE_LOAD_MS_MAX } from "#app/domain/limits/steps.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import { localJudge } from "#app/server/adapters/openai/local-judge.ts";
import { localLanguage, localModel } from "#app/server/adapters/openai/local-language.ts";
import { LanguageNotReady } from "#app/server/ports/language-model.ts";
import { talk } from "#tests/unit/engines/transcripts.ts";
import { Answers } from "#workers/local/language/answers.mjs";
import { answerLanguage } from "#workers/local/language/language-protocol.mjs";
import type { LanguageReadiness } from "#workers/local/language/language-readiness.mjs";
import type { ServerModel } from "#workers/local/language/model-state.mjs";
import type { Judged, Question, Written } from "#workers/local/language/writing.mjs";

/** The Worker's adapter with the local server's protocol, over a real socket. */

const USAGE = { promptTokens: 900, cachedTokens: 700, answerTokens: 40 };
const OTHERS = { servers: [{ server: "Ollama" as const, model: "gemma4:e2b" }], uses: null };
type Write = (question: Question, onPiece: (text: string) => void, signal: AbortSignal) => Promise<Written>;

const isPart = ({ messages }: Question) => messages[0]?.content.startsWith("You write what happened") === true;

/** Tells in its own words what a part has, and about a field of the minutes repeats a line of what it told. */
const obedient: Write = (question, onPiece) => {
  const material = question.messages.at(-1)?.content ?? "";
  const told = /^- (.*)$/mu.exec(material)?.[1] ?? "none";
  onPiece(
    isPart(question) ? `Crates of the harbour: ${/\d+/u.exec(material)?.[0] ?? "none"} came first.` : `- ${told}`,
  );
  return Promise.resolve({ kind: "written", reason: "stop", usage: USAGE });
};

async function aServer(
  options: {
    judged?: (questions: readonly string[]) => Judged | null;
    readiness?: LanguageReadiness;
    write?: Write;
    isReady?: boolean;
    patienceMs?: number;
  } = {},
) {
  const { readiness = { state: "ready" }, write = obedient, patienceMs = 5000 } = options;
  const { judged = () => null } = options;
  const questions: Question[] = [];
  const asks: string[] = [];
  const logged: string[] = [];
  const told: Write = (question, onPiece, signal) => {
    questions.push(question);
    return write(question, onPiece, signal);
  };
  const answers = new Answers({ write: told, now: () => 0 });
  const say = (path: string) => (ask: string) => {
    asks.push(`${path} ${ask}`);
    return readiness;
  };
  const preparation = {
    isReady: options.isReady ?? true,
    ask: say("prepare"),
    forget() {
      this.isReady = false;
    },
  };
  const look = () => Promise.resolve({ ...readiness, ...OTHERS });
  const ordered = (order: string) => {
    asks.push(order);
    return look();
  };
  const states = {
    look,
    fetch: (ask: string) => ordered(`fetch ${ask}`),
    pause: () => ordered("pause"),
    use: (wanted: ServerModel | null) => ordered(`use ${wanted?.model ?? "own"}`),
  };
  const server = createServer((request, response) => {
    void answerLanguage(request, response, {
      key: "key-1",
      model: "qwen3.5-2b",
      states,
      preparation,
      answers,
      judging: { ask: async ({ questions }) => judged(questions) },
      write: told,
      log: (event, fields) => void logged.push(`${event} ${JSON.stringify(fields)}`),
      patienceMs,
      aliveMs: 20,
    });
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
  const local = { baseUrl: origin, model: "qwen3.5-2b", apiKey: "key-1" };
  return { origin, questions, asks, logged, preparation, engine: localLanguage(local), page: localModel(local) };
}

/** A promise that the test resolves. */
function aGate() {
  let resolve = () => {};
  const promise = new Promise<void>((open) => {
    resolve = open;
  });
  return { promise, resolve };
}

function keptAnswers() {
  const answers = new Map<string, string>();
  return {
    read: (key: string) => answers.get(key) ?? null,
    keep: (key: string, answer: string) => void answers.set(key, answer),
  };
}

const signal = new AbortController().signal;
const failureOf = (work: Promise<unknown> | undefined) => work?.catch((error: unknown) => error);
const summary = (engine: ReturnType<typeof localLanguage>, segments = talk(4), more = {}) =>
  engine.writeSummary({ template: BASIC_SYSTEM, language: "en", segments, signal, ...more });

/** An hour of talk, a line every six seconds. */
const HOUR = talk(600).map((segment, index) => ({ ...segment, startMs: index * 6000, endMs: index * 6000 + 5000 }));

test("an hour is read in short parts, one at a time, with the same rules and example before each", async () => {
  const { engine, questions } = await aServer();
  const told: string[] = [];
  await summary(engine, HOUR, { progress: (done: number, total: number) => told.push(`${done}/${total}`) });
  const parts = questions.filter(isPart);
  const fields = questions.slice(parts.length);
  expect(parts.length).toBeGreaterThan(12);
  expect(new Set(parts.map(({ messages }) => JSON.stringify(messages.slice(0, -1)))).size).toBe(1);
  // Key points are sentences of the paragraphs, and keywords are found by code.
  expect(fields).toHaveLength(3);
  expect(told).toEqual(questions.map((_, index) => `${index + 1}/${questions.length}`));
  for (const { maxTokens, temperature, schema } of parts) {
    expect([maxTokens, temperature, schema]).toEqual([PROSE_ANSWER_TOKENS_MAX, 0, null]);
  }
  for (const { maxTokens, schema } of fields) expect([maxTokens, schema]).toEqual([FIELD_ANSWER_TOKENS_MAX, null]);
  // The words that the questions about fields share come first.
  const notes = fields.map(({ messages }) => messages[1]?.content.split("</notes>")[0]);
  expect(new Set(notes).size).toBe(1);
});

test("talk is read while people go on, and not again for the minutes", async () => {
  const { engine, questions } = await aServer();
  const kept = keptAnswers();
  const input = { language: "en", kept, signal } as const;
  const early = await engine.readAhead?.({ ...input, segments: HOUR.slice(0, 300) });
  expect(early?.length).toBe(questions.length);
  const late = await engine.readAhead?.({ ...input, segments: HOUR });
  expect(late?.slice(0, early?.length)).toEqual(early);
  expect(questions).toHaveLength(late?.length ?? 0);
  await summary(engine, HOUR, { kept });
  // The last part, which later talk could have continued, and three fields.
  expect(questions).toHaveLength((late?.length ?? 0) + 4);
});

test("a second run asks only about the fields, and a changed line asks its own part", async () => {
  const { engine, questions } = await aServer();
  const kept = keptAnswers();
  const first = await summary(engine, HOUR, { kept });
  const whole = questions.length;
  expect(await summary(engine, HOUR, { kept })).toEqual(first);
  // The server itself keeps answers about fields for a while.
  expect(questions).toHaveLength(whole);
  // As long as before, so that no line moves to another part.
  const corrected = HOUR.map((line, index) =>
    index === 250 ? { ...line, text: line.text.replace("harbour", "airport") } : line,
  );
  await summary(engine, corrected, { kept });
  expect(questions.slice(whole).filter(isPart)).toHaveLength(1);
});

test("a slow machine writes a long meeting in several turns, and no part twice", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const slow: Write = (question, onPiece, stop) => {
    vi.setSystemTime(Date.now() + 60_000);
    return obedient(question, onPiece, stop);
  };
  const { engine, questions } = await aServer({ write: slow });
  const kept = keptAnswers();
  const turn = () => summary(engine, HOUR.slice(0, 200), { kept }).catch((error: unknown) => error);
  expect(await turn()).toBeInstanceOf(LanguageNotReady);
  const asked = questions.length;
  expect(asked).toBeGreaterThan(0);
  let written: unknown = null;
  for (let turns = 1; turns < 20 && (written === null || written instanceof LanguageNotReady); turns += 1) {
    written = await turn();
  }
  expect(written).toMatchObject({ fields: expect.any(Array) });
  const parts = questions.filter(isPart).map(({ messages }) => messages.at(-1)?.content);
  expect(parts.length).toBeGreaterThan(asked);
  expect(new Set(parts).size).toBe(parts.length);
});

test("the draft is one that the pipeline reads", async () => {
  const { engine } = await aServer();
  const { draft, droppedFields } = parseDraft(await summary(engine), BASIC_SYSTEM);
  expect(draft.fields).toHaveLength(BASIC_SYSTEM.fields.length);
  expect(droppedFields).toBe(0);
});

test.each<{ readiness: LanguageReadiness; fails: string | null }>([
  { readiness: { state: "ready" }, fails: null },
  { readiness: { state: "absent", offer: null }, fails: "LanguageMissing" },
  { readiness: { state: "absent", offer: { name: "medium", bytes: 1 } }, fails: "LanguageMissing" },
  { readiness: { state: "preparing", download: { receivedBytes: 1, totalBytes: 9 } }, fails: "LanguageMissing" },
  { readiness: { state: "paused", download: { receivedBytes: 1, totalBytes: 9 } }, fails: "LanguageMissing" },
  { readiness: { state: "preparing", download: null }, fails: "LanguageNotReady" },
  ...(["no-engine", "not-a-model", "memory", "no-such-file", "checksum", "disk", "download-failed"] as const).map(
    (problem) => ({ readiness: { state: "failed" as const, problem }, fails: "LanguageMissing" }),
  ),
])("a meeting that wants to be written: $readiness", async ({ readiness, fails }) => {
  const { engine, asks } = await aServer({ readiness });
  const failure = await failureOf(engine.prepare?.({ ask: "meeting/1", signal }));
  expect(failure instanceof Error ? failure.name : null).toBe(fails);
  expect(asks).toEqual(["prepare meeting/1"]);
});

test("an engine that crashed while it loaded may be tried again", async () => {
  const { engine } = await aServer({ readiness: { state: "failed", problem: "crashed" } });
  expect(await failureOf(engine.prepare?.({ ask: "a", signal }))).toMatchObject({
    name: "UpstreamError",
    retryable: true,
  });
});

test("a page can look at the model without beginning anything, and give a person's orders", async () => {
  const readiness: LanguageReadiness = { state: "absent", offer: { name: "medium", bytes: 1_100_000_000 } };
  const { page, asks } = await aServer({ readiness });
  expect(await page.look()).toEqual({ ...readiness, ...OTHERS });
  expect(asks).toEqual([]);
  await page.fetch("click-1");
  await page.pause();
  await page.use({ server: "Ollama", model: "gemma4:e2b" });
  await page.use(null);
  expect(asks).toEqual(["fetch click-1", "pause", "use gemma4:e2b", "use own"]);
});

test("an answer that takes longer than a caller waits goes on, and the next request finds it", async () => {
  const gate = aGate();
  const slow: Write = async (question, onPiece, stop) => {
    await gate.promise;
    return obedient(question, onPiece, stop);
  };
  const { engine, questions } = await aServer({ write: slow, patienceMs: 20 });
  expect(await failureOf(summary(engine))).toBeInstanceOf(LanguageNotReady);
  gate.resolve();
  await summary(engine);
  expect(questions.filter(isPart)).toHaveLength(1);
});

test("a server whose model is not loaded asks the caller to come back", async () => {
  const { engine, questions } = await aServer({ isReady: false });
  expect(await failureOf(summary(engine))).toMatchObject({ name: "LanguageNotReady", retryAfterMs: 2000 });
  expect(questions).toEqual([]);
});

test("an engine that broke can be tried again, and checks its model first", async () => {
  const { engine, preparation, logged } = await aServer({ write: () => Promise.reject(new Error("harbour")) });
  expect(await failureOf(summary(engine))).toMatchObject({ name: "UpstreamError", status: 500, retryable: true });
  expect(preparation.isReady).toBe(false);
  expect(logged).toEqual(['language.answer.failed {"error":"Error"}']);
});

test.each([
  { what: "too long", end: { kind: "too-long" } },
  { what: "cut off in its first sentence", end: { kind: "written", reason: "length", usage: USAGE } },
] as const)("a part that is $what is shown by its words, and the meeting is written all the same", async ({ end }) => {
  const { engine, questions } = await aServer({ write: () => Promise.resolve(end) });
  const paragraphs = await engine.readAhead?.({ language: "en", segments: HOUR.slice(0, 60), signal });
  expect(paragraphs?.length).toBeGreaterThan(0);
  for (const { text, quoted } of paragraphs ?? []) expect([quoted, text.includes("“Crate")]).toEqual([true, true]);
  expect(questions).toHaveLength(paragraphs?.length ?? 0);
  expect(await summary(engine, talk(4))).toMatchObject({ fields: expect.any(Array) });
});

test("only the key of this start is served; the health check needs none", async () => {
  const { origin, questions, asks } = await aServer();
  const other = localLanguage({ baseUrl: origin, model: "qwen3.5-2b", apiKey: "another" });
  expect(await failureOf(summary(other))).toMatchObject({ status: 401, retryable: false });
  expect((await fetch(`${origin}/v1/fetch`, { method: "POST", body: '{"ask":"a"}' })).status).toBe(401);
  expect((await fetch(`${origin}/health`)).status).toBe(200);
  expect([questions, asks]).toEqual([[], []]);
});

const KEY = { Authorization: "Bearer key-1" };
const USER = [{ role: "user", content: "Who has the keys?" }];
const post = (origin: string, body: object) =>
  fetch(`${origin}/v1/chat/completions`, { method: "POST", headers: KEY, body: JSON.stringify(body) });

test("a person reads the answer as it comes", async () => {
  const spoken: Write = (_question, onPiece) => {
    for (const piece of ["The ", "care", "taker."]) onPiece(piece);
    return Promise.resolve({ kind: "written", reason: "stop", usage: USAGE });
  };
  const { engine, questions } = await aServer({ write: spoken });
  const pieces: string[] = [];
  const messages = [{ role: "user" as const, content: "Who?" }];
  for await (const piece of engine.chat?.answer({ messages, answerTokensMax: 99, signal }) ?? []) pieces.push(piece);
  expect(pieces.join("")).toBe("The caretaker.");
  expect(questions).toMatchObject([{ schema: null, maxTokens: 99 }]);
  expect(await engine.chat?.isThere?.(signal)).toBe(true);
});

test("a person's question waits for a model that is being loaded, and not for long", async () => {
  const readiness: LanguageReadiness = { state: "preparing", download: null };
  const { origin, asks } = await aServer({ readiness });
  const waits: number[] = [];
  const engine = (loadsAfter: number) =>
    localLanguage({ baseUrl: origin, model: "qwen3.5-2b", apiKey: "key-1" }, async (ms) => {
      waits.push(ms);
      if (waits.length === loadsAfter) Object.assign(readiness, { state: "ready" });
    });
  expect(await engine(Infinity).chat?.isThere?.(signal)).toBe(false);
  const [first = 0] = waits;
  expect(waits).toEqual(Array.from({ length: Math.floor(LANGUAGE_LOAD_MS_MAX / first) }, () => first));
  waits.length = asks.length = 0;
  expect(await engine(3).chat?.isThere?.(signal)).toBe(true);
  // All of them are one asker: a failure is told once.
  expect([waits.length, new Set(asks).size]).toEqual([3, 1]);
  const downloading: LanguageReadiness = { state: "preparing", download: { receivedBytes: 1, totalBytes: 2 } };
  const other = await aServer({ readiness: downloading });
  expect(await other.engine.chat?.isThere?.(signal)).toBe(false);
});

test("a stream that waits for its turn shows that it is alive, and ends with usage and [DONE]", async () => {
  const gate = aGate();
  const slow: Write = async (_question, onPiece) => {
    await gate.promise;
    onPiece("Yes.");
    return { kind: "written", reason: "length", usage: USAGE };
  };
  const { origin } = await aServer({ write: slow });
  const response = await post(origin, { model: "m", messages: USER, stream: true });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes(": waiting")) text += (await reader?.read())?.value ?? "";
  gate.resolve();
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) text += piece.value;
  expect(text).toContain('"content":"Yes."');
  expect(text).toContain('"finish_reason":"length"');
  expect(text).toContain('"cached_tokens":700');
  expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
});

test("a caller that leaves a stream ends the work", async () => {
  const ended = aGate();
  const endless: Write = (_question, onPiece, stop) => {
    onPiece("Word ");
    return new Promise((_resolve, reject) =>
      stop.addEventListener("abort", () => {
        ended.resolve();
        reject(stop.reason);
      }),
    );
  };
  const { origin, preparation } = await aServer({ write: endless });
  const leave = new AbortController();
  const body = JSON.stringify({ model: "m", messages: USER, stream: true });
  const response = await fetch(`${origin}/v1/chat/completions`, {
    method: "POST",
    headers: KEY,
    body,
    signal: leave.signal,
  });
  await response.body?.getReader().read();
  leave.abort();
  await ended.promise;
  expect(preparation.isReady).toBe(true);
});

test("a failure in the middle of a stream is one of its events, without the engine's words", async () => {
  const broken: Write = (_question, onPiece) => {
    onPiece("The har");
    return Promise.reject(new Error("harbour"));
  };
  const { origin } = await aServer({ write: broken });
  const text = await (await post(origin, { model: "m", messages: USER, stream: true })).text();
  expect(text).toContain('"code":"engine_failed"');
  expect(text).not.toContain("harbour");
});

test.each([
  { what: "no messages", body: { messages: [] } },
  { what: "a message without words", body: { messages: [{ role: "user", content: [] }] } },
  { what: "an unknown role", body: { messages: [{ role: "tool", content: "a" }] } },
  { what: "a limit of nothing", body: { messages: USER, max_tokens: 0 } },
  { what: "a temperature of its own kind", body: { messages: USER, temperature: "hot" } },
  { what: "JSON of any shape", body: { messages: USER, response_format: { type: "json_object" } } },
  {
    what: "a schema that cannot be promised",
    body: {
      messages: USER,
      response_format: { type: "json_schema", json_schema: { schema: { type: "string", pattern: "a" } } },
    },
  },
])("refused: $what", async ({ body }) => {
  const { origin, questions } = await aServer();
  const response = await post(origin, { model: "m", ...body });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: "bad_question" } });
  expect(questions).toEqual([]);
});

test("a question without end is refused", async () => {
  const { origin } = await aServer();
  const body = new Uint8Array(2 * 1024 * 1024);
  const answered = await fetch(`${origin}/v1/state`, { method: "POST", headers: KEY, body }).catch(() => null);
  // A request body that is not read to its end may break the connection before the answer arrives.
  expect(answered?.status ?? 413).toBe(413);
});

const CLAIMS = [
  { text: "The room is booked.", segmentIds: ["w0-2"] },
  { text: "The room is red.", segmentIds: ["w0-3"] },
];
const judge = (baseUrl: string) =>
  localJudge({ baseUrl, apiKey: "key-1", from: 0.5 }).judge({ claims: CLAIMS, segments: talk(4), signal });

test("lines are judged by the probability of a yes, and a small model contradicts none", async () => {
  const asked: (readonly string[])[] = [];
  const { origin } = await aServer({
    judged: (questions) => {
      asked.push(questions);
      return { kind: "judged", probabilities: [0.9, 0.02], usage: USAGE };
    },
  });
  expect(await judge(origin)).toEqual(["supported", "not-said"]);
  // Neighbouring lines follow the same passages, which are read once.
  expect(asked.map((questions) => questions.length)).toEqual([2]);
});

test("a judge that is still at it is asked again later", async () => {
  const { origin } = await aServer({ judged: () => null });
  expect(await failureOf(judge(origin))).toBeInstanceOf(LanguageNotReady);
});

test("passages that do not fit are a refusal, not a verdict", async () => {
  const { origin } = await aServer({ judged: () => ({ kind: "too-long" }) });
  expect(await failureOf(judge(origin))).toMatchObject({ name: "UpstreamError", status: 400 });
});

test("a model that judges poorly, or that nobody has measured, is not asked to judge", async () => {
  const { origin, engine } = await aServer();
  expect(engine.judge).toBeUndefined();
  expect(
    localLanguage({ baseUrl: origin, model: "qwen2.5-coder-1.5b-instruct", apiKey: "key-1" }).judge,
  ).toBeUndefined();
});
