import { and, desc, eq, sql } from "drizzle-orm";
import { type Device, parseDevice } from "#app/domain/account/device.ts";
import type { SessionActor } from "#app/domain/account/actor.ts";
import { SESSIONS_SHOWN_MAX } from "#app/domain/limits/account.ts";
import { isOpenAt } from "#app/server/identity/session.ts";
import { sessions } from "#app/server/db/schema-account.ts";
import type { Services } from "#app/server/services.ts";

export type ListedSession = {
  /** Names it in the form that ends it. */
  handle: string;
  device: Device;
  /** The browser's zone when it signed in; null where the browser did not say. */
  timeZone: string | null;
  /** Epoch ms; the last use to the hour. */
  startedAt: number;
  usedAt: number;
  /** The session that asks. */
  isOwn: boolean;
};

/** The person's sessions that may be used (§2): the caller's first, then by last use; at most SESSIONS_SHOWN_MAX. */
export async function listSessions(
  { db, now }: Pick<Services, "db" | "now">,
  { userId, sessionHash }: SessionActor,
): Promise<{ sessions: ListedSession[]; hasMore: boolean }> {
  const isOwn = sql<number>`${sessions.idHash} = ${sessionHash}`;
  const rows = await db
    .select({
      handle: sessions.handle,
      device: sessions.device,
      timeZone: sessions.timeZone,
      startedAt: sessions.createdAt,
      usedAt: sessions.lastSeenAt,
      isOwn,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isOpenAt(now())))
    .orderBy(desc(isOwn), desc(sessions.lastSeenAt))
    .limit(SESSIONS_SHOWN_MAX + 1);
  return {
    sessions: rows.slice(0, SESSIONS_SHOWN_MAX).map((row) => ({
      ...row,
      device: parseDevice(row.device),
      isOwn: row.isOwn === 1,
    })),
    hasMore: rows.length > SESSIONS_SHOWN_MAX,
  };
}
