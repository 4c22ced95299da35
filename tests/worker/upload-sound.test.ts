import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  type UploadStarted,
  unfinishedUploadsAnswer,
  uploadSoundAnswer,
} from "#app/contracts/recording/upload-answers.ts";
import { type MeetId, newMeetId } from "#app/domain/ids.ts";
import { FREE_UPLOADS_MAX } from "#app/domain/limits/account.ts";
import {
  UPLOAD_PART_BYTES,
  UPLOAD_UNANNOUNCED_MS,
  UPLOAD_UNFINISHED_MS_MAX,
  UPLOAD_WHOLE_BYTES_MAX,
} from "#app/domain/limits/uploads.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { usageLedger } from "#app/server/db/schema-usage.ts";
import { soundPrefix } from "#app/server/storage/keys.ts";
import { composeServices } from "#workers/compose.ts";
import type { Env } from "#workers/config.ts";
import { sweep } from "#workers/cron/sweep.ts";
import { standInForSpeech } from "#tests/fakes/speech-server.ts";
import { call, credits, finishUpload, post, refusalOf, startUpload } from "#tests/support/api.ts";
import { markedRecording } from "#tests/support/marked-recording.ts";
import { meetingPayload } from "#tests/support/meeting-payload.ts";
import { type CutSound, cutSound, digestOf, keysUnder } from "#tests/support/send-sound.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { ownedBy } from "#tests/support/owned-by.ts";

const SOON = { timeout: 30_000, interval: 50 };

