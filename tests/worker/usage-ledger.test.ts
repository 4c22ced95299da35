import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { type MeetId, newMeetId, newRecordingId, newUserId, type UserId } from "#app/domain/ids.ts";
import { FREE_UPLOADS_MAX } from "#app/domain/limits/account.ts";
import { RESERVATION_MS_MAX } from "#app/domain/limits/uploads.ts";
import { chargeUsage, countUsage, NOT_STARTED, readUsage, releaseUsage } from "#app/server/usage/usage-ledger.ts";
import { dropReservation, forgetUpload, holdUpload, reserveUpload } from "#app/server/usage/usage-reservation.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetingClaims, meetings } from "#app/server/db/schema.ts";
import { usageLedger } from "#app/server/db/schema-usage.ts";
import { ownedBy } from "#tests/support/owned-by.ts";

const db = openDatabase(env.DB);
const NOW = 1_800_000_000_000;

function reserve(userId: UserId, key: string, over: { limit?: number | null; now?: number } = {}) {
  const limit = over.limit === undefined ? FREE_UPLOADS_MAX : over.limit;
  return reserveUpload(db, {
    ownership: ownedBy(userId),
    key,
    meetId: newMeetId(),
    recordingId: newRecordingId(),
    limit,
    now: over.now ?? NOW,
  });
}

async function reserved(userId: UserId, key: string, over: { limit?: number | null; now?: number } = {}) {
  const outcome = await reserve(userId, key, over);
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.value;
}

async function count(userId: UserId, uploads: number) {
  for (let index = 0; index < uploads; index++) {
    const { meetId } = await reserved(userId, `counted-${index}`, { limit: null });
    await countUsage(db, { workspaceId: userId, meetId, kind: "upload", at: NOW });
  }
}

const uploadsOf = async (userId: UserId, now = NOW) => (await readUsage(db, userId, now)).uploads;

test("a submit reserves, accepted bytes count, and a release gives back; each of them twice is once", async () => {
  const userId = newUserId();
  const { meetId, isNew } = await reserved(userId, "a");
  expect(isNew).toBe(true);
  expect(await uploadsOf(userId)).toBe(1);
  const change = { workspaceId: userId, meetId, kind: "upload", at: NOW } as const;
  await countUsage(db, change);
  await countUsage(db, change);
  expect(await readUsage(db, userId, NOW)).toEqual({ uploads: 1, recordings: 0 });
  await releaseUsage(db, { ...change, reason: "failed" });
  await releaseUsage(db, { ...change, reason: "again" });
  expect(await uploadsOf(userId)).toBe(0);
  const [row] = await db.select().from(usageLedger).where(eq(usageLedger.meetId, meetId));
  expect(row).toMatchObject({ state: "released", reason: "failed" });
});

test("the same submit again finds its meeting and takes no second place", async () => {
  const userId = newUserId();
  const first = await reserved(userId, "same");
  const second = await reserved(userId, "same", { now: NOW + 1000 });
  expect(second).toEqual({ ...first, isNew: false });
  expect(await uploadsOf(userId)).toBe(1);
});

test("submits of two people never meet, whatever they are called", async () => {
  const [one, other] = [newUserId(), newUserId()];
  expect((await reserved(one, "same")).meetId).not.toBe((await reserved(other, "same")).meetId);
});

test("forty submits at fourteen of fifteen: one gets the place", async () => {
  const userId = newUserId();
  await count(userId, FREE_UPLOADS_MAX - 1);
  const outcomes = await Promise.all(Array.from({ length: 40 }, (_, index) => reserve(userId, `rush-${index}`)));
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
  expect(outcomes.filter((outcome) => !outcome.ok && outcome.reason === "limit-reached")).toHaveLength(39);
  expect(await uploadsOf(userId)).toBe(FREE_UPLOADS_MAX);
  const claims = await db.select().from(meetingClaims).where(eq(meetingClaims.createdBy, userId));
  expect(claims).toHaveLength(FREE_UPLOADS_MAX);
});

test("forty copies of one submit make one meeting", async () => {
  const userId = newUserId();
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => reserve(userId, "copies")));
  expect(new Set(outcomes.map((outcome) => outcome.ok && outcome.value.meetId)).size).toBe(1);
  expect(await uploadsOf(userId)).toBe(1);
});

test("a plan without a limit has none", async () => {
  const userId = newUserId();
  await count(userId, FREE_UPLOADS_MAX);
  expect((await reserve(userId, "more")).ok).toBe(false);
  expect((await reserve(userId, "more", { limit: null })).ok).toBe(true);
});

test("a reservation weighs nothing after an hour without bytes", async () => {
  const userId = newUserId();
  await reserved(userId, "slow");
  expect(await uploadsOf(userId, NOW + RESERVATION_MS_MAX - 1)).toBe(1);
  expect(await uploadsOf(userId, NOW + RESERVATION_MS_MAX)).toBe(0);
});

test("bytes that arrive late count if there is still a place, else the limit is reached", async () => {
  const userId = newUserId();
  const late = NOW + RESERVATION_MS_MAX + 1;
  const { meetId } = await reserved(userId, "late", { limit: 1 });
  expect(await holdUpload(db, { ownership: ownedBy(userId), meetId, limit: 1, now: late })).toEqual({
    ok: true,
    value: null,
  });
  expect(await uploadsOf(userId, late)).toBe(1);

  const later = late + RESERVATION_MS_MAX + 1;
  await reserved(userId, "other", { limit: 1, now: later });
  const held = await holdUpload(db, { ownership: ownedBy(userId), meetId, limit: 1, now: later });
  expect(held).toEqual({ ok: false, reason: "limit-reached" });
  expect(await uploadsOf(userId, later)).toBe(1);
});

