import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { SESSION_ENDED_CODE } from "#app/contracts/session.ts";
import type { UserId } from "#app/domain/ids.ts";
import { SESSIONS_SHOWN_MAX } from "#app/domain/limits/account.ts";
import { listSessions } from "#app/server/identity/list-sessions.ts";
import { hashToken, startSession } from "#app/server/identity/session.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { sessions } from "#app/server/db/schema-account.ts";
import { call } from "#tests/support/api.ts";
import { openLive, ORIGIN } from "#tests/support/live-page.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { beginUpload } from "#tests/support/upload-meeting.ts";
import { USER_AGENTS } from "#tests/support/user-agents.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeServices } from "#workers/compose.ts";

/** §2: all active sessions, and signing out one or all others, at once. */

const db = openDatabase(env.DB);
const services = { ...composeServices(workerEnv, () => undefined), log: () => undefined };
const FIREFOX = USER_AGENTS[0][0];

/** Another browser of the same person: its cookie and the handle of its session. */
async function anotherSession(userId: UserId) {
  const input = { userId, provider: "google", userAgent: FIREFOX, timeZone: "Europe/Madrid" };
  const { setCookie } = await startSession(services, input);
  const cookie = setCookie.split(";")[0] ?? "";
  const idHash = await hashToken(cookie.split("=")[1] ?? "");
  const [row] = await db.select().from(sessions).where(eq(sessions.idHash, idHash));
  return { cookie, idHash, handle: row?.handle ?? "" };
}

const end = (cookie: string | null, form: Record<string, string>) =>
  call("/api/auth/signout_session", {
    method: "POST",
    body: new URLSearchParams(form),
    headers: { Origin: ORIGIN, ...(cookie === null ? {} : { Cookie: cookie }) },
  });
const statusOf = async (cookie: string) => (await call("/api/acta/user/credits", { cookie })).status;

test("the list holds the sessions that may be used, the caller's first, without anything that grants access", async () => {
  const { userId, cookie } = await signIn();
  const own = await hashToken(cookie.split("=")[1] ?? "");
  const other = await anotherSession(userId);
  const ended = await anotherSession(userId);
  await signIn();
  await db.update(sessions).set({ revokedAt: 1 }).where(eq(sessions.idHash, ended.idHash));
  await db
    .update(sessions)
    .set({ lastSeenAt: Date.now() - 60_000 })
    .where(eq(sessions.idHash, own));
  const listed = await listSessions(services, { ...sessionActor(userId), sessionHash: own });
  expect(listed).toMatchObject({
    hasMore: false,
    sessions: [
      { isOwn: true, device: { browser: null, system: null }, timeZone: null },
      {
        isOwn: false,
        handle: other.handle,
        device: { browser: "Firefox", system: "Linux" },
        timeZone: "Europe/Madrid",
      },
    ],
  });
  expect(other.handle).toMatch(/^[0-9a-f]{24}$/);
  expect(JSON.stringify(listed)).not.toContain(other.idHash);
  const page = await (await call("/settings", { cookie })).text();
  expect(page).toContain("Sign out Firefox on Linux");
  expect(page).toContain("Europe/Madrid");
  expect(page).not.toContain(own);
  expect(page).not.toContain(other.idHash);
});

test("a very long list is cut, and says so", async () => {
  const { userId } = await signIn();
  for (let count = 0; count < SESSIONS_SHOWN_MAX; count += 1) await anotherSession(userId);
  const listed = await listSessions(services, sessionActor(userId));
  expect([listed.sessions.length, listed.hasMore]).toEqual([SESSIONS_SHOWN_MAX, true]);
});

test("signing out one session ends it and its sockets at once, and no other; twice is as good as once", async () => {
  const { userId, cookie } = await signIn();
  const [gone, stays] = [await anotherSession(userId), await anotherSession(userId)];
  const { meetId } = await beginUpload({ userId });
  const pages = [await openLive(meetId, gone.cookie), await openLive(meetId, stays.cookie)];
  for (const page of pages) await page.until(() => true);
  const answers = [];
  for (let time = 0; time < 2; time += 1) answers.push((await end(cookie, { session: gone.handle })).status);
  expect(answers).toEqual([204, 204]);
  expect(await pages[0]?.closed).toEqual({ code: SESSION_ENDED_CODE });
  expect([await statusOf(cookie), await statusOf(gone.cookie), await statusOf(stays.cookie)]).toEqual([200, 401, 200]);
  pages[1]?.socket.close();
});

test("signing out all others keeps the caller's session", async () => {
  const { userId, cookie } = await signIn();
  const others = [await anotherSession(userId), await anotherSession(userId)];
  expect((await end(cookie, { session: "others" })).status).toBe(204);
  expect(await statusOf(cookie)).toBe(200);
  for (const other of others) expect(await statusOf(other.cookie)).toBe(401);
});

test("a session that ends itself loses its cookie too", async () => {
  const { userId } = await signIn();
  const { cookie, handle } = await anotherSession(userId);
  const answer = await end(cookie, { session: handle });
  expect(answer.headers.get("Set-Cookie")).toMatch(/^acta-session=; .*Max-Age=0/);
  expect(await statusOf(cookie)).toBe(401);
});

test("another person's session cannot be ended, and nobody learns that it exists", async () => {
  const owner = await signIn();
  const target = await anotherSession(owner.userId);
  const stranger = await signIn();
  const unknown = "0".repeat(24);
  const answers = [];
  for (const session of [target.handle, unknown]) answers.push((await end(stranger.cookie, { session })).status);
  expect(answers).toEqual([204, 204]);
  expect((await end(null, { session: target.handle })).status).toBe(401);
  expect(await statusOf(target.cookie)).toBe(200);
});

test.each(["", "all", "0".repeat(64), "' or 1=1 --"])("%j names no session", async (session) => {
  const { cookie } = await signIn();
  expect((await end(cookie, { session })).status).toBe(422);
});
