import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { randomId } from "#app/domain/ids.ts";
import type { ByteSource } from "#app/media/byte-source.ts";
import { r2ByteSource, type ReadableBucket } from "#app/server/adapters/r2/r2-recording-store.ts";

const MIB = 1024 * 1024;

/** Bytes of which each tells where it stood. */
function pattern(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let index = 0; index < length; index++) bytes[index] = (index * 31 + (index >> 12)) & 0xff;
  return bytes;
}

async function stored(bytes: Uint8Array) {
  const key = `tests/${randomId()}`;
  const object = await env.RECORDINGS.put(key, bytes);
  return { key, version: { etag: object?.etag ?? "", size: bytes.length } };
}

/** The first place where two arrays differ; comparing megabytes element by element takes expect() seconds. */
function firstDifference(one: Uint8Array, other: Uint8Array): number | null {
  if (one.length !== other.length) return Math.min(one.length, other.length);
  const index = one.findIndex((byte, index) => byte !== other[index]);
  return index === -1 ? null : index;
}

async function collect(source: ByteSource, start: number, end: number) {
  const parts: Uint8Array[] = [];
  const stream = source.stream(start, end);
  for (let chunk = await stream.next(); chunk; chunk = await stream.next()) parts.push(chunk.slice());
  return {
    bytes: new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer()),
    sizes: parts.map((part) => part.length),
  };
}

test("a small read answers with just these bytes, and is cut at the end", async () => {
  const bytes = pattern(5000);
  const { key, version } = await stored(bytes);
  const source = r2ByteSource(env.RECORDINGS, key, version);
  expect(await source.read(10, 20)).toEqual(bytes.slice(10, 20));
  expect(await source.read(4990, 6000)).toEqual(bytes.slice(4990));
  expect(await source.read(5000, 6000)).toEqual(new Uint8Array(0));
});

test("a stream comes in pieces of two mebibytes and loses nothing", async () => {
  const bytes = pattern(4.5 * MIB);
  const { key, version } = await stored(bytes);
  const { bytes: read, sizes } = await collect(r2ByteSource(env.RECORDINGS, key, version), 100, bytes.length);
  expect(sizes).toEqual([2 * MIB, 2 * MIB, 0.5 * MIB - 100]);
  expect(firstDifference(read, bytes.slice(100))).toBeNull();
});

test("a stream that breaks goes on where it stood", async () => {
  const bytes = pattern(3 * MIB);
  const { key, version } = await stored(bytes);
  let opened = 0;
  const breaking: ReadableBucket = {
    get: (async (key: string, options: R2GetOptions) => {
      const object = await env.RECORDINGS.get(key, options);
      opened += 1;
      if (opened > 1 || !object || !("body" in object)) return object;
      // The line goes down after 1.25 MiB.
      const cut = new Uint8Array(await object.arrayBuffer()).slice(0, 1.25 * MIB);
      return Object.create(object, { body: { value: new Response(cut).body } });
    }) as R2Bucket["get"],
  };
  const { bytes: read } = await collect(r2ByteSource(breaking, key, version), 0, bytes.length);
  expect(firstDifference(read, bytes)).toBeNull();
  expect(opened).toBeGreaterThan(1);
});

test("a store that stays down is an upstream error that may be tried again", async () => {
  const down: ReadableBucket = { get: () => Promise.reject(new Error("internal error")) };
  const source = r2ByteSource(down, "tests/x", { size: 10, etag: "abc" });
  await expect(source.read(0, 5)).rejects.toMatchObject({ name: "UpstreamError", service: "r2", retryable: true });
  await expect(source.stream(0, 5).next()).rejects.toMatchObject({ name: "UpstreamError" });
});

test("an object that was replaced or removed is never mixed with the one that was opened", async () => {
  const { key, version } = await stored(pattern(100));
  const source = r2ByteSource(env.RECORDINGS, key, version);
  await env.RECORDINGS.put(key, pattern(101));
  await expect(source.read(0, 5)).rejects.toMatchObject({ name: "SourceChangedError", what: "changed" });
  await expect(source.stream(0, 5).next()).rejects.toMatchObject({ name: "SourceChangedError", what: "changed" });
  await env.RECORDINGS.delete(key);
  await expect(source.read(0, 5)).rejects.toMatchObject({ name: "SourceChangedError", what: "missing" });
});

test("a stream that is left early can be left", async () => {
  const { key, version } = await stored(pattern(3 * MIB));
  const stream = r2ByteSource(env.RECORDINGS, key, version).stream(0, 3 * MIB);
  await stream.next();
  await expect(stream.cancel()).resolves.toBeUndefined();
});
