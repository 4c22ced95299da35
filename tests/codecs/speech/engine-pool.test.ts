import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { EngineBroken } from "#workers/local/model-process.mjs";
import { EnginePool } from "#workers/local/speech/engine-pool.mjs";
import { EngineProcess } from "#workers/local/speech/engine-process.mjs";
import { SAMPLE_RATE } from "#workers/local/speech/resample.mjs";

const STAND_IN = fileURLToPath(new URL("../../fakes/recogniser.mjs", import.meta.url));
const SECOND = new Uint8Array(SAMPLE_RATE * 2);
const forever = new AbortController().signal;

function aPool({
  behaviour = "ok",
  processes = 1,
  idleMs,
  endsOnce = "",
  soundSecondsMax,
}: {
  behaviour?: string;
  processes?: number;
  idleMs?: number;
  endsOnce?: string;
  soundSecondsMax?: number;
} = {}) {
  const model = { kind: "whisper" as const, encoder: behaviour, decoder: "", tokens: endsOnce };
  const pool = new EnginePool({
    start: () =>
      new EngineProcess({
        files: { detector: "", model },
        script: STAND_IN,
        idleMs,
        ...(soundSecondsMax && { soundSecondsMax }),
      }),
    mayAdd: (running) => running < processes,
  });
  onTestFinished(() => pool.stop());
  /** The stand-in answers with its process id. */
  const recognise = async (language: string, rank: number[] = [0], signal = forever) =>
    (await pool.recognise({ rank, signal, pcm: SECOND, language })).heard.text;
  return { pool, recognise };
}

const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof EngineBroken ? error.problem : String(error)),
  );

test("the model is loaded once for all pieces", async () => {
  const { recognise } = aPool();
  const [first, second] = await Promise.all([recognise("en"), recognise("es")]);
  expect(first).toMatch(/^\d+$/);
  expect(second).toBe(first);
});

test("pieces are recognised in as many processes as the machine has room for", async () => {
  const { pool, recognise } = aPool({ processes: 2 });
  const pids = await Promise.all(["en", "es", "fr", "ca"].map((language) => recognise(language)));
  expect(new Set(pids).size).toBe(2);
  expect(pool.size).toBe(2);
});

test("a piece that ends two processes is an error of that piece; the next one has a new process", async () => {
  const { recognise } = aPool();
  const before = await recognise("en");
  const [crashed, after] = await Promise.allSettled([recognise("crash"), recognise("en")]);
  expect(crashed).toMatchObject({ status: "rejected", reason: new Error("the recogniser ended with SIGSEGV") });
  expect(after.status).toBe("fulfilled");
  expect(after).not.toMatchObject({ value: before });
});

test("a new process takes over after so much sound, so that memory stays small", async () => {
  const { recognise } = aPool({ soundSecondsMax: 1.5 });
  const [first, second, third] = [await recognise("en"), await recognise("en"), await recognise("en")];
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test("a piece whose process was killed is recognised by a new one", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "acta-pool-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { pool, recognise } = aPool({ endsOnce: path.join(folder, "ended") });
  await pool.load();
  const [member] = pool.members;
  const before = (member?.engine as EngineProcess | undefined)?.child?.pid;
  expect(await recognise("en")).not.toBe(String(before));
});

test("a piece that the engine refuses leaves the process as it is", async () => {
  const { recognise } = aPool();
  const before = await recognise("en");
  await expect(recognise("fail")).rejects.toThrow("the recogniser failed: Error");
  expect(await recognise("en")).toBe(before);
});

test("pieces wait in the order of their rank", async () => {
  const { recognise } = aPool();
  const done: string[] = [];
  const named = async (name: string, rank: number[]) => {
    await recognise("en", rank);
    done.push(name);
  };
  await Promise.all([
    named("first, at once", [9]),
    named("an upload's second piece", [1, 1, 0, 1]),
    named("a later recording", [1, 2, 0, 0]),
    named("a call", [0, 3, 0, 0]),
    named("an upload's first piece", [1, 1, 0, 0]),
  ]);
  expect(done).toEqual([
    "first, at once",
    "a call",
    "an upload's first piece",
    "an upload's second piece",
    "a later recording",
  ]);
});

test("a piece that nobody wants any more frees its process, also in the middle of a decode", async () => {
  const { recognise } = aPool();
  const before = await recognise("en");
  const controller = new AbortController();
  const stuck = recognise("silent", [0], controller.signal);
  const waiting = recognise("en", [1], controller.signal);
  const other = recognise("en", [2]);
  controller.abort(new DOMException("cancelled", "AbortError"));
  await expect(stuck).rejects.toThrow("cancelled");
  await expect(waiting).rejects.toThrow("cancelled");
  expect(await other, "another process").not.toBe(before);
});

test("a platform without a build is said to be one", async () => {
  expect(await problemOf(aPool({ behaviour: "broken" }).pool.load())).toBe("no-engine");
});

test("a process that dies while it loads is an error, not a wait without end", async () => {
  expect(await problemOf(aPool({ behaviour: "crash" }).pool.load())).toBe("Error: the recogniser ended with 139");
});

test("a model that nobody needs any more leaves the memory, and comes back when it is needed", async () => {
  const { pool, recognise } = aPool({ idleMs: 1 });
  const before = await recognise("en");
  const [member] = pool.members;
  const child = (member?.engine as EngineProcess | undefined) ?? null;
  await expect.poll(() => child?.child ?? null, { timeout: 30_000 }).toBeNull();
  expect(await recognise("en")).not.toBe(before);
});
