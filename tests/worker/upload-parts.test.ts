import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import {
  unfinishedUploadsAnswer,
  uploadPartsAnswer,
  type UploadStarted,
} from "#app/contracts/recording/upload-answers.ts";
import {
  UPLOAD_ABANDONED_MS,
  UPLOAD_PART_BYTES,
  UPLOAD_UNANNOUNCED_MS,
  UPLOAD_UNFINISHED_MS_MAX,
  UPLOAD_WHOLE_BYTES_MAX,
} from "#app/domain/limits/uploads.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { landedParts, unfinishedUploads } from "#app/server/db/schema-usage.ts";
import { meetings } from "#app/server/db/schema.ts";
import { composeServices } from "#workers/compose.ts";
import type { Env } from "#workers/config.ts";
import { sweep } from "#workers/cron/sweep.ts";
import { call, credits, finishUpload, post, putBytes, refusalOf, startUpload } from "#tests/support/api.ts";
import { keyOf } from "#tests/support/given-transcript.ts";
import { fixture } from "#tests/support/fixture.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { takesParts, unfinishedOf } from "#tests/support/unfinished-upload.ts";

const db = openDatabase(env.DB);
const FILE = { fileName: "board.mp4", fileModifiedAt: 1_795_000_000_000, fileDigest: "a".repeat(64) };

/** A recording of ours with so much room after it that it goes in parts. */
async function largeRecording(bytes = UPLOAD_WHOLE_BYTES_MAX + 5000): Promise<Uint8Array<ArrayBuffer>> {
  const recording = await fixture("talk-captions.mp4");
  const file = new Uint8Array(bytes);
  file.set(recording);
  const view = new DataView(file.buffer);
  view.setUint32(recording.length, bytes - recording.length);
  file.set(new TextEncoder().encode("free"), recording.length + 4);
  return file;
}

const partOf = (file: Uint8Array<ArrayBuffer>, number: number) =>
  file.slice((number - 1) * UPLOAD_PART_BYTES, number * UPLOAD_PART_BYTES);

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))));
}

const start = (cookie: string, file: Uint8Array, over: Record<string, unknown> = {}) =>
  startUpload(cookie, { fileSize: file.length, parts: FILE, ...over });

async function ask(cookie: string, meetId: string, body: { landed?: unknown[]; wanted?: unknown[] }) {
  const answer = await post("/api/acta/upload_parts", cookie, { meetId, ...body });
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
  return uploadPartsAnswer.parse(await answer.json());
}

/** Sends one part as a page does; returns the store's answer. */
async function send(cookie: string, meetId: string, file: Uint8Array<ArrayBuffer>, number: number, over = {}) {
  const bytes = partOf(file, number);
  const { places } = await ask(cookie, meetId, { wanted: [{ number, sha256: await sha256(bytes) }] });
  const [place] = places;
  if (!place) throw new Error("no place for a part that has not landed");
  const headers = { "Content-Length": String(bytes.length), ...place.headers };
  const answer = await call(place.url, { method: "PUT", body: bytes, headers, ...over });
  return { status: answer.status, etag: answer.headers.get("ETag") ?? "", text: await answer.text(), number };
}

async function sendAll(cookie: string, { meetId }: UploadStarted, file: Uint8Array<ArrayBuffer>, numbers = [3, 1, 2]) {
  for (const number of numbers) {
    const { status, etag } = await send(cookie, meetId, file, number);
    expect(status).toBe(200);
    await ask(cookie, meetId, { landed: [{ number, etag }] });
  }
}

async function sweepLater(ms: number) {
  const services = composeServices(env as unknown as Env, () => undefined);
  await sweep({ ...services, now: () => Date.now() + ms, log: () => undefined });
}

const waiting = async (cookie: string) =>
  unfinishedUploadsAnswer.parse(await (await call("/api/acta/uploads", { cookie })).json()).uploads;

