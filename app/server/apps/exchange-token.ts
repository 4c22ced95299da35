import { and, eq, isNull, notExists, sql } from "drizzle-orm";
import * as z from "zod";
import {
  formatScopes,
  formatToken,
  isResource,
  isToken,
  isVerifier,
  parseScopes,
} from "#app/domain/account/app-access.ts";
import { OAUTH_ACCESS_MS, OAUTH_GRACE_MS, OAUTH_REFRESH_MS } from "#app/domain/limits/apps.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { openDeletion } from "#app/server/identity/deletion-mark.ts";
import { mcpResource } from "#app/server/apps/describe-server.ts";
import type { OAuthRefusal } from "#app/server/apps/oauth-route.ts";
import { hashToken, newToken } from "#app/server/identity/session.ts";
import type { Database } from "#app/server/db/database.ts";
import { users } from "#app/server/db/schema-account.ts";
import { oauthClients, oauthGrants, oauthTokens } from "#app/server/db/schema-apps.ts";
import type { Services } from "#app/server/services.ts";

type Needs = Pick<Services, "config" | "db" | "log" | "now" | "saltedHash">;
type Tokens = Outcome<object, OAuthRefusal>;

const common = { client_id: z.string(), resource: z.string().optional() };
const tokenRequest = z.discriminatedUnion("grant_type", [
  z.object({
    ...common,
    grant_type: z.literal("authorization_code"),
    code: z.string(),
    redirect_uri: z.string(),
    code_verifier: z.string(),
  }),
  z.object({
    ...common,
    grant_type: z.literal("refresh_token"),
    refresh_token: z.string(),
    scope: z.string().optional(),
  }),
]);
type TokenRequest = z.output<typeof tokenRequest>;

/** RFC 6749 §4.1.3 and §6: a code or a refresh token for a new pair of tokens. */
export async function exchangeToken(services: Needs, fields: Readonly<Record<string, string>>): Promise<Tokens> {
  const parsed = tokenRequest.safeParse(fields);
  if (!parsed.success) {
    const { grant_type: type } = fields;
    const isKnown = type === undefined || type === "authorization_code" || type === "refresh_token";
    return refused(isKnown ? "invalid_request" : "unsupported_grant_type");
  }
  const asked = parsed.data;
  const resource = mcpResource(services.config);
  if (!isResource(asked.resource ?? resource, resource)) return refused("invalid_target");
  // The app was removed here: it has to register again, and only this word tells it.
  if (!(await isKnown(services.db, asked.client_id))) return refused("invalid_client");
  const isCode = asked.grant_type === "authorization_code";
  const found = await findToken(services, isCode ? asked.code : asked.refresh_token, isCode ? "code" : "refresh");
  if (found === null || found.grant.clientId !== asked.client_id) return refused("invalid_grant");
  const { token, grant } = found;
  if (token.usedAt !== null) return repeat(services, asked, found);
  if (token.expiresAt <= services.now()) return refused("invalid_grant");
  if (asked.grant_type === "authorization_code") {
    if (!(await provesCode(asked, token))) return refused("invalid_grant");
  } else if (!isWithin(asked.scope, grant.scope)) return refused("invalid_scope");
  return issue(services, asked, found);
}

async function isKnown(db: Database, clientId: string): Promise<boolean> {
  const [row] = await db.all(sql`select 1 from ${oauthClients} where ${eq(oauthClients.id, clientId)}
    union all select 1 from ${oauthGrants} where ${and(eq(oauthGrants.clientId, clientId), isNull(oauthGrants.revokedAt))} limit 1`);
  return row !== undefined;
}

/**
 * A token that was used before. The answer to a refresh may have been lost on its way: for a minute the same request gets the same tokens, as
 * long as nobody has used them (RFC 9700 §4.14.2 allows it). Later, and for a code, two have the token and one of them stole it; nobody knows
 * which one, so that all tokens end.
 */
async function repeat(services: Needs, asked: TokenRequest, { token, grant }: Found): Promise<Tokens> {
  const { db, now } = services;
  const isRecent = token.usedAt !== null && now() - token.usedAt < OAUTH_GRACE_MS;
  if (asked.grant_type !== "refresh_token" || !isRecent) return endFamily(services, grant.id);
  const { refresh } = await tokensAfter(services, asked.refresh_token);
  const [next] = await db
    .select({ usedAt: oauthTokens.usedAt })
    .from(oauthTokens)
    .where(eq(oauthTokens.hash, await hashToken(refresh)));
  if (next && next.usedAt !== null) return endFamily(services, grant.id);
  if (!isWithin(asked.scope, grant.scope)) return refused("invalid_scope");
  return issue(services, asked, { token, grant });
}

