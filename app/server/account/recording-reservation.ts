import { and, count, eq, isNull, notExists, or, sql } from "drizzle-orm";
import type { Ownership, PersonActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { limitOf, type Plan } from "#app/domain/plan/plans.ts";
import { isLive, readUsage } from "#app/server/account/usage-ledger.ts";
import { planOf } from "#app/server/billing/plan-of.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { usageLedger } from "#app/server/db/schema-usage.ts";
import type { Services } from "#app/server/services.ts";

/**
 * Takes one of the plan's recordings for a meeting that is about to join its call, in one statement: of two meetings for the
 * last place one gets it. Not when it is planned: a reservation falls after an hour, and fifteen meetings of next month
 * would stop the one of today. Asked again it answers as before; true where the place is held.
 */
async function reserveRecording(
  db: Database,
  input: { ownership: Ownership; meetId: MeetId; limit: number | null; now: number },
): Promise<boolean> {
  const { ownership, meetId, limit, now } = input;
  const { workspaceId, createdBy } = ownership;
  const own = and(eq(usageLedger.meetId, meetId), eq(usageLedger.kind, "recording"));
  const others = db
    .select({ rows: sql`count(*)` })
    .from(usageLedger)
    .where(
      and(
        eq(usageLedger.workspaceId, workspaceId),
        eq(usageLedger.kind, "recording"),
        sql`${usageLedger.meetId} <> ${meetId}`,
        isLive(now),
      ),
    );
  const fits = limit === null ? sql`1` : sql`${others} < ${limit}`;
  const known = db.select({ meetId: usageLedger.meetId }).from(usageLedger).where(own);
  const [, , [row]] = await db.batch([
    db
      .update(usageLedger)
      .set({ state: "reserved", reason: null, reservedAt: now, updatedAt: now })
      .where(and(own, or(eq(usageLedger.state, "reserved"), eq(usageLedger.state, "released")), fits)),
    db
      .insert(usageLedger)
      .select(
        sql`select ${meetId}, 'recording', ${workspaceId}, ${createdBy}, 'reserved', null, ${now}, ${now} where ${notExists(known)} and ${fits}`,
      ),
    db.select({ state: usageLedger.state, reservedAt: usageLedger.reservedAt }).from(usageLedger).where(own),
  ]);
  return row !== undefined && (row.state === "counted" || (row.state === "reserved" && row.reservedAt === now));
}

/** The same by the plan that the workspace has now. */
export async function reserveForWorkspace(
  db: Database,
  { meetId, ownership, now }: { meetId: MeetId; ownership: Ownership; now: number },
): Promise<boolean> {
  const limit = limitOf(await planOf(db, ownership.workspaceId, now), "record");
  return reserveRecording(db, { ownership, meetId, limit, now });
}

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
