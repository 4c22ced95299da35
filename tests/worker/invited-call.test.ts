import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BotOrder } from "#app/contracts/recording/recorder.ts";
import { readMeetingLink } from "#app/domain/meeting/link.ts";
import { withRoomKey } from "#app/domain/meeting/link/room-secret.ts";
import { announcementText } from "#app/domain/meeting/announcement.ts";
import type { RecordingId } from "#app/domain/ids.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { uses } from "#app/server/workspace/recording-users.ts";
import { recordingPrefix } from "#app/server/storage/keys.ts";
import type { RecorderStandIn } from "#tests/fakes/recorder-server.ts";
import type { SpeechStandIn } from "#tests/fakes/speech-protocol.mjs";
import { call } from "#tests/support/api.ts";
import { callBirth, type ROOM } from "#tests/support/call-bench.ts";
import { botOf, roomOf } from "#tests/support/call-bot.ts";
import { makeTeam } from "#tests/support/make-team.ts";
import { meetingsOfNotice } from "#tests/support/notice-of.ts";
import { left, newRoom, recordAll, standInForCalls } from "#tests/support/recorded-call.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { objectOf } from "#tests/support/upload-meeting.ts";
import { saveSharesAt } from "#workers/call/store-requests.ts";

/** Real meeting objects and the real call object, from the invitation to the minutes; only recorder and engine stand in. */

let recorder: RecorderStandIn;
let speech: SpeechStandIn;
beforeEach(() => {
  ({ recorder, speech } = standInForCalls());
});
afterEach(() => {
  vi.restoreAllMocks();
});

const db = openDatabase(env.DB);
const soon = { timeout: 20_000, interval: 50 };
const OWNER = { kind: "owner", userId: "nora" } as const;

async function invite(place: typeof ROOM, ownerUserId?: string) {
  const birth = { ...callBirth({}, ownerUserId), place };
  const object = objectOf(birth.meetId);
  await object.begin(birth);
  return {
    ...birth,
    object,
    head: async () => (await object.view(OWNER))?.head,
    becomes: (status: string) =>
      vi.waitFor(async () => expect((await object.view(OWNER))?.head.status).toBe(status), soon),
  };
}

/** A Zoom meeting by what people paste; the bot of `firstName` goes there. */
function zoomPlace(link: string, ownerFirstName: string): typeof ROOM {
  const read = readMeetingLink(link);
  if (!read.ok) throw new Error(read.reason);
  return { ...withRoomKey(read.value), link, ownerFirstName };
}
let zoomNumbers = 92_000_000_000 + Math.floor(Math.random() * 1_000_000_000);

async function orderOf(roomsBot = 0): Promise<BotOrder> {
  await vi.waitFor(() => expect(recorder.orders.length).toBeGreaterThan(roomsBot), soon);
  const order = recorder.orders[roomsBot];
  if (!order) throw new Error("no order");
  return order;
}

test("an invitation becomes minutes and a recording that can be played", async () => {
  const meeting = await invite(newRoom());
  const order = await orderOf();
  expect(order.name).toBe("Acta · notes for Nora");
  const [notice = "none"] = /https?:\S+\/recorded\/[\w-]{22}$/u.exec(order.announcement) ?? [];
  expect(order.announcement).toBe(announcementText(meeting.details.language, "Nora", notice));
  const bot = await recordAll(order);
  await meeting.becomes("RECORDING");
  await bot.say(...left);
  await meeting.becomes("SUMMARIZED");
  await vi.waitFor(async () => expect(await meeting.head()).toMatchObject({ playable: true }), soon);
  const view = await meeting.object.view(OWNER);
  expect(view?.segments.map(({ speaker }) => speaker)).toEqual(["Iria Bosch"]);
  expect(view?.head.call).toMatchObject({ end: "meeting-ended", people: [{ name: "Iria Bosch" }] });
  const place = await meeting.object.recording();
  expect(place?.version.size).toBe((await env.RECORDINGS.head(place?.key ?? ""))?.size);
});

test("one person invites twice to one room: one bot, two meetings; one is deleted, the other is whole", async () => {
  const room = newRoom();
  const first = await invite(room, "nora");
  const order = await orderOf();
  const second = await invite(room, "nora");
  const bot = await recordAll(order);
  await first.becomes("RECORDING");
  await second.becomes("RECORDING");
  const [row] = await db.select().from(meetings).where(eq(meetings.id, second.meetId));
  const recordingId = (row?.recordingId ?? "") as RecordingId;
  await vi.waitFor(async () => {
    expect(await db.$count(meetings, uses(recordingId))).toBe(2);
  }, soon);
  // The second one came after the announcement.
  expect(await meetingsOfNotice(order)).toEqual([first.meetId, second.meetId].toSorted());
  await first.object.discard();
  await bot.say(...left);
  await second.becomes("SUMMARIZED");
  await vi.waitFor(async () => expect(await second.head()).toMatchObject({ playable: true }), soon);
  expect(recorder.orders).toHaveLength(1);
  expect(speech.asked).toHaveLength(1);
  expect(await first.object.view(OWNER)).toBeNull();

  await second.object.discard();
  await vi.waitFor(async () => {
    const { objects } = await env.RECORDINGS.list({ prefix: recordingPrefix(recordingId) });
    expect(objects.map(({ key }) => key)).toEqual([]);
  }, soon);
});