/** Only of a grant that holds, and of a person who is not being deleted. */
async function findToken({ config, db }: Needs, text: string, kind: "code" | "refresh") {
  if (!isToken(text, kind)) return null;
  const [row] = await db
    .select({ token: oauthTokens, grant: oauthGrants })
    .from(oauthTokens)
    .innerJoin(oauthGrants, eq(oauthGrants.id, oauthTokens.grantId))
    .innerJoin(users, eq(users.id, oauthGrants.userId))
    .where(
      and(
        eq(oauthTokens.hash, await hashToken(text)),
        eq(oauthTokens.kind, kind),
        isNull(oauthGrants.revokedAt),
        eq(oauthGrants.resource, mcpResource(config)),
        notExists(openDeletion(db, users.id)),
      ),
    );
  return row ?? null;
}

type Token = typeof oauthTokens.$inferSelect;
type Grant = typeof oauthGrants.$inferSelect;
type Found = { token: Token; grant: Grant };

async function provesCode(
  { redirect_uri: redirectUri, code_verifier: verifier }: Extract<TokenRequest, { grant_type: "authorization_code" }>,
  token: Token,
): Promise<boolean> {
  if (token.redirectUri !== redirectUri || !isVerifier(verifier)) return false;
  return (await challengeOf(verifier)) === token.challenge;
}

async function challengeOf(verifier: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)));
  return btoa(String.fromCharCode(...digest)).replace(/[+/=]/g, (sign) =>
    sign === "+" ? "-" : sign === "/" ? "_" : "",
  );
}

/** A refresh may name the scopes that were given, and no others. */
function isWithin(asked: string | undefined, given: string): boolean {
  return given === "write" || parseScopes(asked ?? null)?.includes("write") !== true;
}

async function endFamily({ db, log, now }: Needs, grantId: string): Promise<Tokens> {
  await db.update(oauthGrants).set({ revokedAt: now() }).where(eq(oauthGrants.id, grantId));
  log("app.token.reused", { grantId });
  return refused("invalid_grant");
}

/**
 * The tokens that follow a refresh token: derived from it and the server's secret, so that a repeated request gets the same ones, and the
 * database, which has hashes only, cannot tell them.
 */
async function tokensAfter({ saltedHash }: Needs, refreshToken: string) {
  return {
    access: formatToken("access", await saltedHash("oauth-access", refreshToken)),
    refresh: formatToken("refresh", await saltedHash("oauth-refresh", refreshToken)),
  };
}

async function issue(services: Needs, asked: TokenRequest, { token, grant }: Found): Promise<Tokens> {
  const { db, now } = services;
  const at = now();
  const used = await db
    .update(oauthTokens)
    .set({ usedAt: at })
    .where(and(eq(oauthTokens.hash, token.hash), isNull(oauthTokens.usedAt)))
    .returning({ hash: oauthTokens.hash });
  // Another request was faster with the same code. With the same refresh token both get the same answer.
  if (used.length === 0 && asked.grant_type === "authorization_code") return endFamily(services, grant.id);
  const { access, refresh } =
    asked.grant_type === "refresh_token"
      ? await tokensAfter(services, asked.refresh_token)
      : { access: formatToken("access", newToken()), refresh: formatToken("refresh", newToken()) };
  // The times of the first answer.
  const since = token.usedAt ?? at;
  const expiresAt = since + OAUTH_REFRESH_MS;
  const grantId = grant.id;
  await db.batch([
    db
      .insert(oauthTokens)
      .values([
        { hash: await hashToken(access), grantId, kind: "access", expiresAt: since + OAUTH_ACCESS_MS },
        { hash: await hashToken(refresh), grantId, kind: "refresh", expiresAt },
      ])
      .onConflictDoNothing(),
    db
      .update(oauthGrants)
      .set({ startedAt: grant.startedAt ?? at, expiresAt })
      .where(eq(oauthGrants.id, grantId)),
  ]);
  return ok({
    access_token: access,
    token_type: "Bearer",
    expires_in: Math.floor((since + OAUTH_ACCESS_MS - at) / 1000),
    refresh_token: refresh,
    scope: formatScopes(grant.scope === "write" ? ["read", "write"] : ["read"]),
  });
}
