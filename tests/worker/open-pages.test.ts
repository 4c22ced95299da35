import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { SESSION_ENDED_CODE } from "#app/contracts/session.ts";
import { newMeetId, type UserId } from "#app/domain/ids.ts";
import { SESSION_STREAM_MS_MAX, SESSION_STREAMS_ENDED_MAX } from "#app/domain/limits/requests.ts";
import { openPage as openPageOf, sweepStreams } from "#app/server/identity/session-streams.ts";
import { hashToken, startSession } from "#app/server/identity/session.ts";
import { signOutEverywhere } from "#app/server/auth/sign-out.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { sessions, sessionStreams } from "#app/server/db/schema-account.ts";
import { closeLostStreams } from "#app/server/identity/end-lost-streams.ts";
import { call, post } from "#tests/support/api.ts";
import { ORIGIN } from "#tests/support/live-page.ts";
import { replacing } from "#tests/support/replacing.ts";
import { costsOf } from "#tests/support/request-costs.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { askForPage, openPage } from "#tests/support/told-page.ts";
import { beginUpload } from "#tests/support/upload-meeting.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeServices } from "#workers/compose.ts";

/** The socket by which an open page is told of changes, in place of readings by the clock. */

const db = openDatabase(env.DB);
const services = { ...composeServices(workerEnv, () => undefined), log: () => undefined };

afterEach(() => {
  vi.restoreAllMocks();
});

const hashOf = (cookie: string) => hashToken(cookie.split("=")[1] ?? "");
const notesOf = (userId: string) =>
  db
    .select()
    .from(sessionStreams)
    .where(eq(sessionStreams.meetId, `page:${userId}`));

async function anotherSession(userId: UserId): Promise<string> {
  const { setCookie } = await startSession(services, { userId, provider: "google", userAgent: null, timeZone: null });
  return setCookie.split(";")[0] ?? "";
}

const changeLanguage = (cookie: string) =>
  call("/api/acta/user/preferences", {
    method: "POST",
    body: new URLSearchParams({ locale: "fr" }),
    headers: { Origin: ORIGIN, Cookie: cookie },
  });

test("a page is told of a change that another page of the person makes, and of a row of their lists", async () => {
  const { userId, cookie } = await signIn();
  const [page, stranger] = [await openPage(cookie), await openPage((await signIn()).cookie)];
  expect(page.heard).toEqual(["0"]);
  expect((await changeLanguage(await anotherSession(userId))).status).toBe(204);
  await page.until(2);
  await beginUpload({ userId });
  await page.until(3);
  expect(page.heard.slice(0, 3)).toEqual(["0", "1", "2"]);
  expect(stranger.heard).toEqual(["0"]);
});

test("a page that comes back hears the same number, or another one after a change", async () => {
  const { userId, cookie } = await signIn();
  await services.pages.tell(userId);
  const before = await openPage(cookie);
  before.socket.close();
  const again = await openPage(cookie);
  expect(again.heard).toEqual(before.heard);
  await services.pages.tell(userId);
  expect((await openPage(cookie)).heard).not.toEqual(before.heard);
});

test("a page costs two trips to D1 when it connects, and none while nothing changes", async () => {
  const { cookie } = await signIn();
  let page: Awaited<ReturnType<typeof openPage>> | null = null;
  const opened = await costsOf(async () => (page = await openPage(cookie)));
  expect(opened.trips).toBe(2);
  const asked = await costsOf(async () => {
    page?.socket.send("ping");
    await page?.until(2);
  });
  expect(page).toMatchObject({ heard: ["0", "pong"] });
  expect(asked).toMatchObject({ trips: 0, calls: [] });
});

test("signing out closes the pages of that session at once, and of no other", async () => {
  const { userId, cookie } = await signIn();
  const other = await anotherSession(userId);
  const [kept, ended] = [await openPage(cookie), await openPage(other)];
  await signOutEverywhere(services, { userId, keep: await hashOf(cookie) });
  expect(await ended.closed).toBe(SESSION_ENDED_CODE);
  expect((await notesOf(userId)).map(({ sessionHash }) => sessionHash)).toEqual([await hashOf(cookie)]);
  await services.pages.tell(userId);
  await kept.until(2);
  expect(ended.heard).toEqual(["0"]);
});

test("asking for the deletion of the account closes its pages", async () => {
  const { userId, cookie } = await signIn();
  const page = await openPage(cookie);
  expect((await post("/api/acta/user/delete", cookie, { confirmation: `${userId}@example.test` })).status).toBe(204);
  expect(await page.closed).toBe(SESSION_ENDED_CODE);
  expect((await askForPage({ Cookie: cookie })).status).toBe(401);
  await services.pages.tell(userId);
  expect(page.heard).toEqual(["0"]);
});

