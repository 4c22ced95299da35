import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { writeMiniatureWhisper } from "#tests/support/write-whisper-model.ts";
import { EngineBroken } from "#workers/local/model-process.mjs";
import { Recognition } from "#workers/local/speech/recognition.mjs";
import { SAMPLE_RATE } from "#workers/local/speech/resample.mjs";

const STAND_IN = fileURLToPath(new URL("../../fakes/recogniser.mjs", import.meta.url));
const SECOND = Buffer.alloc(SAMPLE_RATE * 2);

function recognising(options: { modelPath?: string; script?: string; idleMs?: number } = {}) {
  const recognition = new Recognition({ modelPath: "ok", script: STAND_IN, ...options });
  onTestFinished(() => recognition.stop());
  return recognition;
}

const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof EngineBroken ? error.problem : String(error)),
  );

test("the model is loaded once for all windows, and they are heard one after the other", async () => {
  const recognition = recognising();
  const [first, second] = await Promise.all([recognition.recognise(SECOND, "en"), recognition.recognise(SECOND, "es")]);
  expect(first).toEqual([{ startMs: 0, endMs: 1000, text: expect.stringMatching(/^\d+$/) }]);
  expect(second).toEqual(first);
});

test("a crash on one window is an error of that window; the next one has a new process", async () => {
  const recognition = recognising();
  const before = await recognition.recognise(SECOND, "en");
  const [crashed, after] = await Promise.allSettled([
    recognition.recognise(SECOND, "crash"),
    recognition.recognise(SECOND, "en"),
  ]);
  expect(crashed).toMatchObject({ status: "rejected", reason: new Error("the recogniser ended with SIGSEGV") });
  expect(after.status).toBe("fulfilled");
  expect(after).not.toMatchObject({ value: before });
});

test("a window that the engine refuses leaves the process as it is", async () => {
  const recognition = recognising();
  const before = await recognition.recognise(SECOND, "en");
  await expect(recognition.recognise(SECOND, "fail")).rejects.toThrow("the recogniser failed: Error");
  expect(await recognition.recognise(SECOND, "en")).toEqual(before);
});

test("a platform without a build is said to be one", async () => {
  expect(await problemOf(recognising({ modelPath: "broken" }).load())).toBe("no-engine");
});

test("a process that dies while it loads is an error, not a wait without end", async () => {
  expect(await problemOf(recognising({ modelPath: "crash" }).load())).toBe("Error: the recogniser ended with 139");
});

test("a model that nobody needs any more leaves the memory, and comes back when it is needed", async () => {
  const recognition = recognising({ idleMs: 1 });
  const before = await recognition.recognise(SECOND, "en");
  await expect.poll(() => recognition.child === null).toBe(true);
  const after = await recognition.recognise(SECOND, "en");
  expect(after).not.toEqual(before);
});

test("the real engine says of a file that is no model that it is none", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "acta-model-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, "ggml.bin");
  await writeFile(file, "lmgg and then nothing that a model has");
  const recognition = new Recognition({ modelPath: file });
  onTestFinished(() => recognition.stop());
  expect(await problemOf(recognition.load())).toBe("not-a-model");
}, 120_000);

test("the real engine answers what its model recognises, with moments in milliseconds, in a named language and in one that it finds", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "acta-whisper-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const modelPath = path.join(folder, "miniature.bin");
  await writeMiniatureWhisper(modelPath, [
    { start: 0, end: 6.5, text: "La oferta sale el viernes." },
    { start: 7, end: 20, text: "El presupuesto es de doce mil euros." },
  ]);
  const recognition = new Recognition({ modelPath });
  onTestFinished(() => recognition.stop());
  const heard = [
    { startMs: 0, endMs: 6500, text: " La oferta sale el viernes." },
    { startMs: 7000, endMs: 20_000, text: " El presupuesto es de doce mil euros." },
  ];
  const window = Buffer.alloc(24 * SAMPLE_RATE * 2);
  expect(await recognition.recognise(window, "es")).toEqual(heard);
  expect(await recognition.recognise(window, "auto")).toEqual(heard);
});
