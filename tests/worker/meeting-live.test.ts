import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { SESSION_ENDED_CODE } from "#app/contracts/session.ts";
import { newMeetId, type UserId } from "#app/domain/ids.ts";
import { LIVE_SOCKET_MS_MAX, SESSION_STREAM_MS_MAX } from "#app/domain/limits/requests.ts";
import { openStream, sweepStreams } from "#app/server/identity/session-streams.ts";
import { hashToken, startSession } from "#app/server/identity/session.ts";
import { signOutEverywhere } from "#app/server/auth/sign-out.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { sessions, sessionStreams } from "#app/server/db/schema-account.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import { standInForSpeech } from "#tests/fakes/speech-server.ts";
import { call } from "#tests/support/api.ts";
import { fixture } from "#tests/support/fixture.ts";
import { askLive, openLive, ORIGIN } from "#tests/support/live-page.ts";
import { markedRecording, marksOf } from "#tests/support/marked-recording.ts";
import { replacing } from "#tests/support/replacing.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { beginUpload, objectOf, putBytes, uploadRecording } from "#tests/support/upload-meeting.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeServices } from "#workers/compose.ts";
import { MeetingObject } from "#workers/meeting/meeting-object.ts";
import type { SocketNote } from "#workers/meeting/publish/live-pages.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const OWNER = { kind: "owner", userId: "nora" } as const;
const db = openDatabase(env.DB);
const services = { ...composeServices(workerEnv, () => undefined), log: () => undefined };
const SIGN_OUT = { method: "POST", headers: { Origin: ORIGIN, Host: new URL(ORIGIN).host } };

/** Another session of the same person, as another browser of theirs has it. */
async function anotherSession(userId: UserId): Promise<string> {
  const { setCookie } = await startSession(services, { userId, provider: "google", userAgent: null, timeZone: null });
  return setCookie.split(";")[0] ?? "";
}

const hashOf = (cookie: string) => hashToken(cookie.split("=")[1] ?? "");

/** The sessions that a meeting streams to, from D1. */
const streamsOf = async (meetId: string) =>
  (await db.select().from(sessionStreams).where(eq(sessionStreams.meetId, meetId))).map((row) => row.sessionHash);

test("an open page sees the states pass, and what it shows in the end is what a page opened later shows", async () => {
  standInForSpeech();
  const { userId, cookie } = await signIn();
  const birth = await beginUpload({ userId });
  const page = await openLive(birth.meetId, cookie);
  await page.until(() => true);
  expect(page.messages[0]).toMatchObject({
    type: "view",
    view: { head: { status: "TORECORD", title: birth.details.title } },
  });

  await putBytes(birth, markedRecording(660));
  await objectOf(birth.meetId).acceptUpload(userId, birth.details);
  // The PDF comes last; nothing changes afterwards.
  await page.until(({ view }) => view().head.status === "SUMMARIZED" && view().head.pdf === "ready");

  const seen = page.messages.flatMap((message) => (message.type === "head" ? [message.head.status] : []));
  const order = ["RECORDED", "TRANSCRIBING", "TRANSCRIPTED", "LLMING", "SUMMARIZED"];
  const places = seen.map((status) => order.indexOf(status));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(new Set(seen)).toContain("TRANSCRIBING");
  expect(page.view().segments.map(({ text }) => text)).toEqual(marksOf(660));

  const later = await openLive(birth.meetId, cookie);
  await later.until(() => true);
  expect(later.view()).toEqual(page.view());
  page.socket.close();
  later.socket.close();
});

test("two pages of one meeting get the same messages", async () => {
  standInForSpeech();
  const { userId, cookie } = await signIn();
  const { meetId, details, ...birth } = await beginUpload({ userId });
  const pages = [await openLive(meetId, cookie), await openLive(meetId, cookie)];
  await putBytes(birth, await fixture("talk-captions.mp4"));
  await objectOf(meetId).acceptUpload(userId, details);
  for (const page of pages)
    await page.until(({ view }) => view().head.status === "SUMMARIZED" && view().head.pdf === "ready");
  expect(pages[0]?.view()).toEqual(pages[1]?.view());
  expect(pages[0]?.view()).toEqual(await objectOf(meetId).view(OWNER));
  for (const { socket } of pages) socket.close();
});

test("a page whose object had fallen asleep still gets changes", async () => {
  const { userId, cookie } = await signIn();
  const birth = await beginUpload({ userId });
  const page = await openLive(birth.meetId, cookie);
  await page.until(() => true);
  await runInDurableObject(objectOf(birth.meetId), async (_object, state) => {
    // Waking up is a new instance over the same storage and sockets, with nothing of the old one's memory.
    const awake = new MeetingObject(state, workerEnv);
    await awake.begin({ ...birth, details: { ...birth.details, title: "Seminar rooms, second floor" } });
  });
  await page.until(({ messages }) => messages.length > 1);
  expect(page.view().head.title).toBe("Seminar rooms, second floor");
  page.socket.close();
});

