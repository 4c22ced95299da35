import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { type MeetId, newMeetId, newRecordingId } from "#app/domain/ids.ts";
import { SESSION_IDLE_MS_MAX, SIGN_IN_ATTEMPT_MS_MAX } from "#app/domain/limits/account.ts";
import {
  RESERVATION_MS_MAX,
  UPLOAD_ABANDONED_MS,
  UPLOAD_UNANNOUNCED_MS,
  UPLOAD_WHOLE_BYTES_MAX,
} from "#app/domain/limits/uploads.ts";
import { reserveUpload } from "#app/server/usage/usage-reservation.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetingClaims, meetings } from "#app/server/db/schema.ts";
import { sessions, signInAttempts } from "#app/server/db/schema-account.ts";
import { usageLedger } from "#app/server/db/schema-usage.ts";
import type { LogFields } from "#app/server/log.ts";
import { call, credits, finishUpload, ORIGIN, putBytes, refusalOf, startUpload } from "#tests/support/api.ts";
import { fixture } from "#tests/support/fixture.ts";
import { ownedBy } from "#tests/support/owned-by.ts";
import { replacing } from "#tests/support/replacing.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { takesParts, unfinishedOf } from "#tests/support/unfinished-upload.ts";
import { composeServices } from "#workers/compose.ts";
import { type Env, parseConfig } from "#workers/config.ts";
import { isLocalCron, sweep } from "#workers/cron/sweep.ts";
import worker from "#workers/entry.ts";

const db = openDatabase(env.DB);
const A_DAY_LATER = UPLOAD_ABANDONED_MS + 60_000;

/** Sweeps as if it were later, and answers with the line that was logged. */
async function sweepLater(ms: number) {
  const lines: [string, LogFields | undefined][] = [];
  const services = composeServices(env as unknown as Env, () => undefined);
  await sweep({ ...services, now: () => Date.now() + ms, log: (event, fields) => void lines.push([event, fields]) });
  return lines.find(([event]) => event === "sweep.done")?.[1];
}

const ledgerOf = async (meetId: string) =>
  (await db.select().from(usageLedger).where(eq(usageLedger.meetId, meetId)))[0];
const claimsOf = (meetId: string) => db.select().from(meetingClaims).where(eq(meetingClaims.meetId, meetId));
const prefixOf = (url: string) => /recordings\/[0-9a-z]{24}\//.exec(url)?.[0] ?? "none";

test("bytes that landed and were never announced are taken by the sweep, as the submit described them", async () => {
  const { cookie } = await signIn();
  const started = await startUpload(cookie, { meetingName: "The tab was closed" });
  await putBytes(started, await fixture("talk-captions.mp4"));
  expect(await sweepLater(UPLOAD_UNANNOUNCED_MS - 60_000)).toMatchObject({ uploadsAccepted: 0, uploadsRemoved: 0 });
  expect(await sweepLater(UPLOAD_UNANNOUNCED_MS + 1)).toMatchObject({ uploadsAccepted: 1, uploadsRemoved: 0 });
  expect(await ledgerOf(started.meetId)).toMatchObject({ state: "counted" });
  expect(await credits(cookie)).toMatchObject({ meetCount: { uploadMeets: 1 } });
  await vi.waitFor(async () => {
    const [row] = await db.select().from(meetings).where(eq(meetings.id, started.meetId));
    expect(row).toMatchObject({ status: "SUMMARIZED", title: "The tab was closed" });
  }, 20_000);
  // The tab comes back to life and says so after all.
  expect((await finishUpload(cookie, started.meetId)).status).toBe(200);
  expect(await sweepLater(A_DAY_LATER)).toMatchObject({ uploadsAccepted: 0, uploadsRemoved: 0 });
});

