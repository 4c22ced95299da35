import { and, exists, lt, sql } from "drizzle-orm";
import { CLAIM_KEPT_MS, CLAIMS_SWEPT_MAX } from "#app/domain/limits/uploads.ts";
import { isPassingClaim, meetingClaims, meetings } from "#app/server/db/schema.ts";
import type { Services } from "#app/server/services.ts";

/**
 * Removes the claims of meetings that began a month ago: a fifth of what D1 keeps of a meeting, and digests of where people met. Those of meetings
 * that never began stay, because a deletion of the account finds their bytes by them. Answers how many.
 */
export async function sweepClaims({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  const before = now() - CLAIM_KEPT_MS;
  const { meetId, createdAt, key } = meetingClaims;
  const began = db
    .select({ one: sql`1` })
    .from(meetings)
    .where(and(sql`${meetings.id} = ${meetId}`, lt(meetings.startsAt, before)));
  const passed = db
    .select({ meetId })
    .from(meetingClaims)
    .where(and(isPassingClaim(key), lt(createdAt, before), exists(began)))
    .orderBy(createdAt)
    .limit(CLAIMS_SWEPT_MAX);
  const removed = await db.delete(meetingClaims).where(sql`${meetId} in (${passed})`).returning({ meetId });
  return removed.length;
}
