import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type FileServer, sendFile, startFileServer } from "#tests/support/file-server.ts";
import { FetchFileError, fetchFile } from "#workers/local/model-files/fetch-file.mjs";

const FILE = new Uint8Array(300_000).map((_, index) => (index * 7919) % 251);
const SHA256 = createHash("sha256").update(FILE).digest("hex");

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "acta-model-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function aServer(answer: Parameters<typeof startFileServer>[0]): Promise<FileServer> {
  const server = await startFileServer(answer);
  onTestFinished(() => server.close());
  return server;
}

async function fetchFrom(server: FileServer, folder: string, more: { sha256?: string; idleMs?: number } = {}) {
  const target = path.join(folder, "models/model.bin");
  const told: number[] = [];
  await fetchFile({
    url: `${server.origin}/model.bin`,
    target,
    bytes: FILE.length,
    sha256: SHA256,
    progress: (bytes) => told.push(bytes),
    signal: new AbortController().signal,
    tryAgainMs: 1,
    ...more,
  });
  return { target, told };
}

const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof FetchFileError ? error.problem : error),
  );

test("a model is fetched completely, with progress, and gets its final name only then", async () => {
  const server = await aServer((request, response) => sendFile(FILE, request, response));
  const { target, told } = await fetchFrom(server, await aFolder());
  expect((await readFile(target)).equals(FILE)).toBe(true);
  expect(told[0]).toBe(0);
  expect(told.at(-1)).toBe(FILE.length);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  expect(existsSync(`${target}.part`)).toBe(false);
});

test("a broken download resumes where it stopped", async () => {
  const server = await aServer((request, response, count) => sendFile(FILE, request, response, count * 100_000));
  const { target, told } = await fetchFrom(server, await aFolder());
  // A client may not have read everything that was sent before the connection broke. It resumes from its stored bytes.
  const [whole, ...rest] = server.ranges;
  expect(whole).toBeNull();
  expect(rest).toHaveLength(2);
  for (const range of rest)
    expect(told.filter((bytes) => bytes > 0).map((bytes) => `bytes=${bytes}-`)).toContain(range);
  expect((await readFile(target)).equals(FILE)).toBe(true);
});

test("a later start resumes the partial file of an earlier one", async () => {
  const folder = await aFolder();
  const broken = await aServer((request, response, count) =>
    count === 1 ? sendFile(FILE, request, response, 120_000) : response.writeHead(404).end(),
  );
  expect(await problemOf(fetchFrom(broken, folder))).toBe("download-failed");
  const server = await aServer((request, response) => sendFile(FILE, request, response));
  const { target, told } = await fetchFrom(server, folder);
  expect(server.ranges).toEqual([`bytes=${told[0]}-`]);
  expect(told[0]).toBeGreaterThan(0);
  expect(told[0]).toBeLessThanOrEqual(120_000);
  expect((await readFile(target)).equals(FILE)).toBe(true);
});

test("a server without support for ranges sends the file from the start", async () => {
  const folder = await aFolder();
  const server = await aServer((request, response, count) => {
    request.headers.range = "";
    sendFile(FILE, request, response, count === 1 ? 50_000 : FILE.length);
  });
  const { target } = await fetchFrom(server, folder);
  expect(server.ranges).toEqual([null, "bytes=50000-"]);
  expect((await readFile(target)).equals(FILE)).toBe(true);
});

test("a partial file that belongs to another file is thrown away once", async () => {
  const folder = await aFolder();
  const server = await aServer((request, response) => sendFile(FILE, request, response));
  await fetchFrom(server, folder);
  await rm(path.join(folder, "models/model.bin"));
  await writeFile(path.join(folder, "models/model.bin.part"), new Uint8Array(100_000));
  const { target } = await fetchFrom(server, folder);
  expect(server.ranges).toEqual([null, "bytes=100000-", null]);
  expect((await readFile(target)).equals(FILE)).toBe(true);
});

test("a file that differs from the announced one is never used", async () => {
  const folder = await aFolder();
  const server = await aServer((request, response) => sendFile(FILE, request, response));
  expect(await problemOf(fetchFrom(server, folder, { sha256: "0".repeat(64) }))).toBe("checksum");
  expect(existsSync(path.join(folder, "models/model.bin"))).toBe(false);
  expect(server.ranges).toHaveLength(2);
});

test("an endless file is not stored to its end", async () => {
  const server = await aServer((_request, response) => {
    response.writeHead(200);
    const more = () => {
      if (!response.destroyed) response.write(new Uint8Array(64_000), () => setImmediate(more));
    };
    more();
  });
  expect(await problemOf(fetchFrom(server, await aFolder()))).toBe("checksum");
});

test.each([404, 403, 416])("a server that answers %i is not asked again", async (status) => {
  const server = await aServer((_request, response) => response.writeHead(status).end());
  expect(await problemOf(fetchFrom(server, await aFolder()))).toBe("download-failed");
  expect(server.ranges).toHaveLength(1);
});

test("a server that is briefly down is asked again, and the fetch fails when it stays down", async () => {
  const moody = await aServer((request, response, count) =>
    count < 3 ? response.writeHead(503).end() : sendFile(FILE, request, response),
  );
  await fetchFrom(moody, await aFolder());
  expect(moody.ranges).toHaveLength(3);
  const down = await aServer((_request, response) => response.writeHead(503).end());
  expect(await problemOf(fetchFrom(down, await aFolder()))).toBe("download-failed");
  expect(down.ranges).toHaveLength(4);
});

test("a server that stops sending is abandoned", async () => {
  const server = await aServer((request, response, count) => {
    if (count > 1) return sendFile(FILE, request, response);
    response.writeHead(200, { "Content-Length": FILE.length });
    response.write(FILE.subarray(0, 40_000));
  });
  await fetchFrom(server, await aFolder(), { idleMs: 200 });
  expect(server.ranges).toEqual([null, "bytes=40000-"]);
});

test("a server that cannot be reached is said to be one", async () => {
  const server = await startFileServer((_request, response) => response.end());
  await server.close();
  expect(await problemOf(fetchFrom(server, await aFolder()))).toBe("offline");
});

test("a folder that cannot be created is a disk problem", async () => {
  const folder = await aFolder();
  await writeFile(path.join(folder, "models"), "a file where the folder should be");
  const server = await aServer((request, response) => sendFile(FILE, request, response));
  expect(await problemOf(fetchFrom(server, folder))).toBe("disk");
});
