import { and, eq, notExists, or, sql } from "drizzle-orm";
import type { MeetId } from "#app/domain/ids.ts";
import { limitOf, parsePlan } from "#app/domain/plan/plans.ts";
import { isLive } from "#app/server/account/usage-ledger.ts";
import type { Database } from "#app/server/db/database.ts";
import { usageLedger, users } from "#app/server/db/schema.ts";

/**
 * Takes one of the plan's recordings for a meeting that is about to join its call, in one statement: of two meetings for the
 * last place one gets it. Not when it is planned: a reservation falls after an hour, and fifteen meetings of next month
 * would stop the one of today. Asked again it answers as before; true where the place is held.
 */
async function reserveRecording(
  db: Database,
  input: { userId: string; meetId: MeetId; limit: number | null; now: number },
): Promise<boolean> {
  const { userId, meetId, limit, now } = input;
  const own = and(eq(usageLedger.meetId, meetId), eq(usageLedger.kind, "recording"));
  const others = db
    .select({ rows: sql`count(*)` })
    .from(usageLedger)
    .where(
      and(
        eq(usageLedger.ownerUserId, userId),
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
        sql`select ${meetId}, 'recording', ${userId}, 'reserved', null, ${now}, ${now} where ${notExists(known)} and ${fits}`,
      ),
    db.select({ state: usageLedger.state, reservedAt: usageLedger.reservedAt }).from(usageLedger).where(own),
  ]);
  return row !== undefined && (row.state === "counted" || (row.state === "reserved" && row.reservedAt === now));
}

/** The same by the plan that the owner has now. */
export async function reserveForOwner(
  db: Database,
  { meetId, ownerUserId, now }: { meetId: MeetId; ownerUserId: string; now: number },
): Promise<boolean> {
  const [owner] = await db.select({ plan: users.plan }).from(users).where(eq(users.id, ownerUserId));
  const limit = limitOf(parsePlan(owner?.plan ?? ""), "record");
  return reserveRecording(db, { userId: ownerUserId, meetId, limit, now });
}
