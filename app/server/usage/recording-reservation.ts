import { and, eq, notExists, or, type SQL, sql } from "drizzle-orm";
import type { Ownership, PersonActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import type { StatusGroup } from "#app/domain/meeting/status.ts";
import { limitOf, PLANS } from "#app/domain/plan/plans.ts";
import { isLive, ofLedger, usedSql } from "#app/server/usage/usage-ledger.ts";
import type { CallAsker } from "#app/server/ports/call-process.ts";
import { askerOf, selectAsker } from "#app/server/workspace/access-to.ts";
import { planSql } from "#app/server/workspace/plan-of.ts";
import type { Database } from "#app/server/db/database.ts";
import { insertWhere } from "#app/server/db/insert-where.ts";
import { namedBatch } from "#app/server/db/named-batch.ts";
import { meetingCounts, meetings } from "#app/server/db/schema.ts";
import { usageLedger } from "#app/server/db/schema-usage.ts";
import { ownedBy } from "#app/server/workspace/own-meetings.ts";

type Asked = { ownership: Ownership; meetId: MeetId; now: number };

/** The number of recordings of the plan that a workspace has now, as an expression; null is no limit. */
function limitSql(workspaceId: string, now: number): SQL<number | null> {
  const limits = PLANS.map((plan) => sql`when ${plan} then ${limitOf(plan, "record")}`);
  return sql<
    number | null
  >`(case ${planSql(workspaceId, now)} ${sql.join(limits, sql` `)} else ${limitOf("free", "record")} end)`;
}

/**
 * Takes one of the plan's recordings for a meeting that is about to join its call, by the plan that the workspace has now and in one
 * transaction: of two meetings for the last place one gets it. Not when it is planned: a reservation falls after an hour, and fifteen meetings of
 * next month would stop the one of today. Asked again it answers as before. `isHeld`: the place is.
 */
async function reserveRecording(db: Database, { ownership, meetId, now }: Asked) {
  const { workspaceId, createdBy } = ownership;
  const place = { workspaceId, meetId, kind: "recording" } as const;
  const own = ofLedger(place);
  const held = db
    .select({ rows: sql`count(*)` })
    .from(usageLedger)
    .where(and(own, isLive(now)));
  const others = sql`${usedSql({ workspaceId, kind: "recording", now })} - ${held}`;
  const fits = sql`coalesce(${others} < ${limitSql(workspaceId, now)}, 1)`;
  const known = db.select({ meetId: usageLedger.meetId }).from(usageLedger).where(own);
  const {
    held: [row],
    asker,
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
    asker: selectAsker(db, createdBy),
  });
  const isHeld = row?.state === "counted" || (row?.state === "reserved" && row.reservedAt === now);
  return { isHeld, asker: askerOf(asker) };
}

/** True where the place is held. */
export async function reserveForWorkspace(db: Database, asked: Asked): Promise<boolean> {
  return (await reserveRecording(db, asked)).isHeld;
}

/** The same for a bot, with whom it comes for; null where no place is left. */
export async function reserveForCall(db: Database, asked: Asked): Promise<{ asker: CallAsker | null } | null> {
  const { isHeld, asker } = await reserveRecording(db, asked);
  return isHeld ? { asker } : null;
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
