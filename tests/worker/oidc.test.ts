import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { createOidcProvider } from "#app/server/adapters/identity/identity-provider.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { identities, users } from "#app/server/db/schema-account.ts";
import { googlePerson, oidcPerson, playGoogle, playOidc } from "#tests/fakes/local-providers.ts";
import { type Claims, connectProviders, playProvider, type Trouble, type Twist } from "#tests/fakes/oidc-provider.ts";
import { openBrowser } from "#tests/support/browser.ts";

/** A provider of any make (decision 219): found by its issuer, and believed only where its answer proves the person. */

const taller = await playOidc();
const google = await playGoogle();
const db = openDatabase(env.DB);

afterEach(() => {
  taller.trouble = {};
  vi.restoreAllMocks();
});

async function signIn(claims: Claims, twist: Twist = {}) {
  connectProviders(taller, google);
  const browser = openBrowser();
  const answer = await browser.get(taller.consent(await browser.begin("oidc", "/history"), claims, twist));
  const subject = `http://127.0.0.1:8788/oidc#${claims.sub}`;
  const [row] = await db
    .select({ userId: users.id, email: users.email, emailVerified: users.emailVerified, name: users.name })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(eq(identities.subject, subject));
  return { location: answer.headers.get("Location"), user: row ?? null };
}

const FAILED = { location: "/api/auth/signin?problem=failed&returnTo=%2Fhistory", user: null };
const UNAVAILABLE = { location: "/api/auth/signin?problem=unavailable&returnTo=%2Fhistory", user: null };

test("the sign-in page has the provider's button, by the operator's name for it", async () => {
  const page = await (await openBrowser().get("/api/auth/signin")).text();
  expect(page).toContain('value="oidc"');
  expect(page).toContain("Continue with Taller");
});

test("a person signs in, and their address counts at a domain that the provider speaks for", async () => {
  const person = oidcPerson();
  expect(await signIn(person)).toEqual({
    location: "/history",
    user: { userId: expect.any(String), name: "Berta Roig", email: person.email, emailVerified: true },
  });
});

test.each([
  ["says nothing of its verification", { email_verified: undefined }],
  ["is not verified", { email_verified: false }],
  ["is verified in letters", { email_verified: "true" }],
  ["is of another domain", { email: "nora@elsewhere.example" }],
  ["only ends like the domain", { email: "nora@not-taller.example" }],
  ["has the domain before the sign", { email: "taller.example@elsewhere.example" }],
])("an address that %s signs in and proves nothing", async (_what, change) => {
  expect((await signIn(oidcPerson(change))).user).toMatchObject({ emailVerified: false });
});

test("whether the provider vouches for an address is judged at each sign-in", async () => {
  const person = oidcPerson();
  expect((await signIn(person)).user).toMatchObject({ emailVerified: true });
  // As after the operator has narrowed the domains: the provider's word counts no more.
  expect((await signIn({ ...person, email_verified: false })).user).toMatchObject({
    email: String(person.email),
    emailVerified: false,
  });
  expect((await signIn(person)).user).toMatchObject({ emailVerified: true });
});

test("an address that another provider vouches for stays vouched for", async () => {
  const person = oidcPerson();
  const { user } = await signIn(person);
  const at = Date.now();
  const other = {
    provider: "google",
    subject: `other-${person.sub}`,
    email: String(person.email),
    createdAt: at,
    lastUsedAt: at,
  };
  await db.insert(identities).values({ ...other, userId: user?.userId ?? "" });
  expect((await signIn({ ...person, email_verified: false })).user).toMatchObject({ emailVerified: true });
});

test("a person without an address signs in, by a name or without one", async () => {
  const change = { email: undefined, email_verified: undefined, name: undefined };
  expect((await signIn(oidcPerson(change))).user).toMatchObject({ email: null, emailVerified: false, name: "" });
  const named = await signIn(oidcPerson({ ...change, preferred_username: "berta" }));
  expect(named.user).toMatchObject({ email: null, name: "berta" });
});

test("an address that stands in userinfo only is read there, of the same person only", async () => {
  const bare = { email: undefined, email_verified: undefined };
  const userInfo = { email: "Ines@Taller.example", email_verified: true };
  expect((await signIn(oidcPerson(bare), { userInfo })).user).toMatchObject({
    email: "ines@taller.example",
    emailVerified: true,
  });
  expect(await signIn(oidcPerson(bare), { userInfo, userInfoSub: "somebody-else" })).toEqual(FAILED);
});

test("an unproved address joins no account, and a proved one joins that of another provider", async () => {
  const email = `${crypto.randomUUID()}@taller.example`;
  connectProviders(taller, google);
  const browser = openBrowser();
  await browser.get(google.consent(await browser.begin("google"), googlePerson({ email, hd: "taller.example" })));
  const [owner] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  expect((await signIn(oidcPerson({ email, email_verified: false }))).user?.userId).not.toBe(owner?.id);
  expect((await signIn(oidcPerson({ email }))).user?.userId).toBe(owner?.id);
  // A second subject of the same provider is another person to that provider.
  expect((await signIn(oidcPerson({ email }))).user?.userId).not.toBe(owner?.id);
});

const NOW_S = Math.floor(Date.now() / 1000);
const without = (name: string) => (claims: Claims) =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));

