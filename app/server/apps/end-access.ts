import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, notExists, or, sql } from "drizzle-orm";
import type { ShownApp } from "#app/contracts/keys.ts";
import type { SessionActor } from "#app/domain/account/actor.ts";
import { isToken } from "#app/domain/account/app-access.ts";
import type { UserId } from "#app/domain/ids.ts";
import { APP_IDLE_MS, APP_UNUSED_MS } from "#app/domain/limits/apps.ts";
import { SWEEP_PAGE_ROWS } from "#app/domain/limits/uploads.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { hashToken } from "#app/server/identity/session.ts";
import type { Database } from "#app/server/db/database.ts";
import { oauthClients, oauthGrants, oauthTokens } from "#app/server/db/schema-apps.ts";
import type { Services } from "#app/server/services.ts";

/** Connected apps: the list of a person, and each way in which a connection ends. */

type Needs = Pick<Services, "db" | "log" | "now">;

/** Those that can act for the person, newest first. */
export async function listApps({ db, now }: Pick<Needs, "db" | "now">, { userId }: SessionActor): Promise<ShownApp[]> {
  const isOpen = and(
    eq(oauthGrants.userId, userId),
    isNull(oauthGrants.revokedAt),
    isNotNull(oauthGrants.startedAt),
    gt(oauthGrants.expiresAt, now()),
  );
  const rows = await db.select().from(oauthGrants).where(isOpen).orderBy(desc(oauthGrants.createdAt));
  return rows.map(({ id, name, place, scope, createdAt, lastUsedAt }) => ({
    id,
    name,
    place,
    scope: scope === "write" ? "write" : "read",
    createdAt,
    lastUsedAt,
  }));
}

/** Idempotent: an app that was disconnected before is answered like one that is disconnected now. */
export async function disconnectApp(
  { db, log, now }: Needs,
  { userId }: SessionActor,
  grantId: string,
): Promise<Outcome<null, "not-found">> {
  const own = and(eq(oauthGrants.id, grantId), eq(oauthGrants.userId, userId));
  const [row] = await db.select({ revokedAt: oauthGrants.revokedAt }).from(oauthGrants).where(own);
  if (!row) return refused("not-found");
  if (row.revokedAt === null) {
    await db.update(oauthGrants).set({ revokedAt: now() }).where(own);
    log("app.disconnected", { userId, grantId });
  }
  return ok(null);
}

/** A person signs out everywhere: apps do not go on for them. */
export async function disconnectApps({ db, now }: Pick<Needs, "db" | "now">, userId: UserId): Promise<void> {
  const open = and(eq(oauthGrants.userId, userId), isNull(oauthGrants.revokedAt));
  await db.update(oauthGrants).set({ revokedAt: now() }).where(open);
}

/** RFC 7009: an app gives its token back, which ends the connection. Unknown tokens are no error. */
export async function giveBackToken(
  { db, log, now }: Needs,
  fields: Readonly<Record<string, string>>,
): Promise<Outcome<null, "invalid_request">> {
  const { token: text, client_id: clientId } = fields;
  if (text === undefined) return refused("invalid_request");
  if (!isToken(text, "access") && !isToken(text, "refresh")) return ok(null);
  const [row] = await db
    .select({ grantId: oauthGrants.id, clientId: oauthGrants.clientId })
    .from(oauthTokens)
    .innerJoin(oauthGrants, eq(oauthGrants.id, oauthTokens.grantId))
    .where(eq(oauthTokens.hash, await hashToken(text)));
  if (!row || (clientId ?? row.clientId) !== row.clientId) return ok(null);
  await db.update(oauthGrants).set({ revokedAt: now() }).where(eq(oauthGrants.id, row.grantId));
  log("app.disconnected", { grantId: row.grantId });
  return ok(null);
}

/** For the sweep: tokens that have ended, connections without a token, and apps that nobody uses. */
export async function sweepApps({ db, now }: Pick<Needs, "db" | "now">): Promise<void> {
  const at = now();
  const overTokens = db
    .select({ hash: oauthTokens.hash })
    .from(oauthTokens)
    // A code goes with its connection, so that a second use of it is noticed for as long.
    .where(and(ne(oauthTokens.kind, "code"), lte(oauthTokens.expiresAt, at)))
    .limit(SWEEP_PAGE_ROWS);
  await db.delete(oauthTokens).where(inArray(oauthTokens.hash, overTokens));
  const overGrants = db
    .select({ id: oauthGrants.id })
    .from(oauthGrants)
    .where(or(lte(oauthGrants.expiresAt, at), isNotNull(oauthGrants.revokedAt)))
    .limit(SWEEP_PAGE_ROWS);
  await db.delete(oauthGrants).where(inArray(oauthGrants.id, overGrants));
  const held = db.select({ one: sql`1` }).from(oauthGrants).where(eq(oauthGrants.clientId, oauthClients.id));
  const idle = or(
    and(isNull(oauthClients.allowedAt), lte(oauthClients.createdAt, at - APP_UNUSED_MS)),
    lte(oauthClients.allowedAt, at - APP_IDLE_MS),
  );
  const overClients = db
    .select({ id: oauthClients.id })
    .from(oauthClients)
    .where(and(idle, notExists(held)))
    .limit(SWEEP_PAGE_ROWS);
  await db.delete(oauthClients).where(inArray(oauthClients.id, overClients));
}

/** For the archive of everything. Hashes of tokens are secrets. */
export function readAppData(db: Database, userId: string) {
  return db.select().from(oauthGrants).where(eq(oauthGrants.userId, userId));
}
