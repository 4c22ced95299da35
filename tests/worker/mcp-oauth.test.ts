import { env, exports } from "cloudflare:workers";
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { and, eq, isNotNull } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { appList } from "#app/contracts/keys.ts";
import { APP_IDLE_MS, APP_UNUSED_MS, OAUTH_GRACE_MS } from "#app/domain/limits/apps.ts";
import { RATE_LIMITS } from "#app/domain/limits/requests.ts";
import { sweepApps } from "#app/server/apps/end-access.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { accountDeletions } from "#app/server/db/schema-account.ts";
import { oauthClients, oauthGrants, oauthTokens } from "#app/server/db/schema-apps.ts";
import { call, ORIGIN } from "#tests/support/api.ts";
import {
  answerConsent,
  AppMemory,
  authorizeUrl,
  callTool,
  clientOf,
  clientWith,
  MCP_URL,
  oauth,
  REDIRECT,
  register,
  registered,
  sendConsent,
  VERIFIER,
} from "#tests/support/mcp-client.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** OAuth 2.1 for assistants: the official client from its first request to the end of its access, and what each step refuses. */

const db = openDatabase(env.DB);
const tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  scope: z.string(),
});
let cookie = "";
let userId = "";

beforeAll(async () => {
  ({ cookie, userId } = await signIn({ name: "Nora Puig" }));
});

/** The form with which an app fetches its tokens, with a code that a person has just allowed. */
async function codeForm(clientId: string, by = cookie, write = false) {
  return formOf(clientId, await answerConsent(authorizeUrl(clientId), by, { write }));
}
function formOf(clientId: string, back: URL) {
  const code = back.searchParams.get("code") ?? "";
  const form = { grant_type: "authorization_code", code, redirect_uri: REDIRECT, code_verifier: VERIFIER };
  return { ...form, client_id: clientId, resource: MCP_URL.href };
}
const refreshForm = (clientId: string, token: string) => ({
  grant_type: "refresh_token",
  client_id: clientId,
  refresh_token: token,
});
async function connected(by = cookie, write = false) {
  const clientId = await registered();
  const { status, json } = await oauth("token", await codeForm(clientId, by, write));
  expect(status).toBe(200);
  return { clientId, ...tokens.parse(json) };
}
async function opens(token: string): Promise<boolean> {
  const answer = await call("/mcp", {
    method: "POST",
    json: { jsonrpc: "2.0", id: 1, method: "ping" },
    headers: { Authorization: `Bearer ${token}`, Accept: "application/json, text/event-stream" },
  });
  return answer.status === 200;
}
const refusalOf = async (form: Record<string, string>) => {
  const { status, json } = await oauth("token", form);
  return [status, json.error];
};

test("the official client registers, is allowed by a person, calls tools, and refreshes its tokens", async () => {
  const app = new AppMemory();
  const first = clientOf(app);
  await expect(first.client.connect(first.transport)).rejects.toThrow(UnauthorizedError);
  const asked = app.asked ?? new URL(ORIGIN);
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    code_challenge_method: "S256",
    resource: MCP_URL.href,
    scope: "read write",
  });
  const signedOut = await exports.default.fetch(asked, { redirect: "manual" });
  expect([signedOut.status, signedOut.headers.get("Location")?.split("?")[0]]).toEqual([302, "/api/auth/signin"]);
  const returnTo = new URL(signedOut.headers.get("Location") ?? "", ORIGIN).searchParams.get("returnTo") ?? "";
  expect(returnTo).toBe(`${asked.pathname}${asked.search}`);
  const page = await (await call(asked.href, { cookie })).text();
  expect(page).toMatch(/Connect “Test assistant” to your meetings\?/);
  expect(page).toContain("127.0.0.1");

  const back = await answerConsent(asked, cookie, { write: true });
  expect(`${back.origin}${back.pathname}`).toBe(app.redirectUrl);
  expect(back.searchParams.get("iss")).toBe(ORIGIN);
  await first.transport.finishAuth(back.searchParams.get("code") ?? "");
  expect(app.held).toMatchObject({ token_type: "Bearer", expires_in: 3600, scope: "read write" });
  const second = clientOf(app);
  await second.client.connect(second.transport);
  expect((await second.client.listTools()).tools.map(({ name }) => name)).toContain("set_title");
  expect((await callTool(second.client, "list_meetings")).value).toMatchObject({ meetings: [] });

  const [before] = [app.held?.access_token ?? ""];
  await db.update(oauthTokens).set({ expiresAt: 1 }).where(eq(oauthTokens.kind, "access"));
  expect(await opens(before)).toBe(false);
  expect((await callTool(second.client, "list_meetings")).value).toMatchObject({ meetings: [] });
  expect(app.held?.access_token).not.toBe(before);
});