test("a page that was let in long ago gets no more messages before it has identified itself again", async () => {
  const { userId, cookie } = await signIn();
  const birth = await beginUpload({ userId });
  const again = (title: string) => objectOf(birth.meetId).begin({ ...birth, details: { ...birth.details, title } });
  const page = await openLive(birth.meetId, cookie);
  await page.until(() => true);
  await again("Seminar rooms, in time");
  await page.until(({ view }) => view().head.title === "Seminar rooms, in time");

  await runInDurableObject(objectOf(birth.meetId), (_object, state) => {
    for (const socket of state.getWebSockets()) {
      const note = socket.deserializeAttachment() as SocketNote;
      socket.serializeAttachment({ ...note, openedAt: note.openedAt - LIVE_SOCKET_MS_MAX - 1 });
    }
  });
  // Not by signing out, which closes the socket at once.
  await db.update(sessions).set({ revokedAt: Date.now() }).where(eq(sessions.userId, userId));
  await again("Seminar rooms, too late");
  expect(await page.closed).toEqual({ code: 1000 });
  expect(page.view().head.title).toBe("Seminar rooms, in time");
  expect((await askLive(birth.meetId, { Upgrade: "websocket", Cookie: cookie })).status).toBe(401);
});

test("a meeting that is discarded says so to its pages and closes them", async () => {
  const { userId, cookie } = await signIn();
  const { meetId } = await beginUpload({ userId });
  const page = await openLive(meetId, cookie);
  await page.until(() => true);
  await objectOf(meetId).discard();
  expect(await page.closed).toEqual({ code: 1000 });
  expect(page.messages.at(-1)).toEqual({ type: "gone" });
  expect((await askLive(meetId, { Upgrade: "websocket", Cookie: cookie })).status).toBe(404);
});

test("a page keeps its socket by pings, and one that says anything else is closed", async () => {
  const { userId, cookie } = await signIn();
  const { meetId } = await beginUpload({ userId });
  const page = await openLive(meetId, cookie);
  const pong = new Promise((resolve) => {
    page.socket.addEventListener("message", ({ data }) => {
      if (data === "pong") resolve(data);
    });
  });
  page.socket.send("ping");
  expect(await pong).toBe("pong");
  page.socket.send(JSON.stringify({ type: "view" }));
  expect(await page.closed).toEqual({ code: 1008 });
});

test.each([
  { who: "a stranger", headers: { Origin: ORIGIN }, signedIn: "stranger", status: 404 },
  { who: "somebody signed out", headers: { Origin: ORIGIN }, signedIn: null, status: 401 },
  { who: "another site's page", headers: { Origin: "https://elsewhere.example" }, signedIn: "owner", status: 403 },
  { who: "a sandboxed frame", headers: { Origin: "null" }, signedIn: "owner", status: 403 },
  { who: "the owner's own page", headers: { Origin: ORIGIN }, signedIn: "owner", status: 101 },
] as const)("the socket of a meeting, for $who: $status", async ({ headers, signedIn, status }) => {
  const owner = await signIn();
  const stranger = await signIn();
  const { meetId } = await beginUpload({ userId: owner.userId });
  const cookie = signedIn === null ? {} : { Cookie: signedIn === "owner" ? owner.cookie : stranger.cookie };
  const answer = await askLive(meetId, { Upgrade: "websocket", ...headers, ...cookie });
  expect(answer.status).toBe(status);
  answer.webSocket?.accept();
  answer.webSocket?.close();
});

test("the socket of a meeting that never was: 404; without an upgrade: 426", async () => {
  const { cookie } = await signIn();
  expect((await askLive(newMeetId(), { Upgrade: "websocket", Cookie: cookie })).status).toBe(404);
  expect((await askLive("no-id", { Upgrade: "websocket", Cookie: cookie })).status).toBe(404);
  expect((await askLive(newMeetId(), { Cookie: cookie })).status).toBe(426);
});

test("a view contains only the parts that the viewer may see", async () => {
  standInForSpeech();
  const { userId, cookie } = await signIn();
  const { meetId } = await uploadRecording(await fixture("talk-captions.mp4"), { userId });
  const page = await openLive(meetId, cookie);
  await page.until(({ view }) => view().head.status === "SUMMARIZED");
  page.socket.close();
  const object = objectOf(meetId);
  const summaryOnly = await object.view({ kind: "share", parts: ["summary"] });
  expect(summaryOnly?.segments).toEqual([]);
  expect(summaryOnly?.summary).not.toBeNull();
  expect(summaryOnly?.head).toMatchObject({ playable: false, retryable: false });
  const transcriptOnly = await object.view({ kind: "share", parts: ["transcript"] });
  expect(transcriptOnly?.segments.length).toBeGreaterThan(3);
  expect(transcriptOnly?.summary).toBeNull();
  expect((await object.view(OWNER))?.head.playable).toBe(true);
});

