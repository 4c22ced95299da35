import { and, eq, sql } from "drizzle-orm";
import type { Usage } from "#app/domain/plan/can.ts";
import { RESERVATION_MS_MAX } from "#app/domain/limits.ts";
import type { Database } from "#app/server/db/database.ts";
import { usageLedger } from "#app/server/db/schema.ts";

/**
 * Who has used what. A row goes reserved → counted → released, and credits are a sum over the rows, never a counter.
 * A reservation that is older than RESERVATION_MS_MAX weighs nothing, whether the sweep has been there or not.
 */

export type UsageKind = "upload" | "recording";

/** Why a reservation came to nothing, with the upload still open: the same submit may take it up again. */
export const RESUMABLE_RELEASES = ["expired", "failed"] as const;

/** Whether a row weighs at a moment, as SQL. Every statement about limits says it the same way. */
export function isLive(now: number) {
  const reserved = and(eq(usageLedger.state, "reserved"), sql`${usageLedger.reservedAt} > ${now - RESERVATION_MS_MAX}`);
  return sql`(${usageLedger.state} = 'counted' or (${reserved}))`;
}

/** What counts against a person's plan at a moment: what was counted, and what is reserved and not yet too old. */
export async function readUsage(db: Database, userId: string, now: number): Promise<Usage> {
  const rows = await db
    .select({ kind: usageLedger.kind, rows: sql<number>`count(*)` })
    .from(usageLedger)
    .where(and(eq(usageLedger.ownerUserId, userId), isLive(now)))
    .groupBy(usageLedger.kind);
  const of = (kind: UsageKind) => rows.find((row) => row.kind === kind)?.rows ?? 0;
  return { uploads: of("upload"), recordings: of("recording") };
}

/**
 * The bytes were accepted: the reservation counts. Also where it had expired meanwhile, because who accepts has held it
 * just before (`holdUpload`). What has been released for another reason stays released: a late second call changes nothing.
 */
export async function countUsage(db: Database, usage: { meetId: string; kind: UsageKind; at: number }): Promise<void> {
  await db
    .update(usageLedger)
    .set({ state: "counted", reason: null, updatedAt: usage.at })
    .where(
      and(
        eq(usageLedger.meetId, usage.meetId),
        eq(usageLedger.kind, usage.kind),
        sql`(${usageLedger.state} = 'reserved' or (${usageLedger.state} = 'released' and ${usageLedger.reason} in ${RESUMABLE_RELEASES}))`,
      ),
    );
}

/** It came to nothing through no fault of the person, or they took it back: it no longer weighs. Twice is once. */
export async function releaseUsage(
  db: Database,
  usage: { meetId: string; kind: UsageKind; reason: string; at: number },
): Promise<void> {
  await db
    .update(usageLedger)
    .set({ state: "released", reason: usage.reason, updatedAt: usage.at })
    .where(
      and(
        eq(usageLedger.meetId, usage.meetId),
        eq(usageLedger.kind, usage.kind),
        sql`${usageLedger.state} <> 'released'`,
      ),
    );
}
