import { and, eq, notExists, or, type SQL, sql } from "drizzle-orm";
import type { Ownership, PersonActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import type { StatusGroup } from "#app/domain/meeting/status.ts";
import { limitOf } from "#app/domain/plan/plans.ts";
import { isLive, ofLedger, usedSql } from "#app/server/usage/usage-ledger.ts";
import { planOf } from "#app/server/workspace/plan-of.ts";
import type { Database } from "#app/server/db/database.ts";
import { insertWhere } from "#app/server/db/insert-where.ts";
import { namedBatch } from "#app/server/db/named-batch.ts";
import { meetingCounts, meetings } from "#app/server/db/schema.ts";
import { usageLedger } from "#app/server/db/schema-usage.ts";
import { ownedBy } from "#app/server/workspace/own-meetings.ts";

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
  const { workspaceId } = ownership;
  const place = { workspaceId, meetId, kind: "recording" } as const;
  const own = ofLedger(place);
  const held = db
    .select({ rows: sql`count(*)` })
    .from(usageLedger)
    .where(and(own, isLive(now)));
  const others = sql`${usedSql({ workspaceId, kind: "recording", now })} - ${held}`;
  const fits = limit === null ? sql`1` : sql`${others} < ${limit}`;
  const known = db.select({ meetId: usageLedger.meetId }).from(usageLedger).where(own);
  const {
    held: [row],
  } = await namedBatch(db, {
    again: db
      .update(usageLedger)
      .set({ state: "reserved", reason: null, reservedAt: now, updatedAt: now })
      .where(and(own, or(eq(usageLedger.state, "reserved"), eq(usageLedger.state, "released")), fits)),
    first: insertWhere(db, usageLedger, {
      row: { ...place, state: "reserved", reservedAt: now, updatedAt: now },
      where: sql`${notExists(known)} and ${fits}`,
    }),
    held: db.select({ state: usageLedger.state, reservedAt: usageLedger.reservedAt }).from(usageLedger).where(own),
  });
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
 * The number of a person's meetings that wait for their start, as an expression: each one needs a recording, and ends as REJECTED with the reason
 * `limit` if none is left at that time. Their group has a counter, which the few that are being joined share.
 */
export function plannedSql({ userId, workspaceId }: Pick<PersonActor, "userId" | "workspaceId">): SQL<number> {
  const group: StatusGroup = "initiating";
  const joining = and(...ownedBy({ userId, workspaceId }, { archived: null }), sql`${meetings.status} = 'TORECORD'`);
  return sql`coalesce((select ${meetingCounts.count} from ${meetingCounts} where ${meetingCounts.workspaceId} = ${workspaceId}
    and ${meetingCounts.createdBy} = ${userId} and ${meetingCounts.statusGroup} = ${group}), 0)
    - (select count(*) from ${meetings} where ${joining})`;
}