test("signing out closes the live sockets of that session at once, and no other", async () => {
  const { userId, cookie } = await signIn();
  const other = await anotherSession(userId);
  const births = [await beginUpload({ userId }), await beginUpload({ userId })];
  const ids = births.map(({ meetId }) => meetId);
  const pages = await Promise.all([...ids, ids[0] ?? ""].map((meetId) => openLive(meetId, cookie)));
  const kept = await openLive(ids[0] ?? "", other);
  for (const page of [...pages, kept]) await page.until(() => true);
  const [first] = births;
  if (!first) throw new Error("no meeting");
  // Closed also where the object had fallen asleep: a new instance has nothing of the old one's memory.
  await runInDurableObject(objectOf(first.meetId), (_object, state) => void new MeetingObject(state, workerEnv));

  await call("/api/auth/signout", { ...SIGN_OUT, cookie });
  for (const page of pages) expect(await page.closed).toEqual({ code: SESSION_ENDED_CODE });
  await objectOf(first.meetId).begin({
    ...first,
    details: { ...first.details, title: "Said to whoever is signed in" },
  });
  await kept.until(({ view }) => view().head.title === "Said to whoever is signed in");
  for (const page of pages) expect(page.messages.map(({ type }) => type)).toEqual(["view"]);
  expect(await streamsOf(first.meetId)).toEqual([await hashOf(other)]);
  kept.socket.close();
});

test("a session that ends while its socket opens gets none", async () => {
  const { userId, cookie } = await signIn();
  const { meetId } = await beginUpload({ userId });
  const sessionHash = await hashOf(cookie);
  const closed: string[] = [];
  const meetings = replacing(services.meetings, {
    closeStreams: async (_meetId, hash) => void closed.push(hash),
  });
  const opened = await openStream(
    { ...services, meetings },
    { actor: { ...sessionActor(userId), sessionHash }, meetId },
    async () => {
      await db.update(sessions).set({ revokedAt: Date.now() }).where(eq(sessions.idHash, sessionHash));
      return "open";
    },
  );
  expect(opened).toBeNull();
  expect(closed).toEqual([sessionHash]);
});

test("a meeting that does not answer is told by the sweep that a session has ended", async () => {
  const { userId, cookie } = await signIn();
  const { meetId } = await beginUpload({ userId });
  const page = await openLive(meetId, cookie);
  await page.until(() => true);
  const down = replacing(services.meetings, {
    closeStreams: () => Promise.reject(new UpstreamError({ service: "meeting", retryable: true })),
  });
  expect(await signOutEverywhere({ ...services, meetings: down }, { userId, keep: null })).toEqual({ ended: 1 });
  expect(await streamsOf(meetId)).toEqual([await hashOf(cookie)]);
  // Also where the session's row was swept before.
  await db.delete(sessions).where(eq(sessions.userId, userId));
  await sweepStreams(services);
  expect(await page.closed).toEqual({ code: SESSION_ENDED_CODE });
  expect(await streamsOf(meetId)).toEqual([]);
});

test("a session that ends by its age is reported to its meetings as well; records of old streams are removed", async () => {
  const { userId, cookie } = await signIn();
  const stays = await signIn();
  const { meetId } = await beginUpload({ userId });
  const page = await openLive(meetId, cookie);
  await page.until(() => true);
  const openedAt = Date.now() - SESSION_STREAM_MS_MAX - 1;
  await db.insert(sessionStreams).values({ sessionHash: await hashOf(stays.cookie), meetId, openedAt });
  await db
    .update(sessions)
    .set({ expiresAt: Date.now() - 1 })
    .where(eq(sessions.userId, userId));
  await sweepStreams(services);
  expect(await page.closed).toEqual({ code: SESSION_ENDED_CODE });
  expect(await streamsOf(meetId)).toEqual([]);
});

test.each([
  ["all sessions", false, [SESSION_ENDED_CODE, SESSION_ENDED_CODE], [401, 401]],
  ["all but the one that asks", true, [null, SESSION_ENDED_CODE], [200, 401]],
] as const)("signing out everywhere ends %s, and their sockets", async (_what, keepThis, codes, statuses) => {
  const { userId, cookie } = await signIn();
  const stranger = await signIn();
  const other = await anotherSession(userId);
  const { meetId } = await beginUpload({ userId });
  const pages = [await openLive(meetId, cookie), await openLive(meetId, other)];
  for (const page of pages) await page.until(() => true);
  const answer = await call("/api/auth/signout_everywhere", { method: "POST", cookie, json: { keepThis } });
  expect([answer.status, await answer.json()]).toEqual([200, { ended: keepThis ? 1 : 2 }]);
  expect(answer.headers.get("Set-Cookie") !== null).toBe(!keepThis);
  const ended = pages.filter((_page, index) => codes[index] !== null);
  for (const page of ended) expect(await page.closed).toEqual({ code: SESSION_ENDED_CODE });
  const asked = await Promise.all([cookie, other].map((one) => call("/api/acta/user/credits", { cookie: one })));
  expect(asked.map(({ status }) => status)).toEqual(statuses);
  expect((await call("/api/acta/user/credits", { cookie: stranger.cookie })).status).toBe(200);
  for (const { socket } of pages) socket.close();
});