test("bytes that nobody announced after a day of failing sweeps are taken, not removed", async () => {
  const { cookie } = await signIn();
  const started = await startUpload(cookie);
  await putBytes(started, await fixture("talk-captions.mp4"));
  expect(await sweepLater(A_DAY_LATER)).toMatchObject({ uploadsAccepted: 1, uploadsRemoved: 0 });
});

test("bytes that nobody announced and that are no recording go, and nothing counts", async () => {
  const { cookie } = await signIn();
  const started = await startUpload(cookie);
  await putBytes(started, new TextEncoder().encode("not a recording, just words that fill some bytes"));
  expect(await sweepLater(UPLOAD_UNANNOUNCED_MS + 1)).toMatchObject({ uploadsAccepted: 0, uploadsFailed: 0 });
  expect(await ledgerOf(started.meetId)).toMatchObject({ state: "released" });
  expect(await claimsOf(started.meetId)).toEqual([]);
  expect((await env.RECORDINGS.list({ prefix: prefixOf(started.presignedUrl) })).objects).toEqual([]);
});

test("looking for bytes renews no reservation: an upload without any still grows old", async () => {
  const { cookie } = await signIn();
  const started = await startUpload(cookie);
  const before = await ledgerOf(started.meetId);
  await sweepLater(UPLOAD_UNANNOUNCED_MS + 1);
  expect(await ledgerOf(started.meetId)).toEqual(before);
  expect(await sweepLater(A_DAY_LATER)).toMatchObject({ uploadsRemoved: 1 });
});

test("an upload whose bytes never came is removed after a day, with all that it left", async () => {
  const { cookie } = await signIn();
  const started = await startUpload(cookie, { submissionId: "swept-0001" });
  await sweepLater(UPLOAD_ABANDONED_MS - 60_000);
  expect((await db.select().from(meetings).where(eq(meetings.id, started.meetId)))[0]?.deletedAt).toBeNull();

  expect(await sweepLater(A_DAY_LATER)).toMatchObject({ uploadsRemoved: 1, uploadsFailed: 0 });
  expect((await db.select().from(meetings).where(eq(meetings.id, started.meetId)))[0]?.deletedAt).not.toBeNull();
  expect(await claimsOf(started.meetId)).toEqual([]);
  expect(await ledgerOf(started.meetId)).toMatchObject({ state: "released" });
  for (const prefix of [prefixOf(started.presignedUrl), `meetings/${started.meetId}/`]) {
    expect((await env.RECORDINGS.list({ prefix })).objects).toEqual([]);
  }
  expect(await refusalOf(await finishUpload(cookie, started.meetId))).toMatchObject({ status: 404 });
  expect((await startUpload(cookie, { submissionId: "swept-0001" })).meetId).not.toBe(started.meetId);
  expect(await sweepLater(A_DAY_LATER - 120_000)).toMatchObject({ uploadsRemoved: 0 });
});

test("a meeting that has its bytes is never swept, even where the ledger has lost track", async () => {
  const { cookie } = await signIn();
  const started = await startUpload(cookie);
  await putBytes(started, await fixture("talk-captions.mp4"));
  expect((await finishUpload(cookie, started.meetId)).status).toBe(200);
  await sweepLater(A_DAY_LATER);
  await db.update(usageLedger).set({ state: "reserved" }).where(eq(usageLedger.meetId, started.meetId));
  await sweepLater(A_DAY_LATER);
  expect((await db.select().from(meetings).where(eq(meetings.id, started.meetId)))[0]?.deletedAt).toBeNull();
  expect((await env.RECORDINGS.list({ prefix: prefixOf(started.presignedUrl) })).objects).not.toEqual([]);
});

