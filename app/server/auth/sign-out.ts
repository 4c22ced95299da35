import { and, eq, inArray, isNotNull, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { UserId } from "#app/domain/ids.ts";
import { SESSION_IDLE_MS_MAX, SIGN_IN_ATTEMPT_MS_MAX } from "#app/domain/limits/account.ts";
import { SWEEP_PAGE_ROWS, SWEEP_PAGES_MAX } from "#app/domain/limits/uploads.ts";
import { disconnectApps } from "#app/server/apps/end-access.ts";
import { closeEndedStreams } from "#app/server/identity/session-streams.ts";
import { sessionCookie, sessionHashOf } from "#app/server/identity/session.ts";
import { sessions, signInAttempts } from "#app/server/db/schema-account.ts";
import { revokeKeys } from "#app/server/keys/change-keys.ts";
import type { Services } from "#app/server/services.ts";

/** Ending sessions: their requests are refused from that moment on, and what meetings stream to their pages is closed. */

type Needs = Pick<Services, "config" | "db" | "meetings" | "pages" | "log" | "now">;

/** Ends the request's session, also where another one is about to begin. Idempotent. The answer must carry `setCookie`. */
export async function endSession(services: Needs, request: Request): Promise<{ setCookie: string }> {
  const { config, db, now } = services;
  const sessionHash = await sessionHashOf(request, services);
  if (sessionHash !== null) {
    const own = eq(sessions.idHash, sessionHash);
    await db.update(sessions).set({ revokedAt: now() }).where(own);
    await closeEndedStreams(services, own);
  }
  return { setCookie: sessionCookie(config.origin, "", 0) };
}

/**
 * Ends all sessions of a person, on every device, and disconnects their apps, and with `endKeys` ends their API keys; `keep` is the caller's session if it should stay. Idempotent.
 * Answers how many were ended.
 */
export async function signOutEverywhere(
  services: Needs,
  { userId, keep, endKeys = false }: { userId: UserId; keep: string | null; endKeys?: boolean },
): Promise<{ ended: number }> {
  const { db, log, now } = services;
  const own = eq(sessions.userId, userId);
  const others = keep === null ? own : and(own, ne(sessions.idHash, keep));
  const ended = await db
    .update(sessions)
    .set({ revokedAt: now() })
    .where(and(others, isNull(sessions.revokedAt)))
    .returning({ idHash: sessions.idHash });
  await closeEndedStreams(services, others);
  await disconnectApps(services, userId);
  if (endKeys) await revokeKeys(services, userId);
  log("sessions.ended", { userId, ended: ended.length });
  return { ended: ended.length };
}

/**
 * Ends one session of a person by its handle. Answers the hash of the session's id; null where the person has no such session, or
 * it has ended before.
 */
export async function endSessionOf(
  services: Needs,
  { userId, handle }: { userId: UserId; handle: string },
): Promise<{ ended: string | null }> {
  const { db, log, now } = services;
  const named = and(eq(sessions.userId, userId), eq(sessions.handle, handle));
  const [row] = await db
    .update(sessions)
    .set({ revokedAt: now() })
    .where(and(named, isNull(sessions.revokedAt)))
    .returning({ idHash: sessions.idHash });
  await closeEndedStreams(services, named);
  if (row) log("sessions.ended", { userId, ended: 1 });
  return { ended: row?.idHash ?? null };
}

/** Deletes sessions that cannot be used any more, and sign-ins that were started and not finished. */
export async function sweepSessions({
  db,
  now,
}: Pick<Services, "db" | "now">): Promise<{ sessions: number; attempts: number }> {
  const at = now();
  const overSessions = db
    .select({ idHash: sessions.idHash })
    .from(sessions)
    .where(
      or(
        lte(sessions.expiresAt, at),
        lte(sessions.lastSeenAt, at - SESSION_IDLE_MS_MAX),
        isNotNull(sessions.revokedAt),
      ),
    )
    .limit(SWEEP_PAGE_ROWS);
  const overAttempts = db
    .select({ stateHash: signInAttempts.stateHash })
    .from(signInAttempts)
    .where(lte(signInAttempts.createdAt, at - SIGN_IN_ATTEMPT_MS_MAX))
    .limit(SWEEP_PAGE_ROWS);
  return {
    sessions: await pageByPage(() =>
      db.delete(sessions).where(inArray(sessions.idHash, overSessions)).returning({ one: sql`1` }),
    ),
    attempts: await pageByPage(() =>
      db.delete(signInAttempts).where(inArray(signInAttempts.stateHash, overAttempts)).returning({ one: sql`1` }),
    ),
  };
}

async function pageByPage(deletePage: () => Promise<unknown[]>): Promise<number> {
  let deleted = 0;
  for (let page = 0; page < SWEEP_PAGES_MAX; page++) {
    const { length } = await deletePage();
    deleted += length;
    if (length < SWEEP_PAGE_ROWS) break;
  }
  return deleted;
}
