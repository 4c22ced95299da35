import { and, eq, isNull, ne } from "drizzle-orm";
import type { UserId } from "#app/domain/ids.ts";
import { authenticate, sessionCookie, sessionHashOf } from "#app/server/auth/session.ts";
import { closeEndedStreams } from "#app/server/auth/session-streams.ts";
import { sessions } from "#app/server/db/schema.ts";
import type { Services } from "#app/server/services.ts";

/** Ending sessions: their requests are refused from that moment on, and what meetings stream to their pages is closed. */

type Needs = Pick<Services, "config" | "db" | "meetings" | "log" | "now">;

/** Ends the browser's session. Idempotent. */
export async function signOut(services: Services, request: Request): Promise<{ setCookie: string }> {
  const caller = await authenticate(request, services);
  if (caller) services.analytics.track("close session", { userId: caller.actor.userId });
  return endSession(services, request);
}

/** Ends the request's session, also where another one is about to begin. The answer must carry `setCookie`. */
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
 * Ends all sessions of a person, on every device; `keep` is the caller's session if it should stay. Idempotent.
 * Answers how many were ended.
 */
export async function signOutEverywhere(
  services: Needs,
  { userId, keep }: { userId: UserId; keep: string | null },
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
  log("sessions.ended", { userId, ended: ended.length });
  return { ended: ended.length };
}
