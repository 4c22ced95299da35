import { and, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { ShownKey } from "#app/contracts/keys.ts";
import type { Scope, SessionActor } from "#app/domain/account/actor.ts";
import { API_KEY_PREFIX, hintOf } from "#app/domain/account/api-key.ts";
import { randomId } from "#app/domain/ids.ts";
import { API_KEYS_MAX } from "#app/domain/limits/apps.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { hashToken, newToken } from "#app/server/identity/session.ts";
import { insertWhere } from "#app/server/db/insert-where.ts";
import { apiKeys } from "#app/server/db/schema-keys.ts";
import type { Services } from "#app/server/services.ts";

type Needs = Pick<Services, "db" | "log" | "now">;

/** The person's keys that were not revoked, newest first. Those that have ended are listed too, so that a person sees why one fails. */
export async function listKeys({ db }: Pick<Needs, "db">, { userId }: SessionActor): Promise<ShownKey[]> {
  const rows = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
  return rows.map(shown);
}

/** Makes a key with the rights of the person, which only its creator sees, once. */
export async function createKey(
  { db, log, now }: Needs,
  { userId, workspaceId }: SessionActor,
  { name, scope, days }: { name: string; scope: Scope; days: number | null },
): Promise<Outcome<{ key: string; shown: ShownKey }, "too-many-keys">> {
  const at = now();
  const isOpen = and(
    eq(apiKeys.userId, userId),
    isNull(apiKeys.revokedAt),
    or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, at)),
  );
  const key = `${API_KEY_PREFIX}${newToken()}`;
  const row = {
    id: randomId(),
    userId,
    workspaceId,
    name,
    keyHash: await hashToken(key),
    hint: hintOf(key),
    scope,
    createdAt: at,
    expiresAt: days === null ? null : at + days * DAY_MS,
    lastUsedAt: null,
    revokedAt: null,
  };
  const isRoom = sql`(select count(*) from ${apiKeys} where ${isOpen}) < ${API_KEYS_MAX}`;
  const made = await insertWhere(db, apiKeys, { row, where: isRoom }).returning({ id: apiKeys.id });
  if (made.length === 0) return refused("too-many-keys");
  log("key.created", { userId, keyId: row.id, scope });
  return ok({ key, shown: shown(row) });
}

/** Idempotent: a key that was revoked before is answered like one that is revoked now. */
export async function revokeKey(
  { db, log, now }: Needs,
  { userId }: SessionActor,
  keyId: string,
): Promise<Outcome<null, "not-found">> {
  const own = and(eq(apiKeys.id, keyId), eq(apiKeys.userId, userId));
  const [row] = await db.select({ revokedAt: apiKeys.revokedAt }).from(apiKeys).where(own);
  if (!row) return refused("not-found");
  if (row.revokedAt === null) {
    await db.update(apiKeys).set({ revokedAt: now() }).where(own);
    log("key.revoked", { userId, keyId });
  }
  return ok(null);
}

/** Ends all keys of a person that work. Answers how many there were. */
export async function revokeKeys({ db, log, now }: Needs, userId: string): Promise<number> {
  const ended = await db
    .update(apiKeys)
    .set({ revokedAt: now() })
    .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  for (const { id } of ended) log("key.revoked", { userId, keyId: id });
  return ended.length;
}

function shown(row: typeof apiKeys.$inferSelect): ShownKey {
  const { id, name, hint, scope, createdAt, expiresAt, lastUsedAt } = row;
  return { id, name, hint, scope: scope === "write" ? "write" : "read", createdAt, expiresAt, lastUsedAt };
}