/** The route as a page calls it, through the Worker; sound-first.test.ts tests the meeting's work on the sound. */
beforeEach(() => {
  standInForSpeech();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const db = openDatabase(env.DB);
const FILE = { fileName: "board.mp4", fileModifiedAt: 1_795_000_000_000, fileDigest: "c".repeat(64) };

/** Twelve seconds of sound, and so much room after it that the file goes in parts. */
function largeRecording(): Uint8Array<ArrayBuffer> {
  const recording = markedRecording(12);
  const file = new Uint8Array(UPLOAD_WHOLE_BYTES_MAX + 5000);
  file.set(recording);
  new DataView(file.buffer).setUint32(recording.length, file.length - recording.length);
  file.set(new TextEncoder().encode("free"), recording.length + 4);
  return file;
}

const start = (cookie: string, file: Uint8Array, over: Record<string, unknown> = {}) =>
  startUpload(cookie, { fileSize: file.length, parts: FILE, ...over });

async function ask(cookie: string, meetId: string, body: Record<string, unknown>) {
  const answer = await post("/api/acta/upload_sound", cookie, { meetId, ...body });
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
  return uploadSoundAnswer.parse(await answer.json());
}

async function put(place: { url: string; headers: Record<string, string> }, bytes: Uint8Array<ArrayBuffer>) {
  const headers = { "Content-Length": String(bytes.length), ...place.headers };
  const answer = await call(place.url, { method: "PUT", body: bytes, headers });
  return { status: answer.status, text: await answer.text() };
}

async function sendSound(cookie: string, { meetId }: UploadStarted, sound: CutSound) {
  const wanted = sound.windows.map((window) => window.wanted);
  const { places } = await ask(cookie, meetId, { plan: sound.plan, wanted });
  for (const place of places) {
    expect(await put(place, sound.windows[place.index]?.audio ?? new Uint8Array())).toMatchObject({ status: 200 });
  }
  return ask(cookie, meetId, { landed: wanted.map(({ index }) => index) });
}

async function sendVideo(cookie: string, { meetId }: UploadStarted, file: Uint8Array<ArrayBuffer>) {
  for (const number of [1, 2, 3]) {
    const bytes = file.slice((number - 1) * UPLOAD_PART_BYTES, number * UPLOAD_PART_BYTES);
    const asked = { meetId, wanted: [{ number, sha256: await digestOf(bytes) }] };
    const { places } = await (await post("/api/acta/upload_parts", cookie, asked)).json<{
      places: { url: string; headers: Record<string, string> }[];
    }>();
    const [place] = places;
    if (!place) throw new Error("no place");
    const headers = { "Content-Length": String(bytes.length), ...place.headers };
    const answer = await call(place.url, { method: "PUT", body: bytes, headers });
    await answer.text();
    await post("/api/acta/upload_parts", cookie, { meetId, landed: [{ number, etag: answer.headers.get("ETag") }] });
  }
}

async function rowOf(meetId: string) {
  const [row] = await db.select().from(meetings).where(eq(meetings.id, meetId));
  return row;
}

async function sweepLater(ms: number) {
  const services = composeServices(env as unknown as Env, () => undefined);
  await sweep({ ...services, now: () => Date.now() + ms, log: () => undefined });
}

const waiting = async (cookie: string) =>
  unfinishedUploadsAnswer.parse(await (await call("/api/acta/uploads", { cookie })).json()).uploads;

test("sound goes to signed places, lands, and counts the upload once; its video is taken afterwards", async () => {
  const { cookie } = await signIn();
  const file = largeRecording();
  const sound = await cutSound(file);
  const started = await start(cookie, file);
  expect(await sendSound(cookie, started, sound)).toEqual({ landed: [0], places: [] });
  await vi.waitFor(async () => {
    expect(await credits(cookie)).toMatchObject({ meetCount: { uploadMeets: 1 } });
    expect((await rowOf(started.meetId))?.status).not.toBe("TORECORD");
  }, 20_000);
  // The same file chosen again goes on with the same meeting, and asks for no place a second time.
  const again = await start(cookie, file, { submissionId: "dialog-again-1" });
  expect(again.meetId).toBe(started.meetId);
  expect(await sendSound(cookie, again, sound)).toEqual({ landed: [0], places: [] });
  await sendVideo(cookie, started, file);
  expect((await finishUpload(cookie, started.meetId)).status).toBe(200);
  expect((await finishUpload(cookie, started.meetId)).status).toBe(200);
  expect(await waiting(cookie)).toEqual([]);
  expect(await credits(cookie)).toMatchObject({ meetCount: { uploadMeets: 1 } });
  await vi.waitFor(async () => {
    const recordingId = (await rowOf(started.meetId))?.recordingId;
    expect(await keysUnder(soundPrefix(recordingId as never))).toEqual([]);
  }, 20_000);
});

test("an upload that waits for its video reports that its minutes are written", async () => {
  const { cookie } = await signIn();
  const file = largeRecording();
  const sound = await cutSound(file);
  const started = await start(cookie, file);
  const { meetId } = started;
  const said = async () => (await waiting(cookie)).map(({ meetId: id, sound: heard }) => [id, heard]);
  expect(await said()).toEqual([[meetId, undefined]]);
  await sendSound(cookie, started, sound);
  await vi.waitFor(async () => expect(await said()).toEqual([[meetId, "written"]]), SOON);
});

test("the store refuses other bytes than those that were signed", async () => {
  const { cookie } = await signIn();
  const file = largeRecording();
  const sound = await cutSound(file);
  const started = await start(cookie, file);
  const [window] = sound.windows;
  if (!window) throw new Error("no window");
  const { places } = await ask(cookie, started.meetId, { plan: sound.plan, wanted: [window.wanted] });
  const [place] = places;
  if (!place) throw new Error("no place");
  expect(place.headers).toEqual({
    "Content-Type": "application/octet-stream",
    "x-amz-checksum-sha256": window.wanted.sha256,
  });
  expect((await put(place, window.audio.with(40, 1))).text).toContain("BadDigest");
  expect((await put(place, window.audio.slice(1))).text).toContain("SignatureDoesNotMatch");
  const other = { ...place, headers: { ...place.headers, "x-amz-checksum-sha256": await digestOf(new Uint8Array(1)) } };
  expect((await put(other, window.audio)).text).toContain("SignatureDoesNotMatch");
  expect((await ask(cookie, started.meetId, { landed: [0] })).landed).toEqual([]);
});

test("sound of somebody else's upload, of none, and of a file that goes whole is not found", async () => {
  const { cookie } = await signIn();
  const file = largeRecording();
  const { plan } = await cutSound(file);
  const { meetId } = await start(cookie, file);
  const whole = await startUpload(cookie, { fileSize: 1000 });
  const stranger = await signIn();
  const asked = { plan, wanted: [], landed: [] };
  const refusal = async (by: string, id: string) =>
    refusalOf(await post("/api/acta/upload_sound", by, { meetId: id, ...asked }));
  expect(await refusal(stranger.cookie, meetId)).toMatchObject({ status: 404 });
  expect(await refusal(cookie, "0".repeat(24) as MeetId)).toMatchObject({ status: 404 });
  expect(await refusal(cookie, whole.meetId)).toMatchObject({ status: 404 });
  expect((await post("/api/acta/upload_sound", cookie, { meetId, plan: { ...plan, windows: [] } })).status).toBe(422);
});

test("a video that has all its parts and that nobody announced is taken by the sweep, also after its sound counted", async () => {
  const { cookie } = await signIn();
  const file = largeRecording();
  const started = await start(cookie, file);
  await sendSound(cookie, started, await cutSound(file));
  await vi.waitFor(async () => expect((await rowOf(started.meetId))?.status).not.toBe("TORECORD"), 20_000);
  await sendVideo(cookie, started, file);
  await vi.waitFor(async () => {
    await sweepLater(UPLOAD_UNANNOUNCED_MS + 60_000);
    expect(await waiting(cookie)).toEqual([]);
  }, 20_000);
  expect((await call(`/api/acta/meetings/${started.meetId}/recording`, { cookie })).status).toBe(200);
});

test("parts that the store lost are sent again to the meeting whose sound was recognised", async () => {
  const { cookie } = await signIn();
  const file = largeRecording();
  const submissionId = "dialog-lost-1";
  const started = await start(cookie, file, { submissionId });
  await sendSound(cookie, started, await cutSound(file));
  await vi.waitFor(async () => expect(await credits(cookie)).toMatchObject({ meetCount: { uploadMeets: 1 } }), 20_000);
  const { meetId } = started;
  await post("/api/acta/upload_parts", cookie, {
    meetId,
    landed: [1, 2, 3].map((number) => ({ number, etag: "none" })),
  });
  expect(await refusalOf(await finishUpload(cookie, meetId))).toMatchObject({ status: 409, code: "parts-lost" });
  expect((await start(cookie, file, { submissionId })).meetId).toBe(meetId);
  await sendVideo(cookie, started, file);
  expect((await finishUpload(cookie, meetId)).status).toBe(200);
  expect((await call(`/api/acta/meetings/${meetId}/recording`, { cookie })).status).toBe(200);
  expect(await credits(cookie)).toMatchObject({ meetCount: { uploadMeets: 1 } });
});

test("parts for which it is too late go, and the meeting of their sound stays; given up, it stays as well", async () => {
  const { cookie } = await signIn();
  const file = largeRecording();
  const sound = await cutSound(file);
  const started = await start(cookie, file);
  await sendSound(cookie, started, sound);
  await vi.waitFor(async () => expect((await rowOf(started.meetId))?.status).not.toBe("TORECORD"), 20_000);
  await vi.waitFor(async () => expect(await credits(cookie)).toMatchObject({ meetCount: { uploadMeets: 1 } }), 20_000);
  await sweepLater(UPLOAD_UNFINISHED_MS_MAX + 60_000);
  expect(await waiting(cookie)).toEqual([]);
  expect((await rowOf(started.meetId))?.deletedAt).toBeNull();

  const second = await start(cookie, file, { submissionId: "dialog-second-1" });
  await sendSound(cookie, second, sound);
  await vi.waitFor(async () => expect((await rowOf(second.meetId))?.status).not.toBe("TORECORD"), 20_000);
  expect((await call(`/api/acta/uploads/${second.meetId}`, { method: "DELETE", cookie })).status).toBe(200);
  expect((await rowOf(second.meetId))?.deletedAt).toBeNull();
  await vi.waitFor(async () => expect(await credits(cookie)).toMatchObject({ meetCount: { uploadMeets: 2 } }), 20_000);
});

/** A plan of two windows, of which only the first is ever sent. */
async function halfOf(file: Uint8Array): Promise<CutSound> {
  const { plan, windows } = await cutSound(file);
  const endMs = plan.durationMs;
  const missing = { startMs: endMs, endMs: 2 * endMs, audioStartMs: endMs, audioEndMs: 2 * endMs };
  return { plan: { ...plan, durationMs: 2 * endMs, windows: [...plan.windows, missing] }, windows };
}

async function useUp(userId: string, uploads: number) {
  const at = Date.now();
  const row = { kind: "upload", ...ownedBy(userId), state: "counted", reservedAt: at, updatedAt: at };
  for (let made = 0; made < uploads; made += 1) await db.insert(usageLedger).values({ ...row, meetId: newMeetId() });
}

const giveUp = (cookie: string, meetId: string) => call(`/api/acta/uploads/${meetId}`, { method: "DELETE", cookie });

test("text of an upload that is given up before its sound is whole counts, and the free limit ends it", async () => {
  const { cookie, userId } = await signIn();
  await useUp(userId, FREE_UPLOADS_MAX - 2);
  const file = largeRecording();
  const half = await halfOf(file);
  for (const used of [FREE_UPLOADS_MAX - 1, FREE_UPLOADS_MAX]) {
    const started = await start(cookie, file, { submissionId: `dialog-half-${used}` });
    await sendSound(cookie, started, half);
    await vi.waitFor(async () => expect((await rowOf(started.meetId))?.recognisedMs).toBeGreaterThan(0), 20_000);
    expect((await giveUp(cookie, started.meetId)).status).toBe(200);
    expect(await credits(cookie)).toMatchObject({ meetCount: { uploadMeets: used } });
  }
  const refused = await post("/api/acta/upload", cookie, meetingPayload({ fileSize: file.length, parts: FILE }));
  expect(await refusalOf(refused)).toMatchObject({ status: 403, code: "limit-reached" });
});

test("an upload that is given up or deleted while the engine listens counts", async () => {
  const { cookie } = await signIn();
  const file = largeRecording();
  const half = await halfOf(file);
  const speech = standInForSpeech();
  speech.hold();
  const ends = [
    (meetId: string) => giveUp(cookie, meetId),
    (meetId: string) => call(`/api/acta/meetings/${meetId}`, { method: "DELETE", cookie }),
  ];
  for (const [index, end] of ends.entries()) {
    const { meetId, ...started } = await start(cookie, file, { submissionId: `dialog-held-${index}` });
    await sendSound(cookie, { meetId, ...started }, half);
    await vi.waitFor(() => expect(speech.asked).toHaveLength(index + 1), 20_000);
    expect((await end(meetId)).status).toBe(200);
    await sweepLater(UPLOAD_UNFINISHED_MS_MAX);
    expect(await credits(cookie)).toMatchObject({ meetCount: { uploadMeets: index + 1 } });
  }
  speech.release();
});

test("an upload of which no window was asked for is given back", async () => {
  const { cookie } = await signIn();
  const file = largeRecording();
  const { plan, windows } = await cutSound(file);
  const started = await start(cookie, file);
  await ask(cookie, started.meetId, { plan, wanted: windows.map(({ wanted }) => wanted) });
  expect(await credits(cookie)).toMatchObject({ meetCount: { uploadMeets: 1 } });
  await giveUp(cookie, started.meetId);
  expect(await credits(cookie)).toMatchObject({ meetCount: { uploadMeets: 0 } });
});

test("one upload recognises one recording: its sound is not exchanged for other sound once the engine was asked", async () => {
  const { cookie } = await signIn();
  const speech = standInForSpeech();
  const file = largeRecording();
  const half = await halfOf(file);
  const started = await start(cookie, file);
  await sendSound(cookie, started, half);
  await vi.waitFor(async () => expect((await rowOf(started.meetId))?.recognisedMs).toBeGreaterThan(0), 20_000);
  const other = await cutSound(markedRecording(11, " other"));
  expect(await sendSound(cookie, started, other)).toEqual({ landed: [0], places: [] });
  expect(speech.asked).toHaveLength(1);
  expect(await credits(cookie)).toMatchObject({ meetCount: { uploadMeets: 1 } });
});
