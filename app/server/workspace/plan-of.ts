import { type SQL, sql } from "drizzle-orm";
import { includes, parsePlan, type Plan, PLANS, type SoldPlan } from "#app/domain/plan/plans.ts";
import type { Database } from "#app/server/db/database.ts";
import { members, workspaces } from "#app/server/db/schema-account.ts";
import { planHolds } from "#app/server/db/schema-billing.ts";

/**
 * The plan of a workspace at a time: the best one that it holds. The personal workspace of a person with a seat in a team also has the plan
 * of the team. Nothing is copied, so that a plan begins and ends at its time, and membership counts at once.
 */

/** Place of a plan in the order of PLANS, as SQL. */
const RANK = sql.raw(`case plan ${PLANS.map((plan, place) => `when '${plan}' then ${place}`).join(" ")} else 0 end`);

/** The plan as an expression of a statement; `workspaceId` is a column or a value. */
export function planSql(workspaceId: unknown, now: number): SQL<string> {
  return sql<string>`coalesce((
    select plan from ${planHolds}
    where workspace_id in (
      select ${workspaceId}
      union all
      select member.workspace_id from ${members} as member
      join ${workspaces} as team on team.id = member.workspace_id and team.kind = 'team'
      where member.user_id = ${workspaceId} and member.has_seat = 1
    ) and (ends_at is null or ends_at > ${now})
    order by ${RANK} desc limit 1
  ), 'free')`;
}

export async function planOf(db: Database, workspaceId: string, now: number): Promise<Plan> {
  const rows = await db.all<{ plan: string }>(sql`select ${planSql(workspaceId, now)} as plan`);
  return parsePlan(rows[0]?.plan ?? "");
}

/** A time at which a person has the plans only that have no end yet: of their team, or granted for good. */
const WITHOUT_END = Number.MAX_SAFE_INTEGER;

/** Whether a person has all of a plan for good, so that it is not sold to them. */
export async function isIncluded(db: Database, workspaceId: string, plan: SoldPlan): Promise<boolean> {
  return includes(await planOf(db, workspaceId, WITHOUT_END), plan);
}

/** Seats of a team workspace at a time; 0 without a team plan. An expression, for the statement that takes a seat. */
export function seatsSql(workspaceId: unknown, now: number): SQL<number> {
  return sql<number>`coalesce((
    select max(seats) from ${planHolds}
    where workspace_id = ${workspaceId} and plan = 'team' and (ends_at is null or ends_at > ${now})
  ), 0)`;
}

export async function seatsOf(db: Database, workspaceId: string, now: number): Promise<number> {
  const rows = await db.all<{ seats: number }>(sql`select ${seatsSql(workspaceId, now)} as seats`);
  return rows[0]?.seats ?? 0;
}