test("a connection only reads unless the person allows changes, and the name on the page is only a name", async () => {
  const reading = await connected();
  expect(reading.scope).toBe("read");
  const client = await clientWith(reading.access_token);
  expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain("set_title");
  expect((await connected(cookie, true)).scope).toBe("read write");
  const named = await register({ client_name: "\u202eedualC<script>", redirect_uris: [REDIRECT] });
  expect(await named.json()).toMatchObject({ client_name: "edualC<script>", token_endpoint_auth_method: "none" });
});

test("an app refused by the person gets no code", async () => {
  const back = await answerConsent(authorizeUrl(await registered()), cookie, { answer: "refuse" });
  expect(Object.fromEntries(back.searchParams)).toEqual({ error: "access_denied", state: "xyz", iss: ORIGIN });
});

test.each([
  ["javascript:alert(1)"],
  ["data:text/html,x"],
  ["http://assistant.example/callback"],
  ["https://assistant.example/callback#x"],
  ["https://user:secret@assistant.example/"],
  ["intent://assistant/#Intent;end"],
  ["/callback"],
])("an app cannot register the address %s", async (redirectUri) => {
  const answer = await register({ redirect_uris: [redirectUri] });
  expect([answer.status, await answer.json()]).toEqual([
    400,
    expect.objectContaining({ error: "invalid_redirect_uri" }),
  ]);
});

test("registrations are limited by network", async () => {
  const headers = { "CF-Connecting-IP": "192.0.2.77" };
  let last = new Response();
  // A minute may begin between two calls.
  for (let sent = 0; sent <= 2 * RATE_LIMITS.retry && last.status !== 429; sent += 1) {
    last = await call("/oauth/register", { method: "POST", headers, json: {} });
  }
  expect([last.status, last.headers.get("Retry-After")]).toEqual([429, "60"]);
  expect(await last.json()).toMatchObject({ error: "temporarily_unavailable" });
});

test("an address on this device may have any port, and every other address is compared letter for letter", async () => {
  const clientId = await registered(["http://127.0.0.1/callback", REDIRECT, "cursor://anysphere.cursor-mcp/oauth"]);
  const statusOf = async (redirectUri: string) =>
    (await call(authorizeUrl(clientId, { redirect_uri: redirectUri }).href, { cookie })).status;
  expect(await statusOf("http://127.0.0.1:51004/callback")).toBe(200);
  expect(await statusOf("cursor://anysphere.cursor-mcp/oauth")).toBe(200);
  for (const other of [
    "http://127.0.0.1:51004/other",
    "http://localhost:51004/callback",
    `${REDIRECT}/`,
    `${REDIRECT}?next=1`,
    "https://assistant.example:444/callback",
    "https://evil.example/callback",
  ]) {
    expect(await statusOf(other), other).toBe(400);
  }
});

test("nothing leads to an address before app and address are known, and a faulty request never redirects", async () => {
  const clientId = await registered();
  for (const url of [authorizeUrl("nobody"), authorizeUrl(clientId, { redirect_uri: "https://evil.example/" })]) {
    const answer = await call(url.href, { cookie });
    expect([answer.status, answer.headers.get("Location")]).toEqual([400, null]);
    expect(await answer.text()).not.toContain("evil.example");
  }
  const faults: [Record<string, string | null>, error: string][] = [
    [{ code_challenge: null }, "invalid_request"],
    [{ code_challenge_method: "plain" }, "invalid_request"],
    [{ response_type: "token" }, "unsupported_response_type"],
    [{ resource: "https://other.example/mcp" }, "invalid_target"],
  ];
  for (const [over, error] of faults) {
    const answer = await call(authorizeUrl(clientId, over).href, { cookie });
    expect([answer.status, answer.headers.get("Location")], error).toEqual([400, null]);
    expect(await answer.text()).toContain(`${REDIRECT}?error=${error}`);
  }
});

test.each([
  ["scopes that every server is asked for", { scope: "read offline_access" }],
  ["scopes of other servers alone", { scope: "openid profile" }],
  ["a slash at the end of the audience", { resource: `${ORIGIN}/mcp/` }],
  ["the origin as the audience", { resource: ORIGIN }],
])("an app that asks with %s is asked about, and its tokens open the MCP server", async (_what, over) => {
  const clientId = await registered();
  const back = await answerConsent(authorizeUrl(clientId, over), cookie);
  const form = { ...formOf(clientId, back), ...("resource" in over ? over : {}) };
  const { access_token: token, scope } = tokens.parse((await oauth("token", form)).json);
  expect([scope, await opens(token)]).toEqual(["read", true]);
});

