import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { ByteStream } from "#app/media/byte-source.ts";
import { type ZipEntry, zipStream } from "#app/server/exports/archive/write-zip.ts";

const folder = mkdtempSync(path.join(tmpdir(), "acta-zip-"));
afterAll(() => rmSync(folder, { recursive: true }));

const AT = Date.UTC(2026, 10, 21, 9, 30, 2);
const text = (value: string) => new TextEncoder().encode(value);

/** A stream of `size` bytes in chunks that share one buffer, as the bucket's do. */
function streamOf(size: number, chunkBytes: number): ByteStream & { cancelled: boolean } {
  const buffer = new Uint8Array(chunkBytes);
  let sent = 0;
  return {
    cancelled: false,
    async next() {
      if (sent >= size) return null;
      const length = Math.min(chunkBytes, size - sent);
      for (let at = 0; at < length; at++) buffer[at] = (sent + at) % 251;
      sent += length;
      return buffer.subarray(0, length);
    },
    async cancel() {
      this.cancelled = true;
    },
  };
}

async function* listed(entries: readonly ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* entries;
}

/** Writes an archive behind a hole of `startOffset` bytes, which takes no room on the disk. */
async function written(name: string, entries: AsyncIterable<ZipEntry>, startOffset = 0): Promise<string> {
  const file = path.join(folder, name);
  // Synchronous: waiting for each of 200,000 small pieces took most of the time of the suite.
  const opened = openSync(file, "w");
  try {
    let at = startOffset;
    const reader = zipStream(entries, { startOffset }).getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      writeSync(opened, read.value, 0, read.value.byteLength, at);
      at += read.value.byteLength;
    }
  } finally {
    closeSync(opened);
  }
  return file;
}

const ENTRIES: readonly ZipEntry[] = [
  { path: "account.json", modifiedAt: AT, body: text("{}") },
  { path: "meetings/2026-11-21 Què/minutes.md", modifiedAt: AT, body: text("# Què\n") },
  { path: "meetings/2026-11-21 Què/empty.txt", modifiedAt: AT, body: text("") },
  {
    path: "meetings/2026-11-21 Què/recording.mp4",
    modifiedAt: AT,
    body: { size: 300_000, open: () => streamOf(300_000, 65_536) },
  },
];

test("another reader finds every entry with its bytes, its name and its time", async () => {
  const { default: Zip } = await import("jszip");
  const zip = await Zip.loadAsync(await readFile(await written("plain.zip", listed(ENTRIES))));
  const files = Object.values(zip.files).filter(({ dir }) => !dir);
  expect(files.map(({ name }) => name)).toEqual(ENTRIES.map((entry) => entry.path));
  expect(files.map(({ date }) => date.getTime())).toEqual(ENTRIES.map(() => AT));
  expect(await zip.file("meetings/2026-11-21 Què/minutes.md")?.async("text")).toBe("# Què\n");
  const recording = (await zip.file("meetings/2026-11-21 Què/recording.mp4")?.async("uint8array")) ?? new Uint8Array();
  expect(recording.length).toBe(300_000);
  expect(recording.every((byte, at) => byte === at % 251)).toBe(true);
});

test("nothing of an entry is read before the reader asks for it", async () => {
  const taken: string[] = [];
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const entry of ENTRIES) {
      taken.push(entry.path);
      yield entry;
    }
  }
  const reader = zipStream(entries()).getReader();
  expect(taken).toEqual([]);
  await reader.read();
  expect(taken).toEqual(["account.json"]);
  await reader.cancel();
});

test("a reader that leaves ends the stream of the entry that is being sent", async () => {
  const stream = streamOf(1_000_000, 65_536);
  const reader = zipStream(
    listed([{ path: "recording.mp4", modifiedAt: AT, body: { size: 1_000_000, open: () => stream } }]),
  ).getReader();
  await reader.read();
  await reader.read();
  await reader.cancel();
  expect(stream.cancelled).toBe(true);
});

test("a recording that is shorter than it was said to be ends the archive in an error", async () => {
  const short = { size: 1000, open: () => streamOf(999, 500) };
  const reading = written("short.zip", listed([{ path: "recording.mp4", modifiedAt: AT, body: short }]));
  await expect(reading).rejects.toThrow("an entry of 1000 bytes had 999");
});

/** Info-ZIP, which reads ZIP64. */
const UNZIP = "/usr/bin/unzip";
const hasUnzip = await readFile(UNZIP).then(
  () => true,
  () => false,
);
const unzip = (...args: string[]) => execFileSync(UNZIP, args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });

describe.skipIf(!hasUnzip)("with Info-ZIP's unzip, where it is installed", () => {
  test("every entry passes its check", async () => {
    expect(unzip("-t", await written("checked.zip", listed(ENTRIES)))).toContain("No errors detected");
  });

  test("entries behind 4 GiB have their places in the fields of ZIP64", async () => {
    const file = await written("far.zip", listed(ENTRIES), 0x1_0000_0100);
    expect(unzip("-t", file)).toContain("No errors detected");
    expect(unzip("-p", file, "account.json")).toBe("{}");
  });

  test("more than 65,535 entries are counted by ZIP64", async () => {
    async function* many(): AsyncGenerator<ZipEntry> {
      for (let at = 0; at < 65_540; at++) yield { path: `${at}.txt`, modifiedAt: AT, body: text(String(at)) };
    }
    const file = await written("many.zip", many());
    expect(unzip("-p", file, "65539.txt")).toBe("65539");
    expect(unzip("-Z", "-t", file)).toMatch(/^65540 files/u);
  });
});
