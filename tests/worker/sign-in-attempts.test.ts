import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { SIGN_IN_ATTEMPT_MS_MAX } from "#app/domain/limits/account.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { signInAttempts } from "#app/server/db/schema-account.ts";
import { googlePerson, microsoftPerson, playGoogle, playMicrosoft } from "#tests/fakes/local-providers.ts";
import { connectProviders } from "#tests/fakes/oidc-provider.ts";
import { type Browser, openBrowser } from "#tests/support/browser.ts";

const google = await playGoogle();
const microsoft = await playMicrosoft();
const db = openDatabase(env.DB);

afterEach(() => {
  vi.restoreAllMocks();
});

/** The browser comes back from the provider: where it is sent, and who is signed in then. */
async function visit(browser: Browser, callback: string) {
  const answer = await browser.get(callback);
  return { status: answer.status, location: answer.headers.get("Location"), session: await browser.session() };
}

/** Back on the sign-in page, with one of our words, and without a session. */
const refusedTo = (location: string) => ({ status: 302, location, session: {} });

const EXPIRED = "/api/auth/signin?problem=expired";

test("two tabs of a browser do not break each other", async () => {
  connectProviders(google, microsoft);
  const browser = openBrowser();
  const first = await browser.begin("google", "/history");
  const second = await browser.begin("microsoft", "/settings");
  const ended = await browser.get(microsoft.consent(second, microsoftPerson()));
  expect(ended.headers.get("Location")).toBe("/settings");
  const other = await browser.get(google.consent(first, googlePerson({ name: "Marc Soler" })));
  expect(other.headers.get("Location")).toBe("/history");
  expect(await browser.session()).toMatchObject({ user: { name: "Marc Soler" } });
});

test("every attempt has a state, a nonce and a challenge of its own", async () => {
  const browser = openBrowser();
  const [first, second] = [new URL(await browser.begin("google")), new URL(await browser.begin("google"))];
  for (const name of ["state", "nonce", "code_challenge"]) {
    expect(first.searchParams.get(name)).not.toBe(second.searchParams.get(name));
  }
});

test("neither the state nor the browser's cookie is in the database", async () => {
  const browser = openBrowser();
  const there = new URL(await browser.begin("google"));
  const rows = JSON.stringify(await db.select().from(signInAttempts));
  expect(rows).not.toContain(there.searchParams.get("state"));
  expect(rows).not.toContain(browser.cookies.get("acta-attempt"));
});

test.each(["", "?state=unknown&code=1", "?code=1", "?state=&code=1", "?error=access_denied"])(
  "a callback with %j belongs to no attempt",
  async (query) => {
    const browser = openBrowser();
    await browser.begin("google");
    expect(await visit(browser, `/api/auth/callback/google${query}`)).toEqual(refusedTo(EXPIRED));
  },
);

test("an attempt is good once", async () => {
  connectProviders(google);
  const browser = openBrowser();
  const callback = google.consent(await browser.begin("google"), googlePerson());
  await browser.get(callback);
  await browser.post("/api/auth/signout", {});
  expect(await visit(browser, callback)).toEqual(refusedTo(EXPIRED));
});

test("an attempt that took too long is over", async () => {
  connectProviders(google);
  const browser = openBrowser();
  const callback = google.consent(await browser.begin("google", "/history"), googlePerson());
  await db.update(signInAttempts).set({ createdAt: Date.now() - SIGN_IN_ATTEMPT_MS_MAX - 1000 });
  expect(await visit(browser, callback)).toEqual(refusedTo(EXPIRED));
});

test("attempts that are over are cleared away by the next one", async () => {
  await openBrowser().begin("google");
  await db.update(signInAttempts).set({ createdAt: 1 });
  await openBrowser().begin("google");
  expect((await db.select().from(signInAttempts)).filter((each) => each.createdAt === 1)).toEqual([]);
});

test("somebody else's callback does not sign this browser in, and does not spend the other's attempt", async () => {
  connectProviders(google);
  const attacker = openBrowser();
  const callback = google.consent(await attacker.begin("google"), googlePerson({ name: "Attacker" }));

  expect(await visit(openBrowser(), callback)).toEqual(refusedTo(EXPIRED));
  const victim = openBrowser();
  await victim.begin("google");
  expect(await visit(victim, callback)).toEqual(refusedTo(EXPIRED));

  await attacker.get(callback);
  expect(await attacker.session()).toMatchObject({ user: { name: "Attacker" } });
});

test("a state of one provider is none of the other's", async () => {
  connectProviders(google, microsoft);
  const browser = openBrowser();
  const callback = new URL(google.consent(await browser.begin("google"), googlePerson()));
  expect(await visit(browser, `/api/auth/callback/microsoft${callback.search}`)).toEqual(refusedTo(EXPIRED));
});

test("an invented attempt cookie is replaced by a random one", async () => {
  const browser = openBrowser();
  browser.cookies.set("acta-attempt", "mine");
  await browser.begin("google");
  expect(browser.cookies.get("acta-attempt")).toMatch(/^[0-9a-f]{64}$/);
});

test.each([
  ["access_denied", "cancelled"],
  ["server_error", "unavailable"],
  ["temporarily_unavailable", "unavailable"],
  ["interaction_required", "failed"],
  ["<script>alert(1)</script>", "failed"],
])("the provider's error %s is told as %s, never in the provider's words", async (error, problem) => {
  const browser = openBrowser();
  const state = new URL(await browser.begin("google", "/history")).searchParams.get("state") ?? "";
  const query = new URLSearchParams({ state, error, error_description: "Call this number" });
  expect(await visit(browser, `/api/auth/callback/google?${query}`)).toEqual(
    refusedTo(`/api/auth/signin?problem=${problem}&returnTo=%2Fhistory`),
  );
});

test("a callback without a code fails", async () => {
  const browser = openBrowser();
  const state = new URL(await browser.begin("google")).searchParams.get("state") ?? "";
  expect(await visit(browser, `/api/auth/callback/google?state=${state}`)).toEqual(
    refusedTo("/api/auth/signin?problem=failed"),
  );
});

test("there is no other provider", async () => {
  expect((await openBrowser().get("/api/auth/callback/facebook?state=1&code=1")).status).toBe(404);
});