test("stopped on the meeting's page: what was recorded becomes minutes", async () => {
  const meeting = await invite(newRoom());
  const bot = await recordAll(await orderOf());
  await meeting.becomes("RECORDING");
  expect(await meeting.object.stopCall()).toEqual({ ok: true, value: null });
  await vi.waitFor(async () => expect(await meeting.head()).toMatchObject({ call: { stopping: true } }), soon);
  await bot.say({ type: "state", state: "leaving", reason: null }, { type: "state", state: "left", reason: "stopped" });
  await meeting.becomes("SUMMARIZED");
  expect(await meeting.head()).toMatchObject({ call: { end: "stopped", stopping: false } });
});

test.each([
  ["without the passcode", ""],
  ["with a wrong passcode", "?pwd=wRoNg4567"],
  ["with the right link", "?pwd=aBcD12efG"],
])("a stranger %s gets nothing of another person's recording and has no power over it", async (_how, pwd) => {
  const link = `https://zoom.us/j/${(zoomNumbers += 1)}`;
  // The stranger is first, so that their bot would be there already.
  const early = await invite(zoomPlace(`${link}${pwd}`, "Mallory"), "mallory");
  await orderOf(0);
  const owner = await invite(zoomPlace(`${link}?pwd=aBcD12efG`, "Nora"), "nora");
  const order = await orderOf(1);
  expect(order.name).toBe("Acta · notes for Nora");
  expect(order.url).toContain("pwd=aBcD12efG");
  const bot = await recordAll(order);
  await owner.becomes("RECORDING");
  // Another meeting of the stranger's, while the owner's bot records.
  const late = await invite({ ...zoomPlace(`${link}${pwd}`, "Mallory"), ownerFirstName: "Mallory" }, "mallory-2");
  const strangers = await orderOf(2);
  expect(strangers.name).toBe("Acta · notes for Mallory");
  expect(strangers.url.includes("aBcD12efG")).toBe(pwd.includes("aBcD12efG"));
  for (const stranger of [early, late]) {
    expect(await stranger.head()).toMatchObject({ status: "TORECORD", call: { people: [], recordingSince: null } });
    expect((await stranger.object.view(OWNER))?.segments).toEqual([]);
    await stranger.object.stopCall();
  }
  expect(recorder.stops).not.toContain(order.botId);
  expect(await bot.say()).toMatchObject({ stop: false });
  await bot.say(...left);
  await owner.becomes("SUMMARIZED");
  await vi.waitFor(async () => expect(await owner.head()).toMatchObject({ playable: true }), soon);
  for (const stranger of [early, late]) {
    expect(await stranger.object.recording()).toBeNull();
    expect(await stranger.head()).toMatchObject({ status: "REJECTED", call: { people: [] } });
  }
  const rows = await db.select().from(meetings).where(eq(meetings.id, owner.meetId));
  const recordingId = (rows[0]?.recordingId ?? "") as RecordingId;
  await owner.object.discard();
  const { objects } = await env.RECORDINGS.list({ prefix: recordingPrefix(recordingId) });
  expect(objects.map(({ key }) => key)).toEqual([]);
});

/** Two people in one room: the first's bot records, the second's waits in the lobby or records by itself. */
async function ownerAndAsker(asker: "waits" | "records", { inTeam = false } = {}) {
  const people = await Promise.all([signIn(), signIn({ name: "Lucía Ferrer" })]);
  const [{ userId: nora }, { userId: lucia }] = people;
  const room = newRoom();
  const owner = await invite(room, nora);
  const bot = botOf(await orderOf(0));
  // An hour ahead of our clock: what it has sent by then was said before the answer.
  const startedAt = Date.now() + 3_600_000;
  const begin = (one: typeof bot, at: number) =>
    one.say({ type: "segment-started", stream: "mix", segment: 1000, startedAt: at, mimeType: "audio/mp4" });
  await begin(bot, startedAt);
  await bot.say({ type: "people", count: 1, people: [{ id: "p1", name: "Iria Bosch" }] });
  await bot.pieces("mix", 1000, [0, 1, 2]);
  await owner.becomes("RECORDING");
  if (inTeam) await showToTeam(people, owner.meetId);
  const guest = await invite({ ...room, ownerFirstName: "Lucía" }, lucia);
  const second = botOf(await orderOf(1));
  if (asker === "records") {
    await begin(second, startedAt + 10_000);
    await second.pieces("mix", 1000, [0, 1]);
    await guest.becomes("RECORDING");
  }
  const requests = async () => (await owner.head())?.call?.requests ?? [];
  await vi.waitFor(async () => expect(await requests()).toHaveLength(1), soon);
  const [request] = await requests();
  if (!request) throw new Error("no request");
  expect(request).toMatchObject({ name: "Lucía Ferrer", email: `${lucia}@example.test` });
  const finish = async () => {
    await bot.pieces("mix", 1000, [3, 4, 5]);
    await bot.end("mix", 1000);
    await bot.say({ type: "loud", startAt: startedAt, endAt: startedAt + 5000 });
    await bot.say(...left);
    for (const one of [owner, guest]) await one.becomes("SUMMARIZED");
    for (const one of [owner, guest]) {
      await vi.waitFor(async () => expect(await one.head()).toMatchObject({ playable: true }), soon);
    }
  };
  return { people, room, owner, guest, second, requestId: request.id, finish };
}