test("a session that has ended, a stranger and another origin get no socket and leave no note", async () => {
  const { userId, cookie } = await signIn();
  await db.update(sessions).set({ revokedAt: 1 }).where(eq(sessions.userId, userId));
  expect((await askForPage({ Cookie: cookie })).status).toBe(401);
  expect((await askForPage({})).status).toBe(401);
  expect((await askForPage({ Cookie: cookie, Origin: "https://elsewhere.example" })).status).toBe(403);
  expect((await askForPage({ Cookie: cookie, Upgrade: "" })).status).toBe(426);
  expect(await notesOf(userId)).toEqual([]);
});

test("a session that ends while its page connects is found ended", async () => {
  const { userId, cookie } = await signIn();
  const actor = { ...sessionActor(userId), sessionHash: await hashOf(cookie) };
  const request = new Request(`${ORIGIN}/api/acta/user/live`, { headers: { Upgrade: "websocket" } });
  const pages: (WebSocket | null)[] = [];
  const ending = replacing(services.pages, {
    async connect(...given) {
      const opened = await services.pages.connect(...given);
      pages.push(opened.webSocket);
      await db.update(sessions).set({ revokedAt: 1 }).where(eq(sessions.userId, userId));
      return opened;
    },
  });
  expect(await openPageOf({ ...services, pages: ending }, actor, request)).toBeNull();
  const [page] = pages;
  const closed = new Promise((resolve) => page?.addEventListener("close", ({ code }) => resolve(code)));
  page?.accept();
  expect(await closed).toBe(SESSION_ENDED_CODE);
});

test("the sweep closes the pages of a session that ran out, and forgets old notes", async () => {
  const { userId, cookie } = await signIn();
  const page = await openPage(cookie);
  await db.update(sessions).set({ expiresAt: 1 }).where(eq(sessions.userId, userId));
  await sweepStreams(services);
  expect(await page.closed).toBe(SESSION_ENDED_CODE);
  const other = await signIn();
  await openPage(other.cookie);
  await sweepStreams({ ...services, now: () => Date.now() + SESSION_STREAM_MS_MAX + 1000 });
  expect(await notesOf(other.userId)).toEqual([]);
});

test("signing out closes first what was opened last, after a day of more meetings than are told at once", async () => {
  const { userId, cookie } = await signIn();
  const page = await openPage(cookie);
  const sessionHash = await hashOf(cookie);
  const earlier = Array.from({ length: SESSION_STREAMS_ENDED_MAX }, () => newMeetId());
  for (const meetId of earlier) await db.insert(sessionStreams).values({ sessionHash, meetId, openedAt: 1 });
  const meetings = replacing(services.meetings, { closeStreams: () => Promise.resolve() });
  await signOutEverywhere({ ...services, meetings }, { userId, keep: null });
  expect(await notesOf(userId)).toEqual([]);
  expect(await page.closed).toBe(SESSION_ENDED_CODE);
  await db.delete(sessionStreams).where(eq(sessionStreams.sessionHash, sessionHash));
});

test("meetings that do not answer stand in front of no other stream of an ended session", async () => {
  const { userId, cookie } = await signIn();
  const page = await openPage(cookie);
  const deaf = Array.from({ length: SESSION_STREAMS_ENDED_MAX }, () => newMeetId());
  const sessionHash = "a-session-that-is-gone";
  for (const meetId of deaf) await db.insert(sessionStreams).values({ sessionHash, meetId, openedAt: 1 });
  await db.update(sessions).set({ expiresAt: 1 }).where(eq(sessions.userId, userId));
  const meetings = replacing(services.meetings, {
    closeStreams: () => Promise.reject(new Error("the object does not answer")),
  });
  await sweepStreams({ ...services, meetings });
  await sweepStreams({ ...services, meetings });
  expect(await notesOf(userId)).toEqual([]);
  expect(await page.closed).toBe(SESSION_ENDED_CODE);
  const rest = eq(sessionStreams.sessionHash, sessionHash);
  expect(await db.select().from(sessionStreams).where(rest), "they are tried again").toHaveLength(deaf.length);
  await db.delete(sessionStreams).where(rest);
});

test("a person who leaves a team is told, and no object of a meeting is asked for their page", async () => {
  const { userId, cookie } = await signIn();
  const page = await openPage(cookie);
  const { calls } = await costsOf(() => closeLostStreams(services, { userIds: [userId], meetIds: [newMeetId()] }));
  await page.until(2);
  expect(calls).toEqual(["tellPages"]);
  expect(await notesOf(userId)).toHaveLength(1);
});
