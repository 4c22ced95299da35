import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { openDatabase } from "#app/server/db/database.ts";
import { identities, members, sessions, users, workspaces } from "#app/server/db/schema-account.ts";
import { googlePerson, microsoftPerson, playGoogle, playMicrosoft, TENANT } from "#tests/fakes/local-providers.ts";
import { connectProviders } from "#tests/fakes/oidc-provider.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { USER_AGENTS } from "#tests/support/user-agents.ts";

const google = await playGoogle();
const microsoft = await playMicrosoft();
const providers = { google, microsoft };
const db = openDatabase(env.DB);

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  [
    "google",
    () => googlePerson({ sub: "g-1", name: "Nora Puig", email: "Nora_Puig@gmail.com" }),
    "g-1",
    "nora_puig@gmail.com",
  ],
  [
    "microsoft",
    () =>
      microsoftPerson({ oid: "3D0B7C1E-91F4-4C55-A0DE-5B8F2E64C701", name: "Nora Puig", email: "nora@puig.example" }),
    `${TENANT}:3d0b7c1e-91f4-4c55-a0de-5b8f2e64c701`,
    "nora@puig.example",
  ],
] as const)(
  "somebody signs in with %s for the first time, and is asked for nothing before they come where they were going",
  async (name, person, subject, email) => {
    connectProviders(google, microsoft);
    const started = Date.now();
    const browser = openBrowser({ "Accept-Language": "es-MX,es;q=0.9", "User-Agent": "Testing/1" });
    const there = await browser.begin(name, "/history?status=error");
    const answer = await browser.get(providers[name].consent(there, person()));
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/history?status=error"]);
    expect(await browser.session()).toEqual({ user: { name: "Nora Puig", email }, onboarded: false });

    const [row] = await db
      .select()
      .from(identities)
      .innerJoin(users, eq(users.id, identities.userId))
      .innerJoin(workspaces, eq(workspaces.id, users.id))
      .innerJoin(members, eq(members.workspaceId, workspaces.id))
      .where(eq(identities.subject, subject));
    expect(row?.workspaces).toMatchObject({ kind: "personal", plan: "free" });
    expect(row?.members).toMatchObject({ userId: row?.users.id, role: "owner" });
    expect(row?.users).toMatchObject({
      locale: "es",
      onboardedAt: null,
      emailVerified: name === "google",
    });
    expect(row?.users.termsAcceptedAt).toBeGreaterThanOrEqual(started);
  },
);