test("a file in parts lands in any order, is joined, taken and counted once", async () => {
  const { cookie } = await signIn();
  const file = await largeRecording();
  const started = await start(cookie, file);
  expect(started.parts).toEqual({ partBytes: UPLOAD_PART_BYTES, landed: [] });
  await sendAll(cookie, started, file);
  expect(await waiting(cookie)).toMatchObject([{ meetId: started.meetId, landedBytes: file.length, ...FILE }]);
  expect((await finishUpload(cookie, started.meetId)).status).toBe(200);
  expect((await finishUpload(cookie, started.meetId)).status).toBe(200);
  expect(await waiting(cookie)).toEqual([]);
  expect(await credits(cookie)).toMatchObject({ meetCount: { uploadMeets: 1 } });
  await vi.waitFor(async () => {
    const [row] = await db.select().from(meetings).where(eq(meetings.id, started.meetId));
    expect(row).toMatchObject({ status: "SUMMARIZED" });
  }, 20_000);
});

test("the same file chosen again continues its upload, also from another dialog", async () => {
  const { cookie } = await signIn();
  const file = await largeRecording();
  const first = await start(cookie, file, { submissionId: "dialog-parts-1" });
  await sendAll(cookie, first, file, [2]);
  const second = await start(cookie, file, { submissionId: "dialog-parts-2", meetingName: "The board, again" });
  expect(second).toMatchObject({ meetId: first.meetId, parts: { landed: [2] } });
  expect(await credits(cookie)).toMatchObject({ meetCount: { uploadMeets: 1 } });
  expect(
    (await ask(cookie, first.meetId, { wanted: [{ number: 2, sha256: await sha256(partOf(file, 2)) }] })).places,
  ).toEqual([]);
  await sendAll(cookie, second, file, [1, 3]);
  expect((await finishUpload(cookie, second.meetId, { meetingName: "The board, again" })).status).toBe(200);
});

test.each<[string, Record<string, unknown>]>([
  ["changed since", { fileModifiedAt: FILE.fileModifiedAt + 1 }],
  ["with other ends", { fileDigest: "b".repeat(64) }],
  ["of another name", { fileName: "other.mp4" }],
])("a file %s is another upload", async (_name, over) => {
  const { cookie } = await signIn();
  const file = await largeRecording();
  const first = await start(cookie, file);
  const second = await start(cookie, file, { parts: { ...FILE, ...over } });
  expect(second.meetId).not.toBe(first.meetId);
});

test("a part that lacks is said at the end, and nothing is lost", async () => {
  const { cookie } = await signIn();
  const file = await largeRecording();
  const started = await start(cookie, file);
  await sendAll(cookie, started, file, [1, 3]);
  expect(await refusalOf(await finishUpload(cookie, started.meetId))).toMatchObject({
    status: 409,
    code: "bytes-missing",
  });
  await sendAll(cookie, started, file, [2]);
  expect((await finishUpload(cookie, started.meetId)).status).toBe(200);
});

test.each<[string, (file: Uint8Array<ArrayBuffer>) => Record<string, unknown>, number, string]>([
  [
    "a flipped bit",
    (file) => ({ body: partOf(file, 1).map((byte, at) => (at === 99 ? byte ^ 1 : byte)) }),
    400,
    "BadDigest",
  ],
  ["another length", (file) => ({ body: partOf(file, 1).slice(1) }), 400, "IncompleteBody"],
])("a part with %s does not land", async (_name, over, status, code) => {
  const { cookie } = await signIn();
  const file = await largeRecording();
  const started = await start(cookie, file);
  const sent = await send(cookie, started.meetId, file, 1, over(file));
  expect(sent.status).toBe(status);
  expect(sent.text).toContain(code);
});

test("a place for one part takes no other, and none under another digest", async () => {
  const { cookie } = await signIn();
  const file = await largeRecording();
  const { meetId } = await start(cookie, file);
  const bytes = partOf(file, 1);
  const { places } = await ask(cookie, meetId, { wanted: [{ number: 1, sha256: await sha256(bytes) }] });
  const url = new URL(places[0]?.url ?? "");
  const headers = { "Content-Length": String(bytes.length), ...places[0]?.headers };
  const put = (to: URL, more = {}) => call(to.href, { method: "PUT", body: bytes, headers: { ...headers, ...more } });
  const other = new URL(url);
  other.searchParams.set("partNumber", "2");
  expect((await put(other)).status).toBe(403);
  expect((await put(url, { "x-amz-checksum-sha256": await sha256(partOf(file, 3)) })).status).toBe(403);
  other.searchParams.delete("partNumber");
  expect((await put(other)).status).toBe(400);
});

