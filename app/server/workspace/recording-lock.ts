import { eq, type SQL, sql } from "drizzle-orm";
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
    .select({ madeAt: madeAt(meetId), source: meetings.source, plan: planSql(meetings.workspaceId, at) })
    .from(meetings)
    .innerJoin(workspaces, eq(workspaces.id, meetings.workspaceId))
    .where(eq(meetings.id, meetId));
}

/**
 * The time from which the window of a meeting's recording is counted: for a call its start, and for an uploaded file the upload, because its
 * person chooses the date of the meeting. An old recording that is uploaded today is open as long as a meeting of today. A merged meeting plays
 * the recordings of its parts, in any order: the oldest of them counts.
 */
function madeAt(meetId: string): SQL<number> {
  return sql<number>`(with recursive played (id, made_at) as (
    select id, ${MADE_AT} from meetings where id = ${meetId}
    union
    select meetings.id, ${MADE_AT} from played join meetings on meetings.merged_into = played.id where meetings.deleted_at is null
  ) select min(made_at) from played)`;
}

const MADE_AT = sql.raw(
  "case meetings.source when 'upload' then meetings.created_at else max(meetings.starts_at, meetings.created_at) end",
);

export function lockOf([row]: Awaited<ReturnType<typeof selectLock>>, at: number): RecordingLock | null {
  // The sample belongs to Acta, and counts towards no plan.
  if (!row || row.source === "sample") return null;
  const plan = parsePlan(row.plan);
  const allowed = can(plan, { uploads: 0, recordings: 0 }, { play: { startsAt: row.madeAt, now: at } });
  if (allowed.ok || allowed.reason !== "outside-window") return null;
  return { lockedAt: allowed.lockedAt, plan, months: PLAN_TERMS[plan].windowMonths };
}
