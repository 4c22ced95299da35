import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sendFile, startFileServer } from "#tests/support/file-server.ts";
import { bringModel, ModelError } from "#workers/local/model-files/bring-model.mjs";

/** The magic number "GGUF", followed by arbitrary bytes. */
const MODEL = new Uint8Array(50_000).map((_, index) => (index * 31) % 253);
MODEL.set([0x47, 0x47, 0x55, 0x46]);

async function aChoice() {
  const folder = await mkdtemp(path.join(tmpdir(), "acta-model-"));
  const server = await startFileServer((request, response) => sendFile(MODEL, request, response));
  onTestFinished(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
  const sha256 = createHash("sha256").update(MODEL).digest("hex");
  const choice = {
    kind: "fetched" as const,
    id: "test",
    path: path.join(folder, "ggml-test.bin"),
    url: `${server.origin}/ggml-test.bin`,
    model: { name: "test", file: "ggml-test.bin", bytes: MODEL.length, sha256 },
  };
  return { choice, server };
}

const nothing = () => {};
const { signal } = new AbortController();
const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof ModelError ? error.problem : error),
  );

test("a model is fetched once, and a later start finds it", async () => {
  const { choice, server } = await aChoice();
  await bringModel(choice, nothing, signal);
  await bringModel(choice, nothing, signal);
  expect(server.ranges).toHaveLength(1);
});

test("a model that was damaged later is fetched again", async () => {
  const { choice, server } = await aChoice();
  await bringModel(choice, nothing, signal);
  const damaged = await readFile(choice.path);
  damaged[1000] = 255;
  await writeFile(choice.path, damaged);
  await bringModel(choice, nothing, signal);
  expect(server.ranges).toHaveLength(2);
  expect((await readFile(choice.path)).equals(MODEL)).toBe(true);
});

test("two concurrent callers fetch it once", async () => {
  const { choice, server } = await aChoice();
  await Promise.all([bringModel(choice, nothing, signal), bringModel(choice, nothing, signal)]);
  expect(server.ranges).toHaveLength(1);
  expect(existsSync(`${choice.path}.lock`)).toBe(false);
});

test("the lock of a dead process does not block others", async () => {
  const { choice } = await aChoice();
  const dead = spawnSync(process.execPath, ["--eval", "0"]).pid;
  await writeFile(`${choice.path}.lock`, String(dead));
  await bringModel(choice, nothing, signal);
  expect(existsSync(choice.path)).toBe(true);
});

test("a custom file that is missing or is no model is reported", async () => {
  const { choice } = await aChoice();
  const own = { kind: "file" as const, id: "file-own", path: choice.path };
  expect(await problemOf(bringModel(own, nothing, signal))).toBe("no-such-file");
  await writeFile(own.path, "<!doctype html>");
  expect(await problemOf(bringModel(own, nothing, signal))).toBe("not-a-model");
  await writeFile(own.path, MODEL);
  expect(await problemOf(bringModel(own, nothing, signal))).toBeNull();
});

test("a fetched file that is no model is reported", async () => {
  const { choice } = await aChoice();
  const page = new TextEncoder().encode("<!doctype html>");
  const server = await startFileServer((request, response) => sendFile(page, request, response));
  onTestFinished(() => server.close());
  const model = { ...choice.model, bytes: page.length, sha256: createHash("sha256").update(page).digest("hex") };
  expect(await problemOf(bringModel({ ...choice, url: server.origin, model }, nothing, signal))).toBe("not-a-model");
});