test("a report of a part that the store never had gets a clear refusal, and the file is sent again", async () => {
  const { cookie } = await signIn();
  const file = await largeRecording();
  const started = await start(cookie, file);
  await sendAll(cookie, started, file, [1, 2]);
  await ask(cookie, started.meetId, { landed: [{ number: 3, etag: "invented" }] });
  expect(await refusalOf(await finishUpload(cookie, started.meetId))).toMatchObject({
    status: 409,
    code: "parts-lost",
  });
  expect(await waiting(cookie)).toMatchObject([{ meetId: started.meetId }]);
  const again = await start(cookie, file);
  expect(again.meetId).toBe(started.meetId);
  expect(again.parts?.landed).toEqual([]);
  await sendAll(cookie, again, file);
  expect((await finishUpload(cookie, again.meetId)).status).toBe(200);
});

test("another person's upload cannot be continued, listed, signed for or given up", async () => {
  const [owner, other] = [await signIn(), await signIn()];
  const file = await largeRecording();
  const { meetId } = await start(owner.cookie, file);
  expect((await start(other.cookie, file)).meetId).not.toBe(meetId);
  expect((await waiting(other.cookie)).map((upload) => upload.meetId)).not.toContain(meetId);
  expect((await post("/api/acta/upload_parts", other.cookie, { meetId })).status).toBe(404);
  expect((await call(`/api/acta/uploads/${meetId}`, { method: "DELETE", cookie: other.cookie })).status).toBe(404);
  expect(await waiting(owner.cookie)).toHaveLength(1);
});

test("an upload that is given up leaves nothing and weighs nothing; twice is 404", async () => {
  const { cookie } = await signIn();
  const file = await largeRecording();
  const started = await start(cookie, file);
  await sendAll(cookie, started, file, [1]);
  const give = () => call(`/api/acta/uploads/${started.meetId}`, { method: "DELETE", cookie });
  expect((await give()).status).toBe(200);
  expect((await give()).status).toBe(404);
  expect(await waiting(cookie)).toEqual([]);
  expect(await credits(cookie)).toMatchObject({ meetCount: { uploadMeets: 0 } });
  expect(await db.select().from(landedParts).where(eq(landedParts.meetId, started.meetId))).toEqual([]);
});

test("small files go whole, whatever is asked", async () => {
  const { cookie } = await signIn();
  const started = await startUpload(cookie, { fileSize: UPLOAD_WHOLE_BYTES_MAX, parts: FILE });
  expect(started.parts).toBeUndefined();
});

test("all parts and no word: the sweep joins and takes them", async () => {
  const { cookie } = await signIn();
  const file = await largeRecording();
  const started = await start(cookie, file);
  await sendAll(cookie, started, file);
  await sweepLater(UPLOAD_UNANNOUNCED_MS + 1);
  await vi.waitFor(async () => {
    const [row] = await db.select().from(meetings).where(eq(meetings.id, started.meetId));
    expect(row).toMatchObject({ status: "SUMMARIZED" });
  }, 20_000);
  expect(await waiting(cookie)).toEqual([]);
});

test("an unfinished upload is kept for a week and then goes with its parts", async () => {
  const { cookie } = await signIn();
  const file = await largeRecording();
  const started = await start(cookie, file);
  await sendAll(cookie, started, file, [1]);
  await sweepLater(UPLOAD_ABANDONED_MS + 60_000);
  expect(await waiting(cookie)).toHaveLength(1);
  await sweepLater(UPLOAD_UNFINISHED_MS_MAX + 60_000);
  expect(await db.select().from(unfinishedUploads).where(eq(unfinishedUploads.meetId, started.meetId))).toEqual([]);
  const late = await post("/api/acta/upload_parts", cookie, { meetId: started.meetId });
  expect(late.status).toBe(404);
  expect((await finishUpload(cookie, started.meetId)).status).toBe(404);
});

