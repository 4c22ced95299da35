import { and, eq, isNull, notExists } from "drizzle-orm";
import * as z from "zod";
import { formatScopes, formatToken, isToken, isVerifier, parseScopes } from "#app/domain/account/app-access.ts";
import { OAUTH_ACCESS_MS, OAUTH_REFRESH_MS } from "#app/domain/limits/apps.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { openDeletion } from "#app/server/account/deletion-mark.ts";
import { mcpResource } from "#app/server/apps/describe-server.ts";
import type { OAuthRefusal } from "#app/server/apps/oauth-route.ts";
import { hashToken, newToken } from "#app/server/auth/session.ts";
import { users } from "#app/server/db/schema-account.ts";
import { oauthGrants, oauthTokens } from "#app/server/db/schema-apps.ts";
import type { Services } from "#app/server/services.ts";

type Needs = Pick<Services, "config" | "db" | "log" | "now">;
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
  if (asked.resource !== undefined && asked.resource !== mcpResource(services.config)) return refused("invalid_target");
  const isCode = asked.grant_type === "authorization_code";
  const found = await findToken(services, isCode ? asked.code : asked.refresh_token, isCode ? "code" : "refresh");
  if (found === null || found.grant.clientId !== asked.client_id) return refused("invalid_grant");
  const { token, grant } = found;
  // RFC 9700 §4.14.2: two have the same token, and one of them stole it. Nobody knows which one, so that all tokens end.
  if (token.usedAt !== null) return endFamily(services, grant.id);
  if (token.expiresAt <= services.now()) return refused("invalid_grant");
  if (asked.grant_type === "authorization_code") {
    if (!(await provesCode(asked, token))) return refused("invalid_grant");
  } else if (!isWithin(asked.scope, grant.scope)) return refused("invalid_scope");
  return issue(services, token.hash, grant);
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
  if (asked === undefined || asked.trim() === "") return true;
  const scopes = parseScopes(asked);
  return scopes !== null && (given === "write" || !scopes.includes("write"));
}

async function endFamily({ db, log, now }: Needs, grantId: string): Promise<Tokens> {
  await db.update(oauthGrants).set({ revokedAt: now() }).where(eq(oauthGrants.id, grantId));
  log("app.token.reused", { grantId });
  return refused("invalid_grant");
}

async function issue(services: Needs, usedHash: string, grant: Grant): Promise<Tokens> {
  const { db, now } = services;
  const at = now();
  const used = await db
    .update(oauthTokens)
    .set({ usedAt: at })
    .where(and(eq(oauthTokens.hash, usedHash), isNull(oauthTokens.usedAt)))
    .returning({ hash: oauthTokens.hash });
  // Another request was faster with the same token.
  if (used.length === 0) return endFamily(services, grant.id);
  const access = formatToken("access", newToken());
  const refresh = formatToken("refresh", newToken());
  const expiresAt = at + OAUTH_REFRESH_MS;
  const grantId = grant.id;
  await db.batch([
    db.insert(oauthTokens).values([
      { hash: await hashToken(access), grantId, kind: "access", expiresAt: at + OAUTH_ACCESS_MS },
      { hash: await hashToken(refresh), grantId, kind: "refresh", expiresAt },
    ]),
    db
      .update(oauthGrants)
      .set({ startedAt: grant.startedAt ?? at, expiresAt })
      .where(eq(oauthGrants.id, grantId)),
  ]);
  return ok({
    access_token: access,
    token_type: "Bearer",
    expires_in: OAUTH_ACCESS_MS / 1000,
    refresh_token: refresh,
    scope: formatScopes(grant.scope === "write" ? ["read", "write"] : ["read"]),
  });
}
