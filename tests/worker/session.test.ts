import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { SESSION_IDLE_MS_MAX, SESSION_LIFE_MS_MAX } from "#app/domain/limits/account.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { sessions } from "#app/server/db/schema-account.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { signIn } from "#tests/support/sign-in.ts";

const db = openDatabase(env.DB);

async function signedIn(input: Parameters<typeof signIn>[0] = {}) {
  const browser = openBrowser();
  const { userId, cookie } = await signIn(input);
  browser.cookies.set("acta-session", cookie.split("=")[1] ?? "");
  return { userId, browser };
}

test("GET /api/auth/session says who is signed in, and is never kept", async () => {
  const { browser, userId } = await signedIn({ name: "Nora Puig" });
  const answer = await browser.get("/api/auth/session");
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  expect(answer.headers.get("Content-Type")).toContain("application/json");
  expect(await answer.json()).toEqual({
    user: { name: "Nora Puig", email: `${userId}@example.test` },
    onboarded: true,
  });
});

test("somebody who has not been onboarded is a state of its own", async () => {
  const { browser } = await signedIn({ onboarded: false });
  expect(await browser.session()).toMatchObject({ onboarded: false });
});

test.each(["", "x", "0".repeat(64), "acta-session"])("the cookie %j is nobody's session", async (token) => {
  const browser = openBrowser();
  browser.cookies.set("acta-session", token);
  const answer = await browser.get("/api/auth/session");
  expect([answer.status, await answer.json()]).toEqual([200, {}]);
});

test("signing out ends the session, not only the cookie", async () => {
  const { browser } = await signedIn();
  const token = browser.cookies.get("acta-session") ?? "";
  const answer = await browser.post("/api/auth/signout", {});
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/api/auth/signin?left=1"]);
  expect(browser.cookies.has("acta-session")).toBe(false);
  browser.cookies.set("acta-session", token);
  expect(await browser.session()).toEqual({});
});

test("signing out twice is as good as once", async () => {
  const { browser } = await signedIn();
  await browser.post("/api/auth/signout", {});
  expect((await browser.post("/api/auth/signout", {})).status).toBe(303);
});

test("signing out ends this browser's session only", async () => {
  const { browser, userId } = await signedIn();
  await db.insert(sessions).values({
    idHash: `other-${userId}`,
    userId,
    provider: "google",
    createdAt: 1,
    lastSeenAt: 1,
    expiresAt: Date.now() + 1000,
  });
  await browser.post("/api/auth/signout", {});
  const [other] = await db
    .select()
    .from(sessions)
    .where(eq(sessions.idHash, `other-${userId}`));
  expect(other?.revokedAt).toBeNull();
});

test("a link signs nobody out", async () => {
  const { browser } = await signedIn();
  const answer = await browser.get("/api/auth/signout");
  expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "POST"]);
  expect(await browser.session()).toHaveProperty("user");
});

test("a session that was revoked elsewhere is over at once", async () => {
  const { browser, userId } = await signedIn();
  expect(await browser.session()).toHaveProperty("user");
  await db.update(sessions).set({ revokedAt: Date.now() }).where(eq(sessions.userId, userId));
  expect(await browser.session()).toEqual({});
});

test.each([
  ["not been used for too long", { lastSeenAt: Date.now() - SESSION_IDLE_MS_MAX - 1000 }],
  ["reached its greatest age", { expiresAt: Date.now() - 1000, createdAt: Date.now() - SESSION_LIFE_MS_MAX }],
])("a session that has %s is over", async (_what, change) => {
  const { browser, userId } = await signedIn();
  await db.update(sessions).set(change).where(eq(sessions.userId, userId));
  expect(await browser.session()).toEqual({});
});

test("a session is touched once in an hour, not with every request", async () => {
  const { browser, userId } = await signedIn();
  const seen = Date.now() - 61 * 60_000;
  await db.update(sessions).set({ lastSeenAt: seen }).where(eq(sessions.userId, userId));
  await browser.session();
  const [first] = await db.select().from(sessions).where(eq(sessions.userId, userId));
  expect(first?.lastSeenAt).toBeGreaterThan(seen);
  await browser.session();
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.lastSeenAt, first?.lastSeenAt ?? 0)));
  expect(rows).toHaveLength(1);
});

test("the session has no other method", async () => {
  expect((await openBrowser().post("/api/auth/session", {})).status).toBe(405);
});