type People = Awaited<ReturnType<typeof signIn>>[];
async function showToTeam([owner, ...others]: People, meetId: string) {
  if (!owner) throw new Error("nobody is in the team");
  await makeTeam({ owner, others });
  const json = { visibility: "team" };
  const shown = await call(`/api/acta/meetings/${meetId}/visibility`, { method: "PUT", cookie: owner.cookie, json });
  if (shown.status !== 200) throw new Error(`the meeting is not shown: ${shown.status}`);
}

test.each(["waits", "records"] as const)(
  "a person whose own bot %s is given all of a call: one bot, two recordings of the same, each removed by its own owner",
  async (asker) => {
    const { owner, guest, requestId, second, finish } = await ownerAndAsker(asker);
    expect(await owner.object.answerRequest({ requestId, answer: "all" })).toEqual({ ok: true, value: null });
    await vi.waitFor(async () => expect((await second.say())?.stop ?? true).toBe(true), soon);
    await guest.becomes("RECORDING");
    await vi.waitFor(
      async () => expect((await guest.head())?.call?.people).toMatchObject([{ name: "Iria Bosch" }]),
      soon,
    );
    expect((await owner.head())?.call?.guests).toEqual([{ name: "Lucía Ferrer", since: null }]);
    await finish();
    const [whole, copy] = [await owner.head(), await guest.head()];
    expect(Math.abs((copy?.durationMs ?? 0) - (whole?.durationMs ?? 0))).toBeLessThan(200);
    expect((await guest.object.view(OWNER))?.segments.map(({ text }) => text)).toEqual(
      (await owner.object.view(OWNER))?.segments.map(({ text }) => text),
    );
    await owner.object.discard();
    const place = await guest.object.recording();
    expect(await env.RECORDINGS.head(place?.key ?? "")).not.toBeNull();
    await guest.object.discard();
    expect(await env.RECORDINGS.head(place?.key ?? "")).toBeNull();
  },
);

test("a member who may read the first owner's team meeting gets a meeting of their own from the same bot, without an answer", async () => {
  const { people, room, owner, guest, second, requestId, finish } = await ownerAndAsker("waits", { inTeam: true });
  // The time in which the owner could refuse is over.
  await runInDurableObject(roomOf(room), (object, { storage }) => {
    saveSharesAt(storage.sql, requestId, 1);
    return object.alarm?.();
  });
  await guest.becomes("RECORDING");
  await vi.waitFor(async () => expect((await second.say())?.stop ?? true).toBe(true), soon);
  await finish();
  expect((await owner.head())?.call?.guests).toMatchObject([{ name: "Lucía Ferrer", since: expect.any(Number) }]);
  const [nora, lucia] = people;
  const statusOf = async ({ meetId }: { meetId: string }, { cookie }: { cookie: string }) =>
    (await call(`/api/acta/meetings/${meetId}/recording`, { method: "HEAD", cookie })).status;
  expect([await statusOf(owner, nora), await statusOf(owner, lucia)]).toEqual([200, 200]);
  // Her own meeting is private.
  expect([await statusOf(guest, lucia), await statusOf(guest, nora)]).toEqual([200, 404]);
});

test("a person who is given a call from now on has less of it by every way to it", async () => {
  const { owner, guest, requestId, finish } = await ownerAndAsker("waits");
  expect(await owner.object.answerRequest({ requestId, answer: "from-now" })).toEqual({ ok: true, value: null });
  await guest.becomes("RECORDING");
  await finish();
  const rows = await db.select().from(meetings).where(eq(meetings.id, guest.meetId));
  const [own, other] = [await guest.object.recording(), await owner.object.recording()];
  expect(own?.key.startsWith(recordingPrefix((rows[0]?.recordingId ?? "") as RecordingId))).toBe(true);
  expect(own?.key.startsWith(other?.key.split("/").slice(0, 2).join("/") ?? "")).toBe(false);
  expect((await guest.head())?.durationMs).toBeLessThan(((await owner.head())?.durationMs ?? 0) - 1500);
});
