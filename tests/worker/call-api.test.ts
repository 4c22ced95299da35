import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod";
import { FREE_RECORDINGS_MAX } from "#app/domain/limits/account.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { usageLedger } from "#app/server/db/schema-usage.ts";
import { callScreenshotKey } from "#app/server/storage/keys.ts";
import { type RecorderStandIn, standInForRecorder } from "#tests/fakes/recorder-server.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { call, post, refusalOf } from "#tests/support/api.ts";
import { botOf } from "#tests/support/call-bot.ts";
import { meetingPayload } from "#tests/support/meeting-payload.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { objectOf } from "#tests/support/upload-meeting.ts";
import { parseMeetId } from "#app/domain/ids.ts";
import { readMeeting } from "#workers/meeting/store/store.ts";
import { ownedBy } from "#tests/support/owned-by.ts";

/** A person's requests about a call over the API: join, change, cancel, stop, and see why it failed. */

let recorder: RecorderStandIn;
beforeEach(() => {
  recorder = standInForRecorder();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const db = openDatabase(env.DB);
const soon = { timeout: 20_000, interval: 50 };
const HOUR = 3_600_000;
let rooms = 0;

function invitation(over: Record<string, unknown> = {}) {
  rooms += 1;
  const meetExtUrl = `meet.jit.si/acta-api-${rooms}-${Date.now()}`;
  return meetingPayload({ meetExtUrl, meetingDate: new Date(Date.now() + HOUR).toISOString(), ...over });
}

async function invite(cookie: string, over: Record<string, unknown> = {}): Promise<string> {
  const answer = await post("/api/acta/init_call", cookie, invitation(over));
  expect(answer.status).toBe(200);
  return z.object({ meetId: z.string() }).parse(await answer.json()).meetId;
}

async function rowOf(meetId: string) {
  const [row] = await db.select().from(meetings).where(eq(meetings.id, meetId));
  return row;
}

const change = (cookie: string, meetId: string, json: unknown) =>
  call(`/api/acta/meetings/${meetId}/call`, { method: "PATCH", cookie, json });
const cancel = (cookie: string, meetId: string) => post(`/api/acta/meetings/${meetId}/call/cancel`, cookie, {});
const screenshot = (cookie: string, meetId: string) => call(`/api/acta/meetings/${meetId}/call/screenshot`, { cookie });

async function choose(cookie: string, choice: { waitMinutes: string } | { picture: "on" | "off" }) {
  const browser = openBrowser();
  browser.cookies.set("acta-session", cookie.split("=")[1] ?? "");
  expect((await browser.post("/api/acta/user/choices", choice)).status).toBe(204);
}

test.each([undefined, "10", "30"])("a bot waits as long as its person has chosen: %s minutes", async (waitMinutes) => {
  const { cookie } = await signIn();
  if (waitMinutes !== undefined) await choose(cookie, { waitMinutes });
  const before = recorder.orders.length;
  await invite(cookie, { meetingDate: new Date().toISOString() });
  await vi.waitFor(() => expect(recorder.orders.length).toBe(before + 1), soon);
  const waitMs = Number(waitMinutes ?? 20) * 60_000;
  expect(recorder.orders.at(-1)?.limits).toMatchObject({ lobbyMs: waitMs, hostAbsentMs: waitMs, nobodyMs: waitMs });
});

test("a bot records the picture unless its person has chosen sound only", async () => {
  const { cookie } = await signIn();
  for (const [picture, video] of [
    ["on", true],
    ["off", false],
  ] as const) {
    await choose(cookie, { picture });
    const before = recorder.orders.length;
    await invite(cookie, { meetingDate: new Date().toISOString() });
    await vi.waitFor(() => expect(recorder.orders.length).toBe(before + 1), soon);
    expect(recorder.orders.at(-1)?.video).toBe(video);
  }
});

test("an invitation for later is a planned meeting, the same submit is the same one, and nothing is taken from the plan", async () => {
  const { userId, cookie } = await signIn();
  const payload = invitation({ submissionId: "invite-dialog-1", meetingName: "Planning" });
  const ids = [];
  for (let time = 0; time < 2; time += 1) {
    const answer = await post("/api/acta/init_call", cookie, payload);
    ids.push(z.object({ meetId: z.string() }).parse(await answer.json()).meetId);
  }
  const [meetId = "", again] = ids;
  expect(again).toBe(meetId);
  expect(await rowOf(meetId)).toMatchObject({
    ...ownedBy(userId),
    title: "Planning",
    status: "SCHEDULE",
    source: "invite",
    platform: "jitsi",
  });
  expect(await db.select().from(usageLedger).where(eq(usageLedger.workspaceId, userId))).toEqual([]);
  expect(recorder.orders).toEqual([]);
});

test.each([
  ["a host that is no platform's", "https://example.com/room"],
  ["a host that only looks like one", "https://meet.google.com.evil.example/abc-defg-hij"],
  ["two links", "https://meet.jit.si/a https://meet.jit.si/b"],
  ["a file", "mp4"],
  ["nothing", ""],
])("%s is no link to a call", async (_what, meetExtUrl) => {
  const { userId, cookie } = await signIn();
  const refused = await post("/api/acta/init_call", cookie, invitation({ meetExtUrl }));
  expect(await refusalOf(refused)).toMatchObject({ status: 422, code: "invalid-link" });
  expect(await db.select().from(meetings).where(eq(meetings.createdBy, userId))).toEqual([]);
});

test("a person who has used all recordings of the free plan is refused at once", async () => {
  const { userId, cookie } = await signIn();
  for (let index = 0; index < FREE_RECORDINGS_MAX; index += 1) {
    const meetId = `recorded-${userId}-${index}`;
    const counted = { meetId, kind: "recording", ...ownedBy(userId), state: "counted", reservedAt: 1, updatedAt: 1 };
    await db.insert(usageLedger).values(counted);
  }
  const refused = await post("/api/acta/init_call", cookie, invitation());
  expect(await refusalOf(refused)).toMatchObject({ code: "limit-reached" });
});

test("time, title and link of a planned call change; another's call is not there", async () => {
  const { cookie } = await signIn();
  const meetId = await invite(cookie);
  const startsAt = Date.now() + 3 * HOUR;
  const moved = invitation({
    meetingName: "Moved",
    meetingDate: startsAt,
    meetExtUrl: "https://meet.jit.si/Elsewhere",
  });
  expect((await change(cookie, meetId, moved)).status).toBe(200);
  await vi.waitFor(async () => expect(await rowOf(meetId)).toMatchObject({ title: "Moved", startsAt }), soon);
  expect(await refusalOf(await change(cookie, meetId, { ...moved, meetExtUrl: "https://example.com" }))).toMatchObject({
    code: "invalid-link",
  });
  const stranger = await signIn();
  expect((await change(stranger.cookie, meetId, moved)).status).toBe(404);
  expect((await cancel(stranger.cookie, meetId)).status).toBe(404);
  expect(await rowOf(meetId)).toMatchObject({ title: "Moved", status: "SCHEDULE" });
});

test("a cancelled call stays cancelled, and cannot be changed any more", async () => {
  const { cookie } = await signIn();
  const meetId = await invite(cookie);
  for (let time = 0; time < 2; time += 1) expect((await cancel(cookie, meetId)).status).toBe(200);
  await vi.waitFor(
    async () => expect(await rowOf(meetId)).toMatchObject({ status: "REJECTED", reason: "cancelled" }),
    soon,
  );
  expect(await refusalOf(await change(cookie, meetId, invitation()))).toMatchObject({ status: 409, code: "too-late" });
  expect(recorder.orders).toEqual([]);
});

test("only the owner sees the screenshot of a failed bot", async () => {
  const { cookie } = await signIn();
  const meetId = await invite(cookie, { meetingDate: Date.now() });
  expect((await screenshot(cookie, meetId)).status).toBe(404);
  await vi.waitFor(() => expect(recorder.orders).toHaveLength(1), soon);
  const [order] = recorder.orders;
  if (!order) throw new Error("no order");
  const bot = botOf(order);
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
  const sent = await bot.send("/screenshot", { method: "PUT", body: png, headers: { "Content-Type": "image/png" } });
  expect(sent.status).toBe(204);
  await bot.say({ type: "state", state: "failed", reason: "captcha" });
  await vi.waitFor(
    async () => expect(await rowOf(meetId)).toMatchObject({ status: "ERROR_RECORDED", reason: "captcha" }),
    soon,
  );
  const seen = await screenshot(cookie, meetId);
  expect([seen.status, seen.headers.get("Content-Type"), seen.headers.get("Cache-Control")]).toEqual([
    200,
    "image/png",
    "private, no-store",
  ]);
  expect(new Uint8Array(await seen.arrayBuffer())).toEqual(png);
  expect((await screenshot((await signIn()).cookie, meetId)).status).toBe(404);
  // Nothing was recorded, so nothing counts.
  const counted = and(eq(usageLedger.meetId, meetId), eq(usageLedger.state, "counted"));
  expect(await db.select().from(usageLedger).where(counted)).toEqual([]);

  // The screenshot is gone: the answer is 404, not an error.
  const id = parseMeetId(meetId);
  if (!id) throw new Error("no id");
  const recordingId = await runInDurableObject(
    objectOf(id),
    (_object, { storage }) => readMeeting(storage.sql)?.recordingId,
  );
  if (!recordingId) throw new Error("no recording");
  await env.RECORDINGS.delete(callScreenshotKey(recordingId));
  expect((await screenshot(cookie, meetId)).status).toBe(404);
});
