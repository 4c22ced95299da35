import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";

/** The local identity provider as a process of its own, spoken to over HTTP as the app and a browser do. */

const APP = "http://localhost:49321";
const VERIFIER = "a-verifier-that-is-long-enough-to-be-one-0123456789";
const CLIENTS = {
  google: { client_id: "acta-local-google", client_secret: "acta-local-google-secret" },
  microsoft: { client_id: "acta-local-microsoft", client_secret: "acta-local-microsoft-secret" },
};
type Provider = keyof typeof CLIENTS;

let child: ChildProcess;
let origin = "";

beforeAll(async () => {
  child = spawn(process.execPath, ["workers/stand-ins/server.mjs", "--port", "0", "--redirect-origin", APP], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (!child.stdout) throw new Error("no output");
  for await (const line of createInterface(child.stdout)) {
    origin = /^Identity provider ready on (http:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1] ?? "";
    break;
  }
});

afterAll(async () => {
  child.kill();
  await once(child, "exit");
});

function authorizeUrl(provider: Provider, change: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: CLIENTS[provider].client_id,
    redirect_uri: `${APP}/api/auth/callback/${provider}`,
    response_type: "code",
    scope: "openid profile email",
    state: "state-1",
    nonce: "nonce-1",
    code_challenge_method: "S256",
    code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
    ...change,
  });
  return `${origin}/${provider}/authorize?${query}`;
}

async function choose(url: string, choice: Record<string, string>): Promise<URL> {
  const answer = await fetch(url, { method: "POST", body: new URLSearchParams(choice), redirect: "manual" });
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get("Location") ?? "");
}

async function codeOf(provider: Provider, person: string): Promise<string> {
  return (await choose(authorizeUrl(provider), { person })).searchParams.get("code") ?? "";
}

function exchange(provider: Provider, code: string, change: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams({
    ...CLIENTS[provider],
    grant_type: "authorization_code",
    redirect_uri: `${APP}/api/auth/callback/${provider}`,
    code_verifier: VERIFIER,
    code,
    ...change,
  });
  return fetch(`${origin}/${provider}/token`, { method: "POST", body });
}

test("it stands", async () => {
  expect(await (await fetch(`${origin}/health`)).json()).toEqual({ ok: true });
});

test.each(["google", "microsoft"] as const)(
  "%s offers at least three people and a way back, without a script",
  async (provider) => {
    const answer = await fetch(authorizeUrl(provider));
    const page = await answer.text();
    expect(page.match(/name="person"/g)?.length).toBeGreaterThanOrEqual(3);
    expect(page).toContain('name="cancel"');
    expect(page).toContain("local stand-in");
    expect(page).not.toContain("<script");
    expect(answer.headers.get("Content-Security-Policy")).toContain(`form-action 'self' ${APP}`);
  },
);

test.each([
  ["google", "nora", { email: "nora.puig@clinica-girona.example", email_verified: true }],
  ["google", "lucia", { email_verified: false }],
  ["microsoft", "claire", { tid: "6f1c2a54-0d3e-4b7a-9a51-2c8e7d90b1f3" }],
] as const)("%s says who %s is, signed and for us", async (provider, person, expected) => {
  const discovery: Record<string, string> = await (
    await fetch(`${origin}/${provider}/.well-known/openid-configuration`)
  ).json();
  const back = await choose(authorizeUrl(provider), { person });
  expect(back.origin + back.pathname).toBe(`${APP}/api/auth/callback/${provider}`);
  expect(back.searchParams.get("state")).toBe("state-1");
  const answer = await exchange(provider, back.searchParams.get("code") ?? "");
  expect(answer.status).toBe(200);
  const tokens: { id_token: string; access_token: string } = await answer.json();
  const { payload } = await jwtVerify(tokens.id_token, createRemoteJWKSet(new URL(discovery.jwks_uri ?? "")), {
    audience: CLIENTS[provider].client_id,
    algorithms: ["RS256"],
  });
  expect(payload).toMatchObject({ nonce: "nonce-1", ...expected });
  expect(payload.iss).toBe(discovery.issuer?.replace("{tenantid}", String(payload.tid)));

  const info = await fetch(discovery.userinfo_endpoint ?? "", {
    headers: { Authorization: `Bearer ${tokens.access_token}` },
  });
  expect(await info.json()).toMatchObject({ sub: payload.sub, name: payload.name });
});

test("cancelling goes back with access_denied", async () => {
  const back = await choose(authorizeUrl("google"), { cancel: "yes" });
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ state: "state-1", error: "access_denied" });
  expect(back.searchParams.has("code")).toBe(false);
});

test.each([
  { client_id: "another" },
  { redirect_uri: "https://evil.example/api/auth/callback/google" },
  { redirect_uri: `${APP}/api/auth/callback/google/` },
  { redirect_uri: `${APP}/api/auth/callback/microsoft` },
  { response_type: "token" },
  { scope: "profile" },
  { state: "" },
  { nonce: "" },
  { code_challenge_method: "plain" },
  { code_challenge: "short" },
])("a request with %j is refused on the spot, and sends nobody anywhere", async (change) => {
  for (const method of ["GET", "POST"]) {
    const answer = await fetch(authorizeUrl("google", change), {
      method,
      redirect: "manual",
      body: method === "POST" ? new URLSearchParams({ person: "nora" }) : null,
    });
    expect([answer.status, answer.headers.get("Location")]).toEqual([400, null]);
  }
});

test("a code is good once", async () => {
  const code = await codeOf("google", "marc");
  expect((await exchange("google", code)).status).toBe(200);
  const again = await exchange("google", code);
  expect([again.status, await again.json()]).toEqual([400, { error: "invalid_grant" }]);
});

test.each([
  [{ code_verifier: "another-verifier" }, 400, "invalid_grant"],
  [{ code_verifier: "" }, 400, "invalid_grant"],
  [{ redirect_uri: "http://localhost:1/api/auth/callback/google" }, 400, "invalid_grant"],
  [{ grant_type: "client_credentials" }, 400, "unsupported_grant_type"],
  [{ client_secret: "wrong" }, 401, "invalid_client"],
  [{ client_id: "wrong" }, 401, "invalid_client"],
])("an exchange with %j is %i %s", async (change, status, error) => {
  const answer = await exchange("google", await codeOf("google", "nora"), change);
  expect([answer.status, await answer.json()]).toEqual([status, { error }]);
});

test("a code of one provider is none of the other's", async () => {
  expect((await exchange("microsoft", await codeOf("google", "nora"))).status).toBe(400);
});

test.each([undefined, "Bearer", "Bearer wrong", "Basic d3Jvbmc="])(
  "userinfo refuses the bearer %j",
  async (authorization) => {
    const headers = authorization === undefined ? {} : { Authorization: authorization };
    expect((await fetch(`${origin}/google/userinfo`, { headers })).status).toBe(401);
  },
);

test("it does not start where it would send people to another machine", async () => {
  const stray = spawn(
    process.execPath,
    ["workers/stand-ins/server.mjs", "--port", "0", "--redirect-origin", "https://acta.example"],
    { stdio: "ignore" },
  );
  const [code] = await once(stray, "exit");
  expect(code).toBe(1);
});