test("the consent page cannot be framed, and only its own form answers it", async () => {
  const url = authorizeUrl(await registered());
  const page = await call(url.href, { cookie });
  expect(page.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
  expect(page.headers.get("X-Frame-Options")).toBe("DENY");
  const [, ticket = ""] = /name="ticket" value="([0-9a-f]+)"/.exec(await page.text()) ?? [];
  const other = await signIn();
  const grants = () => db.$count(oauthGrants);
  const before = await grants();
  expect((await sendConsent(url, cookie, { answer: "allow" })).status).toBe(400);
  expect((await sendConsent(url, other.cookie, { answer: "allow", ticket })).status).toBe(400);
  expect((await sendConsent(authorizeUrl(await registered()), cookie, { answer: "allow", ticket })).status).toBe(400);
  const foreign = { method: "POST", cookie, headers: { Origin: "https://evil.example" } };
  expect((await call(url.href, { ...foreign, body: new URLSearchParams({ answer: "allow", ticket }) })).status).toBe(
    403,
  );
  expect(await grants()).toBe(before);
});

test("a code opens nothing with another verifier, address, app or audience, or after a minute", async () => {
  const clientId = await registered();
  const form = await codeForm(clientId);
  expect(await refusalOf({ ...form, code_verifier: "w".repeat(43) })).toEqual([400, "invalid_grant"]);
  expect(await refusalOf({ ...form, redirect_uri: `${REDIRECT}/` })).toEqual([400, "invalid_grant"]);
  expect(await refusalOf({ ...form, client_id: await registered() })).toEqual([400, "invalid_grant"]);
  expect(await refusalOf({ ...form, resource: "https://other.example/mcp" })).toEqual([400, "invalid_target"]);
  expect(await refusalOf({ ...form, grant_type: "password" })).toEqual([400, "unsupported_grant_type"]);
  const { code_verifier: _left, ...short } = form;
  expect(await refusalOf(short)).toEqual([400, "invalid_request"]);
  await db.update(oauthTokens).set({ expiresAt: Date.now() }).where(eq(oauthTokens.kind, "code"));
  expect(await refusalOf(form)).toEqual([400, "invalid_grant"]);
});

test("a code that is used twice ends what the first use was given", async () => {
  const form = await codeForm(await registered());
  const first = tokens.parse((await oauth("token", form)).json);
  expect(await opens(first.access_token)).toBe(true);
  expect(await refusalOf(form)).toEqual([400, "invalid_grant"]);
  expect(await opens(first.access_token)).toBe(false);
});

/** Puts the first use of all refresh tokens of a person behind the minute in which an answer may be repeated. */
const aMinuteLater = () =>
  db
    .update(oauthTokens)
    .set({ usedAt: Date.now() - OAUTH_GRACE_MS })
    .where(and(eq(oauthTokens.kind, "refresh"), isNotNull(oauthTokens.usedAt)));

test("a refresh whose answer was lost gets the same tokens again, and two at once get the same", async () => {
  const { clientId, ...first } = await connected();
  const refresh = async () => tokens.parse((await oauth("token", refreshForm(clientId, first.refresh_token))).json);
  const [one, other] = await Promise.all([refresh(), refresh()]);
  const again = await refresh();
  const pairOf = ({ access_token, refresh_token }: typeof one) => [access_token, refresh_token];
  expect([pairOf(other), pairOf(again)]).toEqual([pairOf(one), pairOf(one)]);
  expect(await opens(one.access_token)).toBe(true);
  expect(one.refresh_token).not.toBe(first.refresh_token);
  // The new pair was used: its owner has it, so that whoever still uses the old one is somebody else.
  const next = tokens.parse((await oauth("token", refreshForm(clientId, one.refresh_token))).json);
  expect(await opens(next.access_token)).toBe(true);
  expect(await refusalOf(refreshForm(clientId, first.refresh_token))).toEqual([400, "invalid_grant"]);
  expect(await opens(next.access_token)).toBe(false);
});

test("an app that is not registered any more is told so, and registers again", async () => {
  const { clientId, ...first } = await connected();
  await db.delete(oauthGrants).where(eq(oauthGrants.clientId, clientId));
  await db.delete(oauthClients).where(eq(oauthClients.id, clientId));
  expect(await refusalOf(refreshForm(clientId, first.refresh_token))).toEqual([401, "invalid_client"]);
  expect(await refusalOf({ ...(await codeForm(await registered())), client_id: "nobody" })).toEqual([
    401,
    "invalid_client",
  ]);
});

test("a refresh token is used once, and a second use after a minute ends the connection", async () => {
  const { clientId, ...first } = await connected();
  expect(await refusalOf({ ...refreshForm(clientId, first.refresh_token), scope: "write" })).toEqual([
    400,
    "invalid_scope",
  ]);
  const second = tokens.parse((await oauth("token", refreshForm(clientId, first.refresh_token))).json);
  expect([await opens(second.access_token), second.refresh_token === first.refresh_token]).toEqual([true, false]);
  expect(await refusalOf(refreshForm(clientId, first.access_token))).toEqual([400, "invalid_grant"]);
  await aMinuteLater();
  expect(await refusalOf(refreshForm(clientId, first.refresh_token))).toEqual([400, "invalid_grant"]);
  expect(await opens(second.access_token)).toBe(false);
  expect(await refusalOf(refreshForm(clientId, second.refresh_token))).toEqual([400, "invalid_grant"]);
});

test("a token opens the MCP server alone", async () => {
  const { access_token: token } = await connected(cookie, true);
  const headers = { Authorization: `Bearer ${token}` };
  for (const path of ["/api/v1/meetings", "/api/acta/keys", "/api/acta/apps"]) {
    expect((await call(path, { headers })).status, path).toBe(401);
  }
  // Tokens that were made for another address of the server.
  await db.update(oauthGrants).set({ resource: "https://earlier.example/mcp" }).where(eq(oauthGrants.userId, userId));
  expect(await opens(token)).toBe(false);
});

test("a person disconnects an app, and nobody else can", async () => {
  const person = await signIn();
  const { access_token: token } = await connected(person.cookie);
  const listed = async () => appList.parse(await (await call("/api/acta/apps", { cookie: person.cookie })).json()).apps;
  const [shown] = await listed();
  expect(shown).toMatchObject({ name: "Assistant", place: "assistant.example", scope: "read", lastUsedAt: null });
  const path = `/api/acta/apps/${shown?.id}`;
  expect((await call(path, { method: "DELETE", cookie })).status).toBe(404);
  expect(await opens(token)).toBe(true);
  expect((await listed())[0]?.lastUsedAt).toEqual(expect.any(Number));
  for (let time = 0; time < 2; time += 1) {
    expect((await call(path, { method: "DELETE", cookie: person.cookie })).status).toBe(200);
  }
  expect([await opens(token), await listed()]).toEqual([false, []]);
});

test("an app gives its token back, and a person signs out everywhere", async () => {
  const person = await signIn();
  const [given, left] = [await connected(person.cookie), await connected(person.cookie)];
  expect((await oauth("revoke", { token: given.refresh_token, client_id: left.clientId })).status).toBe(200);
  expect(await opens(given.access_token)).toBe(true);
  expect((await oauth("revoke", { token: given.refresh_token })).status).toBe(200);
  expect((await oauth("revoke", { token: "unknown" })).status).toBe(200);
  expect([await opens(given.access_token), await opens(left.access_token)]).toEqual([false, true]);
  const everywhere = { method: "POST", cookie: person.cookie, json: { keepThis: true } };
  expect((await call("/api/auth/signout_everywhere", everywhere)).ok).toBe(true);
  expect(await opens(left.access_token)).toBe(false);
});

test("the tokens of a person who is being deleted open nothing", async () => {
  const person = await signIn();
  const { clientId, access_token: access, refresh_token: refresh } = await connected(person.cookie);
  await db.insert(accountDeletions).values({ userId: person.userId, locale: "en", requestedAt: Date.now() });
  expect(await opens(access)).toBe(false);
  expect(await refusalOf(refreshForm(clientId, refresh))).toEqual([400, "invalid_grant"]);
});

test("only hashes of tokens are stored", async () => {
  const { access_token: access, refresh_token: refresh } = await connected();
  const stored = JSON.stringify([await db.select().from(oauthTokens), await db.select().from(oauthGrants)]);
  for (const token of [access, refresh]) expect(stored).not.toContain(token.split("_").at(-1));
});

test("the documents that a client reads name each other", async () => {
  const read = async (path: string) => z.record(z.string(), z.unknown()).parse(await (await call(path)).json());
  const resource = await read("/.well-known/oauth-protected-resource/mcp");
  expect(resource).toMatchObject({ resource: MCP_URL.href, authorization_servers: [ORIGIN] });
  expect(await read("/.well-known/oauth-protected-resource")).toEqual(resource);
  expect(await read("/.well-known/oauth-authorization-server")).toMatchObject({
    issuer: ORIGIN,
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
  });
});

test("the sweep removes what has ended, and apps that nobody uses", async () => {
  const unused = await registered();
  const { clientId } = await connected();
  const left = async (id: string) => db.$count(oauthClients, eq(oauthClients.id, id));
  const at = Date.now();
  await sweepApps({ db, now: () => at });
  expect([await left(unused), await left(clientId)]).toEqual([1, 1]);
  await sweepApps({ db, now: () => at + APP_UNUSED_MS });
  expect([await left(unused), await left(clientId)]).toEqual([0, 1]);
  await sweepApps({ db, now: () => at + APP_IDLE_MS + 1000 });
  expect([await left(clientId), await db.$count(oauthGrants), await db.$count(oauthTokens)]).toEqual([0, 0, 0]);
});
