import { runInDurableObject } from "cloudflare:test";
import { exports } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { newMeetId } from "#app/domain/ids.ts";
import { LIVE_SOCKET_MS_MAX } from "#app/domain/limits/requests.ts";
import { standInForSpeech } from "#tests/fakes/speech-server.ts";
import { fixture } from "#tests/support/fixture.ts";
import { askLive, openLive, ORIGIN } from "#tests/support/live-page.ts";
import { markedRecording, marksOf } from "#tests/support/marked-recording.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { beginUpload, objectOf, putBytes, uploadRecording } from "#tests/support/upload-meeting.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import type { SocketNote } from "#workers/meeting/publisher.ts";
import { MeetingObject } from "#workers/meeting/meeting-object.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const OWNER = { kind: "owner" } as const;

test("an open page sees the states pass, and what it shows in the end is what a page opened later shows", async () => {
  standInForSpeech();
  const { userId, cookie } = await signIn();
  const birth = await beginUpload({ ownerUserId: userId });
  const page = await openLive(birth.meetId, cookie);
  await page.until(() => true);
  expect(page.messages[0]).toMatchObject({
    type: "view",
    view: { head: { status: "TORECORD", title: birth.details.title } },
  });

  await putBytes(birth, markedRecording(660));
  await objectOf(birth.meetId).acceptUpload(userId, birth.details);
  await page.until(({ view }) => view().head.status === "SUMMARIZED");

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

test("two pages of one meeting hear the same", async () => {
  standInForSpeech();
  const { userId, cookie } = await signIn();
  const { meetId, details, ...birth } = await beginUpload({ ownerUserId: userId });
  const pages = [await openLive(meetId, cookie), await openLive(meetId, cookie)];
  await putBytes(birth, await fixture("talk-captions.mp4"));
  await objectOf(meetId).acceptUpload(userId, details);
  for (const page of pages)
    await page.until(({ view }) => view().head.status === "SUMMARIZED" && view().summary !== null);
  expect(pages[0]?.view()).toEqual(pages[1]?.view());
  expect(pages[0]?.view()).toEqual(await objectOf(meetId).view(OWNER));
  for (const { socket } of pages) socket.close();
});

test("a page whose object had fallen asleep still hears what happens", async () => {
  const { userId, cookie } = await signIn();
  const birth = await beginUpload({ ownerUserId: userId });
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

test("a page that was let in long ago hears nothing more before it has said again who it is", async () => {
  const { userId, cookie } = await signIn();
  const birth = await beginUpload({ ownerUserId: userId });
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
  await exports.default.fetch(`${ORIGIN}/api/auth/signout`, {
    method: "POST",
    headers: { Cookie: cookie, Origin: ORIGIN, Host: new URL(ORIGIN).host },
    redirect: "manual",
  });
  await again("Seminar rooms, too late");
  expect(await page.closed).toEqual({ code: 1000 });
  expect(page.view().head.title).toBe("Seminar rooms, in time");
  expect((await askLive(birth.meetId, { Upgrade: "websocket", Cookie: cookie })).status).toBe(401);
});

test("a meeting that is discarded says so to its pages and closes them", async () => {
  const { userId, cookie } = await signIn();
  const { meetId } = await beginUpload({ ownerUserId: userId });
  const page = await openLive(meetId, cookie);
  await page.until(() => true);
  await objectOf(meetId).discard();
  expect(await page.closed).toEqual({ code: 1000 });
  expect(page.messages.at(-1)).toEqual({ type: "gone" });
  expect((await askLive(meetId, { Upgrade: "websocket", Cookie: cookie })).status).toBe(404);
});

test("a page keeps its socket by pings, and one that says anything else is closed", async () => {
  const { userId, cookie } = await signIn();
  const { meetId } = await beginUpload({ ownerUserId: userId });
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
  const { meetId } = await beginUpload({ ownerUserId: owner.userId });
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

test("what a viewer may not see is not in their view", async () => {
  standInForSpeech();
  const { userId, cookie } = await signIn();
  const { meetId } = await uploadRecording(await fixture("talk-captions.mp4"), { ownerUserId: userId });
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