test("a claim whose meeting never began goes, with what its submit left", async () => {
  const { userId, cookie } = await signIn();
  const [meetId, recordingId] = [newMeetId(), newRecordingId()];
  const ownership = ownedBy(userId);
  await reserveUpload(db, { ownership, key: "upload:halfway-01", meetId, recordingId, limit: 15, now: Date.now() });
  await env.RECORDINGS.put(`meetings/${meetId}/birth.json`, "{}");
  await env.RECORDINGS.put(`recordings/${recordingId}/original-x.mp4`, "bytes");
  expect(await sweepLater(A_DAY_LATER)).toMatchObject({ uploadsFailed: 0 });
  expect(await claimsOf(meetId)).toEqual([]);
  expect(await env.RECORDINGS.head(`meetings/${meetId}/birth.json`)).toBeNull();
  expect(await env.RECORDINGS.head(`recordings/${recordingId}/original-x.mp4`)).toBeNull();
  expect(await credits(cookie)).toMatchObject({ meetCount: { uploadMeets: 0 } });
});

test("a sweep that was killed after marking a meeting is finished by the next", async () => {
  const { cookie } = await signIn();
  const { meetId } = await startUpload(cookie);
  await db.update(usageLedger).set({ state: "released", reason: "abandoned" }).where(eq(usageLedger.meetId, meetId));
  expect(await refusalOf(await finishUpload(cookie, meetId))).toMatchObject({ status: 404 });
  await sweepLater(A_DAY_LATER);
  expect(await claimsOf(meetId)).toEqual([]);
});

test("one that cannot be removed now stands in nobody's way", async () => {
  const { cookie } = await signIn();
  const ids = [(await startUpload(cookie)).meetId, (await startUpload(cookie)).meetId].sort();
  const services = composeServices(env as unknown as Env, () => undefined);
  const meetings = replacing(services.meetings, {
    discard: (meetId) =>
      meetId === ids[0] ? Promise.reject(new Error("object is overloaded")) : services.meetings.discard(meetId),
  });
  const now = () => Date.now() + A_DAY_LATER;
  await sweep({ ...services, meetings, now, log: () => undefined });
  expect((await claimsOf(ids[0] ?? "")).length).toBe(1);
  expect(await claimsOf(ids[1] ?? "")).toEqual([]);
  await sweepLater(A_DAY_LATER);
  expect(await claimsOf(ids[0] ?? "")).toEqual([]);
});

test("a reservation without bytes is written down as fallen after an hour, and taken up again by its bytes", async () => {
  const { cookie } = await signIn();
  const started = await startUpload(cookie);
  await sweepLater(RESERVATION_MS_MAX - 60_000);
  expect(await ledgerOf(started.meetId)).toMatchObject({ state: "reserved" });
  await sweepLater(RESERVATION_MS_MAX + 1);
  expect(await ledgerOf(started.meetId)).toMatchObject({ state: "released", reason: "expired" });
  await putBytes(started, await fixture("talk-captions.mp4"));
  expect((await finishUpload(cookie, started.meetId)).status).toBe(200);
  expect(await ledgerOf(started.meetId)).toMatchObject({ state: "counted" });
});

test("sessions and sign-ins that are over are deleted, the others stay", async () => {
  const now = Date.now();
  const { userId, cookie } = await signIn();
  const row = { userId, provider: "google", createdAt: 1, lastSeenAt: now, expiresAt: now + 3_600_000 };
  await db.insert(sessions).values([
    { ...row, idHash: `${userId}-expired`, expiresAt: now - 1 },
    { ...row, idHash: `${userId}-idle`, lastSeenAt: now - SESSION_IDLE_MS_MAX - 1 },
    { ...row, idHash: `${userId}-revoked`, revokedAt: now },
  ]);
  const attempt = { provider: "google", codeVerifier: "v", nonce: "n", returnTo: "/", browserHash: "b" };
  await db.insert(signInAttempts).values([
    { ...attempt, stateHash: `${userId}-old`, createdAt: now - SIGN_IN_ATTEMPT_MS_MAX - 1 },
    { ...attempt, stateHash: `${userId}-new`, createdAt: now },
  ]);
  expect(await sweepLater(0)).toMatchObject({ attemptsDeleted: 1 });
  expect(await db.select().from(sessions).where(eq(sessions.userId, userId))).toHaveLength(1);
  expect(await db.select({ state: signInAttempts.stateHash }).from(signInAttempts)).toEqual([
    { state: `${userId}-new` },
  ]);
  expect(await credits(cookie)).toMatchObject({ freeCreditsEnableToUpload: true });
});

