import { and, eq, gt, isNull, notExists } from "drizzle-orm";
import { isToken } from "#app/domain/account/app-access.ts";
import { keyOf } from "#app/domain/account/api-key.ts";
import { API_KEY_SEEN_STEP_MS } from "#app/domain/limits/apps.ts";
import { openDeletion } from "#app/server/identity/deletion-mark.ts";
import { mcpResource } from "#app/server/apps/describe-server.ts";
import { hashToken, personState, signedInUser } from "#app/server/identity/session.ts";
import { users } from "#app/server/db/schema-account.ts";
import { oauthGrants, oauthTokens } from "#app/server/db/schema-apps.ts";
import { authenticateKey, type KeyCaller, tokenActor } from "#app/server/keys/authenticate-key.ts";
import type { Services } from "#app/server/services.ts";

/**
 * Reads the sender of a request to the MCP server from its Authorization header: an API key, or the access token of an app whose
 * audience is this server. What the person may do is asked at each use of the actor.
 */
export async function authenticateProgram(
  request: Request,
  services: Pick<Services, "config" | "db" | "now">,
): Promise<KeyCaller | null> {
  const token = keyOf(request.headers.get("Authorization"))?.token ?? "";
  return isToken(token, "access") ? authenticateApp(token, services) : authenticateKey(request, services);
}

async function authenticateApp(
  token: string,
  { config, db, now }: Pick<Services, "config" | "db" | "now">,
): Promise<KeyCaller | null> {
  const at = now();
  const [row] = await db
    .select({ grant: oauthGrants, user: users, ...personState(at) })
    .from(oauthTokens)
    .innerJoin(oauthGrants, eq(oauthGrants.id, oauthTokens.grantId))
    .innerJoin(users, eq(users.id, oauthGrants.userId))
    .where(
      and(
        eq(oauthTokens.hash, await hashToken(token)),
        eq(oauthTokens.kind, "access"),
        gt(oauthTokens.expiresAt, at),
        isNull(oauthGrants.revokedAt),
        eq(oauthGrants.resource, mcpResource(config)),
        notExists(openDeletion(db, users.id)),
      ),
    );
  if (!row) return null;
  const { grant, user, ...state } = row;
  const { id, lastUsedAt } = grant;
  if (at - (lastUsedAt ?? 0) > API_KEY_SEEN_STEP_MS) {
    await db.update(oauthGrants).set({ lastUsedAt: at }).where(eq(oauthGrants.id, id));
  }
  return { actor: tokenActor(grant), user: signedInUser(user, { ...state, provider: "key" }) };
}