test.each<[string, Twist]>([
  ["is signed by a key that was not published", { signedBy: "forger" }],
  ["is signed with the client's secret", { signedBy: "client-secret" }],
  ["has another attempt's nonce", { claims: (claims) => ({ ...claims, nonce: "another" }) }],
  ["has no nonce", { claims: without("nonce") }],
  ["is for another client", { claims: (claims) => ({ ...claims, aud: "another-client" }) }],
  ["is for several clients", { claims: (claims) => ({ ...claims, aud: [claims.aud, "another-client"] }) }],
  ["comes from another issuer", { claims: (claims) => ({ ...claims, iss: "http://127.0.0.1:8788/oidc/" }) }],
  ["expired two minutes ago", { claims: (claims) => ({ ...claims, exp: NOW_S - 120 }) }],
  ["begins in two minutes", { claims: (claims) => ({ ...claims, nbf: NOW_S + 120 }) }],
  ["names no subject", { claims: without("sub") }],
])("an id_token that %s signs nobody in", async (_what, twist) => {
  expect(await signIn(oidcPerson(), twist)).toEqual(FAILED);
});

test.each<[string, Twist]>([
  ["whose clock is half a minute ahead", { claims: (claims) => ({ ...claims, iat: NOW_S + 30, nbf: NOW_S + 30 }) }],
  ["that names its one audience in a list", { claims: (claims) => ({ ...claims, aud: [claims.aud] }) }],
])("a provider %s is understood", async (_what, twist) => {
  expect(await signIn(oidcPerson(), twist)).toMatchObject({ location: "/history", user: {} });
});

test("a provider that has changed its key is believed at once", async () => {
  expect(await signIn(oidcPerson())).toMatchObject({ location: "/history" });
  await taller.changeKey();
  expect(await signIn(oidcPerson())).toMatchObject({ location: "/history" });
});

test.each<[string, Trouble]>([
  ["the token endpoint is down", { token: () => new Response("", { status: 503 }) }],
  ["the token endpoint does not know us", { token: () => Response.json({ error: "invalid_client" }, { status: 401 }) }],
])("the person is told to try again where %s", async (_what, trouble) => {
  taller.trouble = trouble;
  expect(await signIn(oidcPerson())).toEqual(UNAVAILABLE);
});

const ISSUER = "https://login.taller.example/realms/acta/";
const SECRETS = { nonce: "n".repeat(43), codeVerifier: "v".repeat(64) };

/** A provider that is not the configured one, with a discovery document of its own. */
async function otherProvider(discovery: Record<string, unknown> = {}, clientAuth: "basic" | "post" = "basic") {
  const client = { clientId: "acta client", clientSecret: "s:e cret/+" };
  const base = "https://login.taller.example/realms/acta";
  const played = await playProvider({
    clientId: client.clientId,
    clientSecret: clientAuth === "post" ? client.clientSecret : "s%3Ae+cret%2F%2B",
    redirectUri: "https://acta.example/api/auth/callback/oidc",
    issuer: () => ISSUER,
    prompt: "",
    discovery,
    places: {
      authorize: `${base}/auth`,
      token: `${base}/token`,
      userInfo: `${base}/userinfo`,
      keys: `${base}/certs`,
      discovery: `${base}/.well-known/openid-configuration`,
    },
  });
  const fetched = connectProviders(played);
  const provider = createOidcProvider({
    ...client,
    clientId: clientAuth === "post" ? client.clientId : "acta client",
    issuer: ISSUER,
    clientAuth,
    emailDomains: ["*"],
    origin: "https://acta.example",
  });
  return { played, provider, fetched };
}

test("the endpoints are read once, from the issuer's own document", async () => {
  const { played, provider, fetched } = await otherProvider({}, "post");
  for (const subject of ["one", "two"]) {
    const { url, state } = await provider.begin(SECRETS);
    const code = new URL(played.consent(url, oidcPerson({ sub: subject }))).searchParams.get("code") ?? "";
    expect(await provider.complete({ code, state, ...SECRETS })).toMatchObject({
      ok: true,
      value: { provider: "oidc", subject: `${ISSUER}#${subject}`, emailVerified: true },
    });
  }
  const asked = fetched.mock.calls.map(([input]) => String(input instanceof Request ? input.url : input));
  expect(asked.filter((url) => url.endsWith("openid-configuration"))).toHaveLength(1);
});

test.each<[string, Record<string, unknown>]>([
  ["names another issuer", { issuer: "https://evil.example" }],
  ["lacks the slash of the issuer", { issuer: ISSUER.slice(0, -1) }],
  ["sends codes in the open", { token_endpoint: "http://login.taller.example/token" }],
  ["has no keys", { jwks_uri: undefined }],
  ["signs with shared secrets only", { id_token_signing_alg_values_supported: ["HS256", "none"] }],
])("a discovery document that %s begins no sign-in", async (_what, discovery) => {
  const { provider } = await otherProvider(discovery);
  await expect(provider.begin(SECRETS)).rejects.toMatchObject({ name: "UpstreamError", service: "oidc" });
});

test("the client proves itself by a header, each part encoded, unless the operator says otherwise", async () => {
  const { played, provider, fetched } = await otherProvider();
  const { url, state } = await provider.begin(SECRETS);
  const code = new URL(played.consent(url, oidcPerson())).searchParams.get("code") ?? "";
  await provider.complete({ code, state, ...SECRETS });
  const sent = fetched.mock.calls.find(([input]) => new Request(input).url.endsWith("/token"))?.[1];
  expect(new Headers(sent?.headers).get("Authorization")).toBe(`Basic ${btoa("acta+client:s%3Ae+cret%2F%2B")}`);
  expect(await new Response(sent?.body ?? null).text()).not.toContain("client_secret");
});