test("the session cookie is for the server only and for this site only", async () => {
  connectProviders(google);
  const browser = openBrowser();
  const answer = await browser.get(google.consent(await browser.begin("google"), googlePerson()));
  const cookie = answer.headers.getSetCookie().find((each) => each.startsWith("acta-session="));
  expect(cookie).toMatch(/^acta-session=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
  const token = cookie?.slice("acta-session=".length, "acta-session=".length + 64) ?? "";
  const rows = await db.select().from(sessions);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test("the same person is the same account the next time, and comes back to where they were going", async () => {
  connectProviders(google);
  const person = googlePerson();
  const places = [];
  for (const browser of [openBrowser(), openBrowser()]) {
    const answer = await browser.get(google.consent(await browser.begin("google", "/history"), person));
    places.push(answer.headers.get("Location"));
  }
  expect(places).toEqual(["/history", "/history"]);
  expect(
    await db
      .select()
      .from(users)
      .where(eq(users.email, String(person.email))),
  ).toHaveLength(1);
});

test("signing in makes a new session and ends the browser's old one", async () => {
  connectProviders(google);
  const browser = openBrowser();
  await browser.get(google.consent(await browser.begin("google"), googlePerson()));
  const old = browser.cookies.get("acta-session") ?? "";
  await browser.get(google.consent(await browser.begin("google"), googlePerson({ name: "Marc Soler" })));
  expect(browser.cookies.get("acta-session")).not.toBe(old);
  expect(await browser.session()).toMatchObject({ user: { name: "Marc Soler" } });
  browser.cookies.set("acta-session", old);
  expect(await browser.session()).toEqual({});
});

test("a session keeps the browser's kind, system and zone, and not its User-Agent", async () => {
  connectProviders(google);
  const browser = openBrowser({ "User-Agent": USER_AGENTS[0][0] });
  browser.cookies.set("tz", "Europe%2FMadrid");
  const person = googlePerson();
  await browser.get(google.consent(await browser.begin("google"), person));
  const [row] = await db
    .select({ session: sessions, zone: users.timeZone })
    .from(sessions)
    .innerJoin(identities, eq(identities.userId, sessions.userId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(identities.subject, person.sub));
  expect(row?.session).toMatchObject({ device: "Firefox/Linux", timeZone: "Europe/Madrid" });
  expect(JSON.stringify(row)).not.toContain("Gecko");
  // A new account has it from its first page on.
  expect(row?.zone).toBe("Europe/Madrid");
});

test("a session that somebody planted before signing in is not taken over", async () => {
  connectProviders(google);
  const browser = openBrowser();
  browser.cookies.set("acta-session", "0".repeat(64));
  await browser.get(google.consent(await browser.begin("google"), googlePerson()));
  expect(browser.cookies.get("acta-session")).not.toBe("0".repeat(64));
});

test("a person without a name is called by the address", async () => {
  connectProviders(google);
  const browser = openBrowser();
  await browser.get(
    google.consent(await browser.begin("google"), googlePerson({ name: undefined, email: "tomas_acta@gmail.com" })),
  );
  expect(await browser.session()).toMatchObject({ user: { name: "tomas_acta", email: "tomas_acta@gmail.com" } });
});

test("without accepted terms nobody is redirected: the message is under the box", async () => {
  const browser = openBrowser();
  const answer = await browser.post("/api/auth/signin", { provider: "google", returnTo: "/settings" });
  const page = await answer.text();
  expect(answer.status).toBe(422);
  expect(answer.headers.get("Location")).toBeNull();
  expect(page).toMatch(/id="terms-error" role="alert">.*You must accept the Terms and Conditions and Privacy Policy/);
  expect(page).toContain('name="returnTo" value="/settings"');
  expect(browser.cookies.has("acta-attempt")).toBe(false);
});

test.each([{ terms: "accepted" }, { terms: "accepted", provider: "facebook" }])(
  "a form with %j is no sign-in",
  async (form) => {
    expect((await openBrowser().post("/api/auth/signin", { ...form })).status).toBe(400);
  },
);

test.each(["//evil.example", "/\\evil.example", "https://evil.example/", "/api/auth/signout", "/%2f/evil.example"])(
  "%j is no place to come back to",
  async (returnTo) => {
    connectProviders(google);
    const browser = openBrowser();
    const page = await (await browser.get(`/api/auth/signin?${new URLSearchParams({ returnTo })}`)).text();
    expect(page).toContain('name="returnTo" value="/"');
    const answer = await browser.get(google.consent(await browser.begin("google", returnTo), googlePerson()));
    expect(answer.headers.get("Location")).toBe("/");
  },
);

test("a person who is signed in already is sent on to their destination", async () => {
  connectProviders(google);
  const browser = openBrowser();
  await browser.get(google.consent(await browser.begin("google"), googlePerson()));
  const answer = await browser.get("/api/auth/signin?returnTo=%2Fhistory");
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/history"]);
});

test("the page speaks the browser's language and leads to terms and privacy", async () => {
  const page = await (await openBrowser({ "Accept-Language": "ca-ES" }).get("/api/auth/signin")).text();
  expect(page).toContain("Inicia la sessió · Acta");
  expect(page).toContain('<a href="/terms">Termes i condicions</a>');
  expect(page).toContain('<a href="/privacy">Política de privacitat</a>');
});

test.each([
  ["cancelled", "You did not finish signing in."],
  ["expired", "This sign-in took too long or was already used."],
  ["failed", "We could not confirm who you are."],
  ["unavailable", "The sign-in service is not answering."],
  ["ended", "Your session has ended."],
])("?problem=%s says: %s", async (problem, words) => {
  expect(await (await openBrowser().get(`/api/auth/signin?problem=${problem}`)).text()).toContain(words);
});

test.each(["problem=%3Cscript%3E", "problem=toString", "error=access_denied&error_description=Call+this+number"])(
  "an address with %s shows nothing of it",
  async (query) => {
    const page = await (await openBrowser().get(`/api/auth/signin?${query}`)).text();
    expect(page).not.toContain('role="alert"');
    expect(page).not.toContain("Call this number");
  },
);

test("a foreign page cannot start a sign-in", async () => {
  const form = new URLSearchParams({ provider: "google", terms: "accepted", returnTo: "/" });
  const answer = await exports.default.fetch("http://localhost:8787/api/auth/signin", {
    method: "POST",
    body: form,
    redirect: "manual",
    headers: { Origin: "https://evil.example" },
  });
  expect(answer.status).toBe(403);
});
