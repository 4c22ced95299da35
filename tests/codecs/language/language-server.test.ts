import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { parseDraft } from "#app/contracts/meeting/summary-draft.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import { localLanguage, localModel } from "#app/server/adapters/openai/local-language.ts";
import { sendFile, startFileServer } from "#tests/support/file-server.ts";
import { miniatureGguf } from "#tests/support/write-gguf.ts";
import { talk } from "#tests/unit/engines/transcripts.ts";

/** The local language server as `npm start` runs it, with the real engine and a model of random weights. */

const KEY = "key-of-this-test";
const signal = new AbortController().signal;

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "acta-language-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function aServer(env: Record<string, string>) {
  const script = fileURLToPath(new URL("../../../workers/local/language/language-server.mjs", import.meta.url));
  const child = spawn(process.execPath, [script], {
    env: {
      ...process.env,
      LANGUAGE_PORT: "0",
      LANGUAGE_KEY: KEY,
      ACTA_LANGUAGE_THREADS: "1",
      ACTA_LANGUAGE_MODEL: "medium",
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  });
  const baseUrl = await addressOf(child);
  const local = { baseUrl, model: "miniature", apiKey: KEY };
  return { engine: localLanguage(local), page: localModel(local) };
}

/** The address that it prints. Its output is read to the end, because the server goes on writing log lines. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let written = "";
    child.stdout?.on("data", (bytes) => {
      written += String(bytes);
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(written);
      if (found) resolve(found[0]);
    });
    child.once("exit", () => reject(new Error(`the language server did not start: ${written}`)));
  });
}

type Server = Awaited<ReturnType<typeof aServer>>;
const failureOf = (work: Promise<unknown> | undefined) =>
  work?.then(
    () => "ready",
    (error: unknown) => (error instanceof Error ? error.name : "unknown"),
  );
async function loaded({ engine }: Server) {
  const prepare = () => failureOf(engine.prepare?.({ ask: "meeting/1", signal }));
  await expect.poll(prepare, { timeout: 60_000 }).toBe("ready");
}

test("a file that one has writes minutes and answers questions", { timeout: 120_000 }, async () => {
  const file = path.join(await aFolder(), "own.gguf");
  await writeFile(file, miniatureGguf());
  const server = await aServer({ ACTA_LANGUAGE_MODEL_PATH: file });
  expect(await server.page.look()).toMatchObject({ state: "ready", uses: null });
  await loaded(server);
  const answer = await server.engine.writeSummary({
    template: BASIC_SYSTEM,
    language: "en",
    segments: talk(6),
    signal,
  });
  const { draft, droppedFields, droppedItems } = parseDraft(answer, BASIC_SYSTEM);
  expect([draft.fields.length, droppedFields, droppedItems]).toEqual([BASIC_SYSTEM.fields.length, 0, 0]);
  const messages = [{ role: "user" as const, content: "Who has the keys?" }];
  let words = "";
  for await (const piece of server.engine.chat?.answer({ messages, answerTokensMax: 20, signal }) ?? []) words += piece;
  expect(words.length).toBeGreaterThan(0);
});

test("a model is fetched only when a person asks for it, once, and is known by its SHA-256", {
  timeout: 120_000,
}, async () => {
  const model = miniatureGguf();
  const files = await startFileServer((request, response) => sendFile(model, request, response));
  onTestFinished(() => files.close());
  const env = {
    ACTA_LANGUAGE_MODEL_DIR: await aFolder(),
    ACTA_LANGUAGE_MODEL_URL: files.origin,
    ACTA_LANGUAGE_MODEL_PIN: `${model.length}:${createHash("sha256").update(model).digest("hex")}`,
  };
  const server = await aServer(env);
  const offer = { name: "medium", bytes: model.length };
  expect(await server.page.look()).toMatchObject({ state: "absent", offer });
  expect(await failureOf(server.engine.prepare?.({ ask: "meeting/1", signal }))).toBe("LanguageMissing");
  expect(files.ranges).toEqual([]);
  await server.page.fetch("click-1");
  await loaded(server);
  expect(files.ranges).toHaveLength(1);
  // A later start finds it.
  const next = await aServer(env);
  expect(await next.page.look()).toMatchObject({ state: "ready" });
  await loaded(next);
  expect(files.ranges).toHaveLength(1);
});

test("a file with another SHA-256 is refused, and the next order tries again", { timeout: 120_000 }, async () => {
  const model = miniatureGguf();
  const files = await startFileServer((request, response) => sendFile(model, request, response));
  onTestFinished(() => files.close());
  const server = await aServer({
    ACTA_LANGUAGE_MODEL_DIR: await aFolder(),
    ACTA_LANGUAGE_MODEL_URL: files.origin,
    ACTA_LANGUAGE_MODEL_PIN: `${model.length}:${"0".repeat(64)}`,
  });
  await server.page.fetch("click-1");
  await expect
    .poll(() => server.page.look(), { timeout: 60_000 })
    .toMatchObject({ state: "failed", problem: "checksum" });
  expect(await failureOf(server.engine.prepare?.({ ask: "meeting/1", signal }))).toBe("LanguageMissing");
  expect(await server.page.fetch("click-2")).toMatchObject({ state: "preparing" });
});

test("a download is paused, goes on in a later start, and is not sent twice", { timeout: 120_000 }, async () => {
  const model = miniatureGguf();
  const half = Math.floor(model.length / 2);
  // The first answer stops in the middle and keeps the connection, as a slow line does.
  const files = await startFileServer((request, response, count) => {
    if (count > 1) return sendFile(model, request, response);
    response.writeHead(200, { "Content-Length": model.length });
    response.write(model.subarray(0, half));
  });
  onTestFinished(() => files.close());
  const env = {
    ACTA_LANGUAGE_MODEL_DIR: await aFolder(),
    ACTA_LANGUAGE_MODEL_URL: files.origin,
    ACTA_LANGUAGE_MODEL_PIN: `${model.length}:${createHash("sha256").update(model).digest("hex")}`,
  };
  const server = await aServer(env);
  await server.page.fetch("click-1");
  const download = { receivedBytes: half, totalBytes: model.length };
  await expect.poll(() => server.page.look()).toMatchObject({ state: "preparing", download });
  expect(await server.page.pause()).toMatchObject({ state: "paused", download });
  const next = await aServer(env);
  expect(await next.page.look()).toMatchObject({ state: "paused", download });
  await next.page.fetch("click-2");
  await loaded(next);
  expect(files.ranges).toEqual([null, `bytes=${half}-`]);
});

test("without the internet the page is told so, and the next order tries again", { timeout: 120_000 }, async () => {
  const files = await startFileServer(() => {});
  await files.close();
  const server = await aServer({
    ACTA_LANGUAGE_MODEL_DIR: await aFolder(),
    ACTA_LANGUAGE_MODEL_URL: files.origin,
    ACTA_LANGUAGE_MODEL_PIN: `200000:${"0".repeat(64)}`,
  });
  await server.page.fetch("click-1");
  await expect
    .poll(() => server.page.look(), { timeout: 60_000 })
    .toMatchObject({ state: "failed", problem: "offline" });
  expect(await server.page.fetch("click-2")).toMatchObject({ state: "preparing" });
});
