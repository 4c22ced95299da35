import { and, eq, lte, sql } from "drizzle-orm";
import { limitOf } from "#app/domain/plan/plans.ts";
import { isLive } from "#app/server/usage/usage-ledger.ts";
import { planOf } from "#app/server/workspace/plan-of.ts";
import { type PlanAsked, whyUnplanned } from "#app/server/calendars/plan-meeting.ts";
import { planHolds } from "#app/server/db/schema-billing.ts";
import { usageLedger } from "#app/server/db/schema-usage.ts";
import type { Services } from "#app/server/services.ts";

/**
 * The limit of a plan that is reached. `limit`: its number of recordings. `period` names the time in which it is: as long as no recording is
 * given back and used again, and no plan began and ended in between, it stays the same.
 */
export type ReachedLimit = { limit: number; period: string };

/** The limit that keeps Acta out of an event now; null where it would be joined, or is not for another reason. */
export async function limitBefore(
  services: Parameters<typeof whyUnplanned>[0],
  asked: PlanAsked,
): Promise<ReachedLimit | null> {
  const { db, now } = services;
  const limit = limitOf(await planOf(db, asked.workspaceId, now()), "record");
  // Most of those who record much have no limit, and a ledger that is long to read.
  if (limit === null || (await whyUnplanned(services, asked)) !== "limit-reached") return null;
  return { limit, period: await periodOf(services, asked.workspaceId) };
}

/** By the newest recording that counts and the last plan that ended. */
async function periodOf({ db, now }: Pick<Services, "db" | "now">, workspaceId: string): Promise<string> {
  const at = now();
  const [[used], [held]] = await db.batch([
    db
      .select({ newestAt: sql<number | null>`max(${usageLedger.reservedAt})` })
      .from(usageLedger)
      .where(and(eq(usageLedger.workspaceId, workspaceId), eq(usageLedger.kind, "recording"), isLive(at))),
    db
      .select({ endedAt: sql<number | null>`max(${planHolds.endsAt})` })
      .from(planHolds)
      .where(and(eq(planHolds.workspaceId, workspaceId), lte(planHolds.endsAt, at))),
  ]);
  return `${used?.newestAt ?? 0}-${held?.endedAt ?? 0}`;
}
