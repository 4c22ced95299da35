import { and, count, eq, isNull } from "drizzle-orm";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { limitOf, type Plan } from "#app/domain/plan/plans.ts";
import { readUsage } from "#app/server/account/usage-ledger.ts";
import { meetings } from "#app/server/db/schema.ts";
import type { Services } from "#app/server/services.ts";

/**
 * Counts shown to a person before they plan a meeting. `left`: recordings that their plan still has now, null when it has no
 * limit. `planned`: meetings that wait for their start; each one needs a recording, and ends as REJECTED with the reason `limit`
 * if none is left at that time.
 */
export async function recordingsLeft(
  { db, now }: Pick<Services, "db" | "now">,
  { actor, plan }: { actor: Pick<PersonActor, "userId" | "workspaceId">; plan: Plan },
): Promise<{ left: number | null; planned: number }> {
  const limit = limitOf(plan, "record");
  const [usage, [row]] = await Promise.all([
    readUsage(db, actor.workspaceId, now()),
    db
      .select({ planned: count() })
      .from(meetings)
      .where(
        and(
          eq(meetings.workspaceId, actor.workspaceId),
          eq(meetings.createdBy, actor.userId),
          eq(meetings.status, "SCHEDULE"),
          isNull(meetings.deletedAt),
        ),
      ),
  ]);
  return {
    left: limit === null ? null : Math.max(0, limit - usage.recordings),
    planned: row?.planned ?? 0,
  };
}
