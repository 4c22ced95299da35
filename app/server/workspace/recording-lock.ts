import { eq } from "drizzle-orm";
import { can, parsePlan, type Plan, PLAN_TERMS } from "#app/domain/plan/plans.ts";
import { planSql } from "#app/server/workspace/plan-of.ts";
import { meetings } from "#app/server/db/schema.ts";
import { workspaces } from "#app/server/db/schema-account.ts";
import type { Services } from "#app/server/services.ts";

/** `months`: the plan opens recordings of so many past months. */
export type RecordingLock = { lockedAt: number; plan: Plan; months: number | null };

/**
 * Whether the plan of a meeting's workspace keeps its recording locked, and since when. The recording itself stays as it is, and opens with
 * a plan whose window is longer. Null also for a meeting that has no row yet: it is younger than any window.
 */
export async function recordingLock(
  { db, now }: Pick<Services, "db" | "now">,
  meetId: string,
): Promise<RecordingLock | null> {
  const at = now();
  return lockOf(await selectLock(db, meetId, at), at);
}

/** The statement behind `recordingLock`; `lockOf` reads its answer. */
export function selectLock(db: Services["db"], meetId: string, at: number) {
  return db
    .select({
      startsAt: meetings.startsAt,
      createdAt: meetings.createdAt,
      source: meetings.source,
      plan: planSql(meetings.workspaceId, at),
    })
    .from(meetings)
    .innerJoin(workspaces, eq(workspaces.id, meetings.workspaceId))
    .where(eq(meetings.id, meetId));
}

export function lockOf([row]: Awaited<ReturnType<typeof selectLock>>, at: number): RecordingLock | null {
  // The sample belongs to Acta, and counts towards no plan.
  if (!row || row.source === "sample") return null;
  const plan = parsePlan(row.plan);
  // An old recording that is uploaded today is open as long as a meeting of today.
  const startsAt = Math.max(row.startsAt, row.createdAt);
  const allowed = can(plan, { uploads: 0, recordings: 0 }, { play: { startsAt, now: at } });
  if (allowed.ok || allowed.reason !== "outside-window") return null;
  return { lockedAt: allowed.lockedAt, plan, months: PLAN_TERMS[plan].windowMonths };
}