test("the reservation of one's own submit never stands in its own way", async () => {
  const userId = newUserId();
  const { meetId } = await reserved(userId, "own", { limit: 1 });
  expect((await reserve(userId, "own", { limit: 1, now: NOW + 5 })).ok).toBe(true);
  expect((await holdUpload(db, { ownership: ownedBy(userId), meetId, limit: 1, now: NOW + 6 })).ok).toBe(true);
});

test("somebody else's meeting cannot be held", async () => {
  const { meetId } = await reserved(newUserId(), "mine");
  const held = await holdUpload(db, { ownership: ownedBy(newUserId()), meetId, limit: 15, now: NOW });
  expect(held).toEqual({ ok: false, reason: "not-found" });
});

test("an accepted upload is not submitted again, and holding it changes nothing", async () => {
  const userId = newUserId();
  const { meetId } = await reserved(userId, "done");
  await countUsage(db, { workspaceId: userId, meetId, kind: "upload", at: NOW });
  expect(await reserve(userId, "done")).toEqual({ ok: false, reason: "already-uploaded" });
  expect((await holdUpload(db, { ownership: ownedBy(userId), meetId, limit: 0, now: NOW + 9 })).ok).toBe(true);
  const [row] = await db.select().from(usageLedger).where(eq(usageLedger.meetId, meetId));
  expect(row).toMatchObject({ state: "counted", updatedAt: NOW });
});

test("a failed meeting keeps its submit: holding takes no place again", async () => {
  const userId = newUserId();
  const { meetId } = await reserved(userId, "failed");
  await countUsage(db, { workspaceId: userId, meetId, kind: "upload", at: NOW });
  await releaseUsage(db, { workspaceId: userId, meetId, kind: "upload", reason: "failed", at: NOW });
  expect((await holdUpload(db, { ownership: ownedBy(userId), meetId, limit: 15, now: NOW })).ok).toBe(true);
  expect(await uploadsOf(userId)).toBe(0);
  expect(await reserve(userId, "failed")).toEqual({ ok: false, reason: "already-uploaded" });
});

test("after a refusal, or once its meeting is gone, the same submit makes a new meeting", async () => {
  const userId = newUserId();
  const refused = await reserved(userId, "retry");
  await forgetUpload(db, { workspaceId: userId, meetId: refused.meetId, reason: "refused", at: NOW });
  expect(await uploadsOf(userId)).toBe(0);
  const second = await reserved(userId, "retry");
  expect(second.meetId).not.toBe(refused.meetId);

  await db.insert(meetings).values({
    id: second.meetId,
    ...ownedBy(userId),
    title: "Weekly",
    startsAt: 1,
    timeZone: "UTC",
    language: "en",
    source: "upload",
    status: "TORECORD",
    sequence: 2,
    createdAt: 1,
    updatedAt: 1,
    deletedAt: NOW,
  });
  const third = await reserved(userId, "retry");
  expect(third.isNew).toBe(true);
  const own = await db
    .select()
    .from(meetingClaims)
    .where(and(eq(meetingClaims.createdBy, userId)));
  expect(own.map((claim) => claim.meetId).sort()).toEqual([second.meetId, third.meetId].sort());
});

test("twenty reservations that fell are charged at once at fourteen of fifteen: one gets the place, and keeps it", async () => {
  const userId = newUserId();
  const fallen: MeetId[] = [];
  for (let index = 0; index < 20; index += 1) {
    const { meetId } = await reserved(userId, `fallen-${index}`, { limit: null, now: NOW - RESERVATION_MS_MAX });
    fallen.push(meetId);
  }
  await count(userId, FREE_UPLOADS_MAX - 1);
  const charge = (meetId: MeetId) => chargeUsage(db, { meetId, kind: "upload", ...ownedBy(userId), at: NOW });
  const charged = await Promise.all(fallen.map(charge));
  expect(charged.filter(Boolean)).toHaveLength(1);
  const winner = fallen[charged.indexOf(true)];
  if (!winner) throw new Error("nobody was charged");
  expect(await charge(winner)).toBe(true);
  expect(await uploadsOf(userId)).toBe(FREE_UPLOADS_MAX);
  // Neither giving up, nor a failed submit, nor an hour takes back what was counted.
  await dropReservation(db, { workspaceId: userId, meetId: winner, reason: NOT_STARTED, at: NOW });
  await forgetUpload(db, { workspaceId: userId, meetId: winner, reason: "cancelled", at: NOW });
  expect(await uploadsOf(userId, NOW + 2 * RESERVATION_MS_MAX)).toBe(FREE_UPLOADS_MAX);
});

test.each(["discarded", "cancelled", "abandoned"])("an upload that was %s is charged no more", async (reason) => {
  const userId = newUserId();
  const { meetId } = await reserved(userId, "gone");
  await releaseUsage(db, { workspaceId: userId, meetId, kind: "upload", reason, at: NOW });
  expect(await chargeUsage(db, { meetId, kind: "upload", ...ownedBy(userId), at: NOW })).toBe(false);
  expect(await uploadsOf(userId)).toBe(0);
});
