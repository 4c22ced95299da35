import { exports } from "cloudflare:workers";
import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { expect } from "vitest";
import * as z from "zod";
import { call, ORIGIN } from "#tests/support/api.ts";

/** For worker tests: the official client of MCP against the app, and a person who answers its consent page. */

export const MCP_URL = new URL("/mcp", ORIGIN);
const toApp = (url: string | URL, init?: RequestInit) => exports.default.fetch(String(url), init);

/** A client with an API key or an access token. */
export async function clientWith(token: string): Promise<Client> {
  const headers = { Authorization: `Bearer ${token}` };
  const client = new Client({ name: "Test assistant", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(MCP_URL, { fetch: toApp, requestInit: { headers } }));
  return client;
}

/** A client that signs in by OAuth. Before that, its first request ends with an UnauthorizedError. */
export function clientOf(provider: OAuthClientProvider) {
  const transport = new StreamableHTTPClientTransport(MCP_URL, { fetch: toApp, authProvider: provider });
  return { client: new Client({ name: "Test assistant", version: "1" }), transport };
}

const answered = z.object({ content: z.tuple([z.object({ type: z.literal("text"), text: z.string() })]) });

/** The JSON of a tool's answer, or the text of its refusal. */
export async function callTool(client: Client, name: string, input: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: input });
  const [{ text }] = answered.parse(result).content;
  return result.isError ? { refusal: text } : { value: z.record(z.string(), z.unknown()).parse(JSON.parse(text)) };
}

/** State that an app keeps of its connection. */
export class AppMemory implements OAuthClientProvider {
  redirectUrl = "http://127.0.0.1:33418/callback";
  scope: string | undefined;
  asked: URL | null = null;
  client: OAuthClientInformationMixed | undefined;
  held: OAuthTokens | undefined;
  #verifier = "";

  get clientMetadata() {
    return {
      client_name: "Test assistant",
      redirect_uris: [this.redirectUrl],
      ...(this.scope && { scope: this.scope }),
    };
  }
  clientInformation() {
    return this.client;
  }
  saveClientInformation(client: OAuthClientInformationMixed) {
    this.client = client;
  }
  tokens() {
    return this.held;
  }
  saveTokens(tokens: OAuthTokens) {
    this.held = tokens;
  }
  redirectToAuthorization(url: URL) {
    this.asked = url;
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  codeVerifier() {
    return this.#verifier;
  }
}

export const REDIRECT = "https://assistant.example/callback";
export const VERIFIER = "v".repeat(43);
/** Its SHA-256, as base64url. */
const CHALLENGE = "7w_YNF9DSfIdPf_pRjSq646_kPr-2-o9NAl16JGghdM";

export const register = (json: object) => call("/oauth/register", { method: "POST", json });
/** The id of a new app. */
export async function registered(redirectUris = [REDIRECT]): Promise<string> {
  const answer = await register({ client_name: "Assistant", redirect_uris: redirectUris });
  expect(answer.status).toBe(201);
  return z.object({ client_id: z.string() }).parse(await answer.json()).client_id;
}

/** The request of an app: the address that it opens in the person's browser. */
export function authorizeUrl(clientId: string, over: Record<string, string | null> = {}): URL {
  const url = new URL("/oauth/authorize", ORIGIN);
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
    state: "xyz",
    resource: MCP_URL.href,
    ...over,
  };
  for (const [name, value] of Object.entries(parameters)) if (value !== null) url.searchParams.set(name, value);
  return url;
}

const unescaped = (html: string) => html.replaceAll("&amp;", "&");

/** The person opens the consent page and presses a button. Answers the address that the page goes on to. */
export async function answerConsent(
  url: URL,
  cookie: string,
  { answer = "allow", write = false }: { answer?: "allow" | "refuse"; write?: boolean } = {},
): Promise<URL> {
  const page = await call(url.href, { cookie });
  expect(page.status).toBe(200);
  const [, ticket = ""] = /name="ticket" value="([0-9a-f]+)"/.exec(await page.text()) ?? [];
  const done = await sendConsent(url, cookie, { ticket, answer, ...(write ? { write: "yes" } : {}) });
  expect(done.status).toBe(200);
  const [, href = ""] = /href="([^"]*[?&;]iss=[^"]*)"/.exec(await done.text()) ?? [];
  return new URL(unescaped(href));
}

export function sendConsent(url: URL, cookie: string, fields: Record<string, string>): Promise<Response> {
  return call(url.href, { method: "POST", cookie, headers: FORM, body: new URLSearchParams(fields).toString() });
}

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

/** A call of OAuth as an app's server sends it: without an Origin. */
export async function oauth(path: "token" | "revoke", fields: Record<string, string>) {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const answer = await call(`/oauth/${path}`, {
    method: "POST",
    headers,
    body: new URLSearchParams(fields).toString(),
  });
  return { status: answer.status, json: z.record(z.string(), z.unknown()).parse(await answer.json()) };
}
