import { and, eq, gt, isNull, notExists, or } from "drizzle-orm";
import type { TokenActor } from "#app/domain/account/actor.ts";
import { keyOf } from "#app/domain/account/api-key.ts";
import type { UserId, WorkspaceId } from "#app/domain/ids.ts";
import { API_KEY_SEEN_STEP_MS } from "#app/domain/limits/apps.ts";
import { openDeletion } from "#app/server/identity/deletion-mark.ts";
import { hashToken, personState, type SignedInUser, signedInUser } from "#app/server/identity/session.ts";
import { users } from "#app/server/db/schema-account.ts";
import { apiKeys } from "#app/server/db/schema-keys.ts";
import type { Services } from "#app/server/services.ts";

export type KeyCaller = { actor: TokenActor; user: SignedInUser };

/**
 * Reads the sender of a request of the public API from its Authorization header, and from nowhere else: a key in an address would be
 * stored in logs. Null: no key, or one that is unknown, revoked or past its end. What the person may do is asked at each use of the
 * actor, so that a key never has more rights than its person has now.
 */
export async function authenticateKey(
  request: Request,
  { db, now }: Pick<Services, "db" | "now">,
): Promise<KeyCaller | null> {
  const sent = keyOf(request.headers.get("Authorization"));
  if (!sent?.isKey) return null;
  const at = now();
  const [row] = await db
    .select({ key: apiKeys, user: users, ...personState(at) })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(
      and(
        eq(apiKeys.keyHash, await hashToken(sent.token)),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, at)),
        notExists(openDeletion(db, users.id)),
      ),
    );
  if (!row) return null;
  const { key, user, ...state } = row;
  const { id, lastUsedAt } = key;
  if (at - (lastUsedAt ?? 0) > API_KEY_SEEN_STEP_MS) {
    await db.update(apiKeys).set({ lastUsedAt: at }).where(eq(apiKeys.id, id));
  }
  return { actor: tokenActor(key), user: signedInUser(user, { ...state, provider: "key" }) };
}

/** The actor of a key, or of an app that the person has allowed. */
export function tokenActor(row: { id: string; userId: string; workspaceId: string; scope: string }): TokenActor {
  return {
    via: "token",
    userId: row.userId as UserId,
    workspaceId: row.workspaceId as WorkspaceId,
    scopes: row.scope === "write" ? ["read", "write"] : ["read"],
    tokenId: row.id,
  };
}
