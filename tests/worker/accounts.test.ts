import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { openDatabase } from "#app/server/db/database.ts";
import { identities } from "#app/server/db/schema-account.ts";
import { googlePerson, microsoftPerson, playGoogle, playMicrosoft } from "#tests/fakes/local-providers.ts";
import { type Claims, connectProviders } from "#tests/fakes/oidc-provider.ts";
import { openBrowser } from "#tests/support/browser.ts";

/** Identity is (provider, subject). An address joins two identities only when both providers vouch for it. */

const google = await playGoogle();
const microsoft = await playMicrosoft();
const db = openDatabase(env.DB);

afterEach(() => {
  vi.restoreAllMocks();
});

async function userOf(name: "google" | "microsoft", claims: Claims): Promise<string> {
  connectProviders(google, microsoft);
  const browser = openBrowser();
  const provider = name === "google" ? google : microsoft;
  const answer = await browser.get(provider.consent(await browser.begin(name), claims));
  expect(answer.headers.get("Location")).toBe("/");
  const subject = name === "google" ? claims.sub : `${String(claims.tid)}:${String(claims.oid)}`;
  const [row] = await db.select().from(identities).where(eq(identities.subject, subject));
  return row?.userId ?? "";
}

let counter = 0;
const newAddress = (host: string) => `person${++counter}@${host}`;

test("a Microsoft address alone never opens a Google account", async () => {
  const email = newAddress("gmail.com");
  const owner = await userOf("google", googlePerson({ email }));
  expect(await userOf("microsoft", microsoftPerson({ email }))).not.toBe(owner);
  expect(await userOf("microsoft", microsoftPerson({ email, email_verified: true }))).not.toBe(owner);
});

test("an account that waits under somebody's unproved address does not catch its owner", async () => {
  const email = newAddress("gmail.com");
  const planted = await userOf("microsoft", microsoftPerson({ email }));
  expect(await userOf("google", googlePerson({ email }))).not.toBe(planted);
});

test("an address that both providers vouch for joins the two", async () => {
  const email = newAddress("clinic.example");
  const first = await userOf("google", googlePerson({ email, hd: "clinic.example" }));
  expect(await userOf("microsoft", microsoftPerson({ email: email.toUpperCase(), xms_edov: true }))).toBe(first);
});

test.each([
  ["is not verified", { email_verified: false, hd: "clinic.example" }],
  ["has no word on its verification", { email_verified: undefined, hd: "clinic.example" }],
  ["is 'true' in letters", { email_verified: "true", hd: "clinic.example" }],
  ["belongs to a host that Google does not run", { email_verified: true }],
])("a Google address that %s joins nothing", async (_what, change) => {
  const email = newAddress("clinic.example");
  const first = await userOf("microsoft", microsoftPerson({ email, xms_edov: true }));
  expect(await userOf("google", googlePerson({ email, ...change }))).not.toBe(first);
});

test("an address that a provider gave to somebody new does not open the former holder's account", async () => {
  const email = newAddress("clinic.example");
  const former = await userOf("google", googlePerson({ email, hd: "clinic.example" }));
  expect(await userOf("google", googlePerson({ email, hd: "clinic.example" }))).not.toBe(former);
});

test("an address that belongs to two accounts signs a new person into neither", async () => {
  const email = newAddress("clinic.example");
  const one = await userOf("google", googlePerson({ email, hd: "clinic.example" }));
  const two = await userOf("google", googlePerson({ email, hd: "clinic.example" }));
  expect([one, two]).not.toContain(await userOf("microsoft", microsoftPerson({ email, xms_edov: true })));
});

test("a person whose address changes keeps the same account, and the old address no longer leads to it", async () => {
  const [before, after] = [newAddress("clinic.example"), newAddress("clinic.example")];
  const person = googlePerson({ email: before, hd: "clinic.example" });
  const user = await userOf("google", person);
  expect(await userOf("google", { ...person, email: after })).toBe(user);
  expect(await userOf("microsoft", microsoftPerson({ email: before, xms_edov: true }))).not.toBe(user);
  expect(await userOf("microsoft", microsoftPerson({ email: after, xms_edov: true }))).toBe(user);
});

test("a person of one tenant is not the person of the same number in another", async () => {
  const person = microsoftPerson();
  const other = { ...person, tid: "ffffffff-4e5f-4a6b-8c7d-9e0f1a2b3c4d" };
  expect(await userOf("microsoft", other)).not.toBe(await userOf("microsoft", person));
});

test("one person signing in for the first time in two tabs at once is one account", async () => {
  connectProviders(google);
  const person = googlePerson();
  const browser = openBrowser();
  const callbacks = [
    google.consent(await browser.begin("google"), person),
    google.consent(await browser.begin("google"), person),
  ];
  const answers = await Promise.all(callbacks.map((callback) => browser.get(callback)));
  expect(answers.map((answer) => answer.headers.get("Location"))).toEqual(["/", "/"]);
  const rows = await db.select().from(identities).where(eq(identities.subject, person.sub));
  expect(rows).toHaveLength(1);
});
