import { afterEach, expect, test, vi } from "vitest";
import { googlePerson, microsoftPerson, playGoogle, playMicrosoft, TENANT } from "#tests/fakes/local-providers.ts";
import { type Claims, connectProviders, type Trouble, type Twist } from "#tests/fakes/oidc-provider.ts";
import { openBrowser } from "#tests/support/browser.ts";

const SOON = { timeout: 30_000, interval: 50 };

/** A provider's answer must prove the person's identity; any lesser answer signs nobody in. */

const google = await playGoogle();
const microsoft = await playMicrosoft();
const PLAYED = {
  google: { provider: google, person: googlePerson },
  microsoft: { provider: microsoft, person: microsoftPerson },
};

afterEach(() => {
  google.trouble = {};
  microsoft.trouble = {};
  vi.restoreAllMocks();
});

async function signInWith(name: keyof typeof PLAYED, twist: Twist, change: Partial<Claims> = {}) {
  connectProviders(google, microsoft);
  const { provider, person } = PLAYED[name];
  const browser = openBrowser();
  const callback = provider.consent(await browser.begin(name, "/history"), person(change), twist);
  const answer = await browser.get(callback);
  return { location: answer.headers.get("Location"), session: await browser.session() };
}

const FAILED = { location: "/api/auth/signin?problem=failed&returnTo=%2Fhistory", session: {} };
const UNAVAILABLE = { location: "/api/auth/signin?problem=unavailable&returnTo=%2Fhistory", session: {} };

const without = (name: string) => (claims: Claims) =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
const NOW_S = Math.floor(Date.now() / 1000);
const OTHER_TENANT = "ffffffff-4e5f-4a6b-8c7d-9e0f1a2b3c4d";

const FORGERIES: [string, Twist][] = [
  ["is signed by a key that was not published", { signedBy: "forger" }],
  ["is signed with the client's secret", { signedBy: "client-secret" }],
  ["has another attempt's nonce", { claims: (claims) => ({ ...claims, nonce: "another" }) }],
  ["has no nonce", { claims: without("nonce") }],
  ["is for another client", { claims: (claims) => ({ ...claims, aud: "another-client" }) }],
  ["is for several clients", { claims: (claims) => ({ ...claims, aud: [claims.aud, "another-client"] }) }],
  ["has no audience", { claims: without("aud") }],
  ["comes from another issuer", { claims: (claims) => ({ ...claims, iss: "https://evil.example" }) }],
  ["has no issuer", { claims: without("iss") }],
  ["has expired", { claims: (claims) => ({ ...claims, exp: NOW_S - 3600 }) }],
  ["never expires", { claims: without("exp") }],
  ["is not yet good", { claims: (claims) => ({ ...claims, nbf: NOW_S + 3600 }) }],
  ["names no subject", { claims: without("sub") }],
];

test.each(FORGERIES)("Google's id_token that %s signs nobody in", async (_what, twist) => {
  expect(await signInWith("google", twist)).toEqual(FAILED);
});

test.each([
  ...FORGERIES,
  ["names a tenant that did not issue it", { claims: (claims) => ({ ...claims, tid: OTHER_TENANT }) }],
  ["names no tenant", { claims: without("tid") }],
  ["names no person of the tenant", { claims: without("oid") }],
  ["has a tenant that is a path", { claims: (claims) => ({ ...claims, tid: `${TENANT}/../x` }) }],
] satisfies [string, Twist][])("Microsoft's id_token that %s signs nobody in", async (_what, twist) => {
  expect(await signInWith("microsoft", twist)).toEqual(FAILED);
});

test("userinfo about another person signs nobody in", async () => {
  expect(await signInWith("google", { userInfoSub: "somebody-else" })).toEqual(FAILED);
});

test.each([
  ["userinfo refuses", { userInfo: () => Response.json({ error: "invalid_token" }, { status: 401 }) }],
  ["userinfo names nobody", { userInfo: () => Response.json({}) }],
  ["the code is refused", { token: () => Response.json({ error: "invalid_grant" }, { status: 400 }) }],
] satisfies [string, Trouble][])("the sign-in has failed where %s", async (_what, trouble) => {
  for (const name of ["google", "microsoft"] as const) {
    PLAYED[name].provider.trouble = trouble;
    expect(await signInWith(name, {})).toEqual(FAILED);
  }
});

const broken = () => new Response("Provider words", { status: 500 });
test.each([
  ["userinfo answers 500", { userInfo: broken }],
  ["the token endpoint answers 500", { token: broken }],
  ["the token endpoint answers 429", { token: () => new Response("Slow down", { status: 429 }) }],
  ["the token endpoint does not know us", { token: () => Response.json({ error: "invalid_client" }, { status: 401 }) }],
  ["the token endpoint answers no JSON", { token: () => new Response("<html>") }],
  ["the token endpoint answers without an id_token", { token: () => Response.json({ access_token: "1" }) }],
  ["the token endpoint answers without end", { token: () => new Response("x".repeat(100_000)) }],
  ["userinfo sends us elsewhere", { userInfo: () => Response.redirect("https://evil.example/") }],
  [
    "the provider cannot be reached",
    {
      token: () => {
        throw new TypeError("connection refused");
      },
    },
  ],
] satisfies [string, Trouble][])("the service is not answering where %s", async (_what, trouble) => {
  for (const name of ["google", "microsoft"] as const) {
    PLAYED[name].provider.trouble = trouble;
    expect(await signInWith(name, {})).toEqual(UNAVAILABLE);
  }
});

test("a provider's words reach neither the page nor the log", async () => {
  const lines = vi.spyOn(console, "log").mockImplementation(() => undefined);
  google.trouble = {
    token: () => Response.json({ error: "invalid_grant", error_description: "Provider words" }, { status: 400 }),
  };
  expect(await signInWith("google", {})).toEqual(FAILED);
  google.trouble = { userInfo: broken };
  expect(await signInWith("google", {})).toEqual(UNAVAILABLE);
  const written = () => lines.mock.calls.flat().join("\n");
  await vi.waitFor(() => expect(written()).toMatch(/sign-in\.refused[^]*sign-in\.provider-failed/), SOON);
  expect(written()).not.toContain("Provider words");
});

test("a failed answer does not block the next one", async () => {
  google.trouble = { token: broken };
  expect(await signInWith("google", {})).toEqual(UNAVAILABLE);
  google.trouble = {};
  expect(await signInWith("google", {})).toMatchObject({
    location: "/history",
    session: { onboarded: false },
  });
});
