import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { draftJsonSchema } from "#app/contracts/meeting/draft-answer.ts";
import { NOTES_SCHEMA } from "#app/contracts/meeting/notes-answer.ts";
import { PROSE_ANSWER_TOKENS_MAX } from "#app/domain/limits/engines.ts";
import { proseMessages, proseParts } from "#app/domain/summary/notes/prose.ts";
import { readingLines } from "#app/domain/summary/notes/reading-lines.ts";
import { writeMiniatureGguf } from "#tests/support/write-gguf.ts";
import { EVERY_TYPE, talk } from "#tests/unit/engines/transcripts.ts";
import { grammarSchema } from "#workers/local/language/grammar-schema.mjs";
import { type Question, Writing } from "#workers/local/language/writing.mjs";
import { EngineBroken } from "#workers/local/model-process.mjs";

/** The real engine with a miniature model of random weights: everything but sense. */

let folder = "";
let model = "";
let writing: Writing;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "acta-gguf-"));
  model = path.join(folder, "miniature.gguf");
  await writeMiniatureGguf(model);
  // One thread: more of them wait for each other where other programs run at the same time.
  writing = new Writing({ modelPath: model, threads: "1" });
  await writing.load();
}, 120_000);
afterAll(async () => {
  writing.stop();
  await rm(folder, { recursive: true, force: true });
});

const never = new AbortController().signal;

function question(more: Partial<Question> = {}): Question {
  const messages = [
    { role: "system" as const, content: "Write down what was said. ".repeat(20) },
    { role: "user" as const, content: "[w0-1] 00:01 The room is booked." },
  ];
  return { messages, schema: null, maxTokens: 60, temperature: 0, ...more };
}

async function answerOf(asked: Question, signal = never) {
  let text = "";
  const written = await writing.write(asked, (piece) => (text += piece), signal);
  return { ...written, text };
}

const PLAIN = { type: "object", properties: { text: { type: "string", maxLength: 30 }, done: { type: "boolean" } } };

test.each(Array.from({ length: 12 }, (_, at) => `Meeting ${at}`))(
  "an answer that follows a schema is valid JSON although the weights are random: %s",
  async (content) => {
    const messages = [{ role: "user" as const, content }];
    const answer = await answerOf(question({ messages, schema: PLAIN, maxTokens: 400, temperature: 1 }));
    expect(answer).toMatchObject({ kind: "written", reason: "stop" });
    expect(JSON.parse(answer.text)).toEqual({ text: expect.any(String), done: expect.any(Boolean) });
  },
);

test("a part of the talk is answered in words of a limited number, and the rules before it are read once", async () => {
  const parts = proseParts(readingLines(talk(60))).slice(0, 2);
  const [first, second] = parts.map((part) =>
    question({ messages: proseMessages(part, { language: "en", words: [] }), maxTokens: PROSE_ANSWER_TOKENS_MAX }),
  );
  if (!first || !second) throw new Error("two parts");
  await answerOf(first);
  const answer = await answerOf(second);
  const usage = answer.kind === "written" ? answer.usage : null;
  expect(usage?.answerTokens).toBeLessThanOrEqual(PROSE_ANSWER_TOKENS_MAX);
  // Rules and worked example; the part itself is new.
  expect(usage?.cachedTokens).toBeGreaterThan(400);
  expect(usage?.cachedTokens).toBeLessThan(usage?.promptTokens ?? 0);
});

test("the schemas that other servers get can be promised as well", () => {
  for (const schema of [NOTES_SCHEMA, draftJsonSchema(EVERY_TYPE)]) expect(() => grammarSchema(schema)).not.toThrow();
});

test("the part of a question that the one before had too is not read again", async () => {
  await answerOf(question());
  const again = await answerOf(
    question({ messages: [...question().messages.slice(0, 1), { role: "user", content: "?" }] }),
  );
  const usage = again.kind === "written" ? again.usage : null;
  expect(usage?.promptTokens).toBeGreaterThan(400);
  expect(usage?.cachedTokens).toBeGreaterThan(400);
});

test("the same question has the same answer", async () => {
  const first = await answerOf(question({ schema: PLAIN, maxTokens: 400 }));
  await answerOf(question({ messages: [{ role: "user", content: "Something else" }] }));
  expect((await answerOf(question({ schema: PLAIN, maxTokens: 400 }))).text).toBe(first.text);
});

test("two questions at once are answered one after the other", async () => {
  const asked = [
    question({ schema: PLAIN, maxTokens: 400 }),
    question({ messages: [{ role: "user", content: "And?" }] }),
  ];
  const both = await Promise.all(asked.map((each) => answerOf(each)));
  for (const [index, each] of asked.entries()) expect((await answerOf(each)).text).toBe(both[index]?.text);
});

test("an abort in the middle ends the answer and leaves the process as it is", async () => {
  const stop = new AbortController();
  const child = writing.child;
  let pieces = 0;
  const work = writing.write(
    question({ schema: { type: "object", properties: { text: { type: "string" } } }, maxTokens: 7000, temperature: 1 }),
    () => {
      pieces += 1;
      if (pieces === 3) stop.abort();
    },
    stop.signal,
  );
  await expect(work).rejects.toMatchObject({ name: "AbortError" });
  expect(pieces).toBeLessThan(2000);
  expect((await answerOf(question({ schema: PLAIN, maxTokens: 400 }))).kind).toBe("written");
  expect(writing.child).toBe(child);
});