/** A place for a part that a client keeps until its upload is gone. */
async function keptPlace(cookie: string, meetId: string, bytes: Uint8Array<ArrayBuffer>) {
  const { places } = await ask(cookie, meetId, { wanted: [{ number: 2, sha256: await sha256(bytes) }] });
  const [place] = places;
  if (!place) throw new Error("no place for a part that has not landed");
  const headers = { "Content-Length": String(bytes.length), ...place.headers };
  return { key: keyOf(place.url), put: () => call(place.url, { method: "PUT", body: bytes, headers }) };
}

test.each<[string, (cookie: string, meetId: string) => Promise<unknown>]>([
  ["given up", (cookie, meetId) => call(`/api/acta/uploads/${meetId}`, { method: "DELETE", cookie })],
  ["deleted with its meeting", (cookie, meetId) => call(`/api/acta/meetings/${meetId}`, { method: "DELETE", cookie })],
  ["swept after a week", () => sweepLater(UPLOAD_UNFINISHED_MS_MAX + 60_000)],
])("of an upload that is %s nothing is left in the store, and no part can be put any more", async (_name, end) => {
  const { cookie } = await signIn();
  const file = await largeRecording();
  const { meetId } = await start(cookie, file);
  const place = await keptPlace(cookie, meetId, partOf(file, 2));
  expect((await place.put()).status).toBe(200);
  await end(cookie, meetId);
  expect((await place.put()).status).toBe(404);
  const [recording = ""] = place.key.split("/").slice(1);
  expect((await env.RECORDINGS.list({ prefix: `recordings/${recording}/` })).objects).toEqual([]);
  expect((await env.RECORDINGS.list({ prefix: `meetings/${meetId}/` })).objects).toEqual([]);
});

test("the same submit with another file ends the upload of the first file", async () => {
  const { cookie } = await signIn();
  const file = await largeRecording();
  const submissionId = "edited-in-place-1";
  const first = await start(cookie, file, { submissionId });
  const before = await unfinishedOf(first.meetId);
  expect(await takesParts(before)).toBe(true);
  const parts = { ...FILE, fileDigest: "b".repeat(64) };
  const second = await start(cookie, file, { submissionId, parts });
  expect(second.meetId).toBe(first.meetId);
  expect(await takesParts(before)).toBe(false);
  expect(await takesParts(await unfinishedOf(second.meetId))).toBe(true);
});

test("a file that was begun in parts and comes whole is taken, and no parts stay open", async () => {
  const { cookie } = await signIn();
  const file = await largeRecording();
  const started = await start(cookie, file);
  const before = await unfinishedOf(started.meetId);
  await putBytes(started, file);
  expect((await finishUpload(cookie, started.meetId)).status).toBe(200);
  expect(await waiting(cookie)).toEqual([]);
  expect(await takesParts(before)).toBe(false);
});

test("two browsers send the same file at once: it is one meeting, taken and counted once", async () => {
  const { cookie } = await signIn();
  const file = await largeRecording();
  const one = await start(cookie, file, { submissionId: "browser-one-1" });
  const two = await start(cookie, file, { submissionId: "browser-two-2" });
  expect(two.meetId).toBe(one.meetId);
  await sendAll(cookie, one, file, [1, 2]);
  await sendAll(cookie, two, file, [3]);
  const ends = await Promise.all([finishUpload(cookie, one.meetId), finishUpload(cookie, two.meetId)]);
  expect(ends.map(({ status }) => status)).toContain(200);
  expect(await waiting(cookie)).toEqual([]);
  expect(await credits(cookie)).toMatchObject({ meetCount: { uploadMeets: 1 } });
});

test("a meeting that is deleted half-way takes its parts along: the same file is a new upload", async () => {
  const { cookie } = await signIn();
  const file = await largeRecording();
  const first = await start(cookie, file);
  await sendAll(cookie, first, file, [1]);
  expect((await call(`/api/acta/meetings/${first.meetId}`, { method: "DELETE", cookie })).status).toBe(200);
  expect(await waiting(cookie)).toEqual([]);
  const second = await start(cookie, file);
  expect(second.meetId).not.toBe(first.meetId);
  expect(second.parts?.landed).toEqual([]);
  await sendAll(cookie, second, file);
  expect((await finishUpload(cookie, second.meetId)).status).toBe(200);
});
