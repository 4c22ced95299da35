import { inArray, isNotNull, lte, or, sql } from "drizzle-orm";
import { SESSION_IDLE_MS_MAX, SIGN_IN_ATTEMPT_MS_MAX } from "#app/domain/limits/account.ts";
import { SWEEP_PAGES_MAX, SWEEP_PAGE_ROWS } from "#app/domain/limits/uploads.ts";
import { sessions, signInAttempts } from "#app/server/db/schema.ts";
import type { Services } from "#app/server/services.ts";

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