test("a question that was given up before its turn is not asked", async () => {
  await expect(answerOf(question(), AbortSignal.abort(new Error("left")))).rejects.toThrow("left");
});

test("an answer that reaches its limit is cut off, and says so", async () => {
  const schema = { type: "object", properties: { text: { type: "string", minLength: 200 } } };
  expect(await answerOf(question({ schema, maxTokens: 20 }))).toMatchObject({ kind: "written", reason: "length" });
});

test("a question that is longer than the context is refused, and nothing of it is dropped", async () => {
  const messages = [{ role: "user" as const, content: "x".repeat(20_000) }];
  expect(await answerOf(question({ messages }))).toMatchObject({ kind: "too-long" });
});

const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof EngineBroken ? error.problem : String(error)),
  );

function writer(options: { modelPath?: string; script?: string; idleMs?: number }) {
  const other = new Writing({ modelPath: model, threads: "1", ...options });
  onTestFinished(() => other.stop());
  return other;
}

test("a file that breaks off, one of another kind and one that is not there are reported as no model", {
  timeout: 120_000,
}, async () => {
  const broken = path.join(folder, "broken.gguf");
  const whole = await import("#tests/support/write-gguf.ts").then(({ miniatureGguf }) => miniatureGguf());
  await writeFile(broken, whole.subarray(0, whole.length / 2));
  expect(await problemOf(writer({ modelPath: broken }).load())).toBe("not-a-model");
  await writeFile(broken, "GGUF and then nothing that a model has");
  expect(await problemOf(writer({ modelPath: broken }).load())).toBe("not-a-model");
  expect(await problemOf(writer({ modelPath: path.join(folder, "none.gguf") }).load())).toBe("not-a-model");
});

test("a machine without the library is reported as having no engine", async () => {
  // From this folder no package can be found.
  const script = path.join(folder, "writer.mjs");
  for (const name of ["writer.mjs", "judge-lines.mjs"]) {
    const own = fileURLToPath(new URL(`../../../workers/local/language/${name}`, import.meta.url));
    await copyFile(own, path.join(folder, name));
  }
  expect(await problemOf(writer({ script }).load())).toBe("no-engine");
});

const STAND_IN = fileURLToPath(new URL("../../fakes/writer.mjs", import.meta.url));

test("a crash ends its own question; the next one has a new process", async () => {
  const fake = writer({ script: STAND_IN });
  const ask = (content: string) => fake.write(question({ messages: [{ role: "user", content }] }), () => {}, never);
  await ask("hello");
  const before = fake.child?.pid;
  await expect(ask("crash")).rejects.toThrow("the writer ended with SIGSEGV");
  await ask("hello");
  expect(fake.child?.pid).not.toBe(before);
});

test("an answer that the engine refuses leaves the process as it is", async () => {
  const fake = writer({ script: STAND_IN });
  const ask = (content: string) => fake.write(question({ messages: [{ role: "user", content }] }), () => {}, never);
  await ask("hello");
  const before = fake.child?.pid;
  await expect(ask("fail")).rejects.toThrow("the writer failed: Error");
  await ask("hello");
  expect(fake.child?.pid).toBe(before);
});

test.each([
  { modelPath: "crash", problem: "Error: the writer ended with 139" },
  { modelPath: "memory", problem: "memory" },
])("a process that ends or gives up while it loads is an error: $modelPath", async ({ modelPath, problem }) => {
  expect(await problemOf(writer({ script: STAND_IN, modelPath }).load())).toBe(problem);
});

test("a model without questions leaves the memory, and comes back when it is needed", async () => {
  const fake = writer({ script: STAND_IN, idleMs: 1 });
  await fake.load();
  await expect.poll(() => fake.child === null).toBe(true);
  expect(await fake.write(question(), () => {}, never)).toMatchObject({ kind: "written" });
});

test("a line is judged by a probability, the same each time, and lines share the passages that they follow", async () => {
  const request = {
    system: "Answer with one word: Yes or No.",
    passages: "Nora: The room is booked. ".repeat(20),
    questions: ["The room is booked. Yes or No?", "The room is red. Yes or No?", "The room is booked. Yes or No?"],
  };
  const judged = await writing.judge(request, never);
  if (judged.kind !== "judged") throw new Error(judged.kind);
  const [first, , third] = judged.probabilities;
  for (const probability of judged.probabilities) {
    expect(probability).toBeGreaterThan(0);
    expect(probability).toBeLessThan(1);
  }
  expect(third).toBeCloseTo(first ?? 0, 3);
  expect(judged.usage.cachedTokens).toBeGreaterThan(judged.usage.promptTokens / 2);
});

test("passages that are longer than the context are refused", async () => {
  const passages = "word ".repeat(20_000);
  expect(await writing.judge({ system: "", passages, questions: ["?"] }, never)).toEqual({ kind: "too-long" });
});