test("an upload in parts whose meeting is gone keeps no title and no file's name: the sweep ends it", async () => {
  const { cookie } = await signIn();
  const parts = { fileName: "board.mp4", fileModifiedAt: 1, fileDigest: "b".repeat(64) };
  const { meetId } = await startUpload(cookie, { fileSize: UPLOAD_WHOLE_BYTES_MAX + 1, parts });
  const before = await unfinishedOf(meetId);
  await composeServices(env as unknown as Env, () => undefined).meetings.discard(meetId as MeetId);
  await sweepLater(0);
  await expect(unfinishedOf(meetId)).rejects.toThrow("no unfinished upload");
  expect(await takesParts(before)).toBe(false);
});

test("an upload in parts whose meeting is gone is ended when its file is chosen again", async () => {
  const { cookie } = await signIn();
  const parts = { fileName: "board.mp4", fileModifiedAt: 1, fileDigest: "a".repeat(64) };
  const first = await startUpload(cookie, { fileSize: UPLOAD_WHOLE_BYTES_MAX + 1, parts });
  const before = await unfinishedOf(first.meetId);
  await composeServices(env as unknown as Env, () => undefined).meetings.discard(first.meetId as MeetId);
  expect(await takesParts(before)).toBe(true);
  const second = await startUpload(cookie, { fileSize: UPLOAD_WHOLE_BYTES_MAX + 1, parts });
  expect(second.meetId).not.toBe(first.meetId);
  expect(await takesParts(before)).toBe(false);
});

test("more than a page is swept in one run", async () => {
  const userId = newMeetId();
  const old = Date.now() - RESERVATION_MS_MAX - 1;
  const rows = Array.from({ length: 230 }, (_, index) => ({
    meetId: `${userId}-${index}`,
    kind: "upload",
    ...ownedBy(userId),
    state: "reserved",
    reservedAt: old,
    updatedAt: old,
  }));
  for (let index = 0; index < rows.length; index += 10)
    await db.insert(usageLedger).values(rows.slice(index, index + 10));
  expect(await sweepLater(0)).toMatchObject({ reservationsReleased: 230 });
  expect(await sweepLater(0)).toMatchObject({ reservationsReleased: 0 });
});

test("the cron trigger sweeps", async () => {
  const meetId = newMeetId();
  await db.insert(usageLedger).values({
    meetId,
    kind: "upload",
    ...ownedBy("somebody"),
    state: "reserved",
    reservedAt: 1,
    updatedAt: 1,
  });
  const context = createExecutionContext();
  await worker.scheduled(createScheduledController({ cron: "7 * * * *" }), env as unknown as Env, context);
  await waitOnExecutionContext(context);
  expect(await ledgerOf(meetId)).toMatchObject({ state: "released", reason: "expired" });
});

test("on one machine the supervisor plays the trigger, from nowhere else", async () => {
  const fire = (origin: string) =>
    call("/_local/cron", { method: "POST", headers: { Origin: origin } }).then(({ status }) => status);
  expect(await fire("https://elsewhere.example")).toBe(403);
  expect(await fire(ORIGIN)).toBe(204);
  expect((await call("/_local/cron")).status).toBe(404);
});

test.each([
  ["local", true],
  ["production", false],
] as const)("the trigger's local path exists in %s: %s", (environment, exists) => {
  const config = parseConfig(env as unknown as Record<string, unknown>);
  const request = new Request(`${ORIGIN}/_local/cron`, { method: "POST" });
  expect(isLocalCron(request, { ...config, app: { ...config.app, environment } })).toBe(exists);
});
