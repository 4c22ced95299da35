import { afterEach, expect, test, vi } from "vitest";
import { createIdentityProvider } from "#app/server/adapters/identity/identity-provider.ts";
import { googlePerson, microsoftPerson, TENANT } from "#tests/fakes/local-providers.ts";
import { connectProviders, playProvider } from "#tests/fakes/oidc-provider.ts";

/** The adapters as production configures them: the providers' real addresses, issuers and key sets, played here. */

const APP = "https://acta.example";
const CLIENT = { clientId: "client-id", clientSecret: "client-secret" };
const SECRETS = { nonce: "n".repeat(43), codeVerifier: "v".repeat(64) };
/** The tenant of all personal Microsoft accounts. */
const PERSONAL = "9188040d-6c67-4c5b-b112-36a304b66dad";

afterEach(() => {
  vi.restoreAllMocks();
});

const playGoogle = (issuer: string) =>
  playProvider({
    ...CLIENT,
    redirectUri: `${APP}/api/auth/callback/google`,
    issuer: () => issuer,
    places: {
      authorize: "https://accounts.google.com/o/oauth2/v2/auth",
      token: "https://oauth2.googleapis.com/token",
      userInfo: "https://www.googleapis.com/oauth2/v3/userinfo",
      keys: "https://www.googleapis.com/oauth2/v3/certs",
    },
  });

const playMicrosoft = (
  keyIssuer: string,
  issuer = (tid: unknown) => `https://login.microsoftonline.com/${String(tid)}/v2.0`,
) =>
  playProvider({
    ...CLIENT,
    redirectUri: `${APP}/api/auth/callback/microsoft`,
    issuer: ({ tid }) => issuer(tid),
    keyNotes: { issuer: keyIssuer },
    places: {
      authorize: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
      token: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
      userInfo: "https://graph.microsoft.com/oidc/userinfo",
      keys: "https://login.microsoftonline.com/common/discovery/v2.0/keys",
    },
  });

async function complete(
  name: "google" | "microsoft",
  played: Awaited<ReturnType<typeof playProvider>>,
  claims: Parameters<typeof played.consent>[1],
) {
  connectProviders(played);
  const provider = createIdentityProvider(name, { origin: APP, localOrigin: null, ...CLIENT });
  const { url, state } = await provider.begin(SECRETS);
  const code = new URL(played.consent(url, claims)).searchParams.get("code") ?? "";
  return provider.complete({ code, state, ...SECRETS });
}

test.each(["https://accounts.google.com", "accounts.google.com"])("Google signs as %s", async (issuer) => {
  const person = googlePerson({ email: "nora_puig@gmail.com" });
  expect(await complete("google", await playGoogle(issuer), person)).toEqual({
    ok: true,
    value: {
      provider: "google",
      subject: person.sub,
      name: "Nora Puig",
      email: "nora_puig@gmail.com",
      emailVerified: true,
    },
  });
});

test.each(["https://accounts.google.com.evil.example", "http://accounts.google.com", "http://127.0.0.1:8788/google"])(
  "%s is not Google",
  async (issuer) => {
    const result = await complete("google", await playGoogle(issuer), googlePerson());
    expect(result).toEqual({ ok: false, reason: "profile-refused" });
  },
);

const ANY_TENANT = "https://login.microsoftonline.com/{tenantid}/v2.0";

test("Microsoft signs for the person's own tenant", async () => {
  const person = microsoftPerson({ oid: "3d0b7c1e-91f4-4c55-a0de-5b8f2e64c701", email: "claire@atelier.example" });
  expect(await complete("microsoft", await playMicrosoft(ANY_TENANT), person)).toEqual({
    ok: true,
    value: {
      provider: "microsoft",
      subject: `${TENANT}:3d0b7c1e-91f4-4c55-a0de-5b8f2e64c701`,
      name: "Claire Morel",
      email: "claire@atelier.example",
      emailVerified: false,
    },
  });
});

test("a key that Microsoft keeps for personal accounts signs for no company", async () => {
  const personalKey = `https://login.microsoftonline.com/${PERSONAL}/v2.0`;
  const played = await playMicrosoft(personalKey);
  expect(await complete("microsoft", played, microsoftPerson())).toEqual({ ok: false, reason: "profile-refused" });
  expect(await complete("microsoft", played, microsoftPerson({ tid: PERSONAL }))).toMatchObject({ ok: true });
});

test.each([
  "https://login.microsoftonline.com/common/v2.0",
  `https://login.microsoftonline.com/${PERSONAL}/v2.0`,
  `https://sts.windows.net/${TENANT}/`,
  "https://login.microsoftonline.com/{tid}/v2.0",
])("an id_token of %s is not that tenant's", async (issuer) => {
  const played = await playMicrosoft(ANY_TENANT, () => issuer);
  expect(await complete("microsoft", played, microsoftPerson())).toEqual({ ok: false, reason: "profile-refused" });
});

test("keys that cannot be had are the provider's trouble", async () => {
  const played = await playGoogle("https://accounts.google.com");
  played.trouble = { keys: () => new Response("down", { status: 503 }) };
  await expect(complete("google", played, googlePerson())).rejects.toMatchObject({
    name: "UpstreamError",
    service: "google",
    retryable: true,
  });
});

test("a verifier of another attempt does not fit the code", async () => {
  const played = await playGoogle("https://accounts.google.com");
  connectProviders(played);
  const provider = createIdentityProvider("google", { origin: APP, localOrigin: null, ...CLIENT });
  const { url, state } = await provider.begin(SECRETS);
  const code = new URL(played.consent(url, googlePerson())).searchParams.get("code") ?? "";
  const result = await provider.complete({ code, state, ...SECRETS, codeVerifier: "w".repeat(64) });
  expect(result).toEqual({ ok: false, reason: "code-refused" });
});
