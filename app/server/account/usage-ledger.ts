import { and, eq, gt, ne, or, sql } from "drizzle-orm";
import { RESERVATION_MS_MAX } from "#app/domain/limits/uploads.ts";
import type { Usage } from "#app/domain/plan/can.ts";
import type { Database } from "#app/server/db/database.ts";
import { usageLedger } from "#app/server/db/schema.ts";

/**
 * Who has used what. A row goes reserved → counted → released, and credits are a sum over the rows, never a counter.
 * A reservation older than RESERVATION_MS_MAX weighs nothing, whether the sweep has been there or not. What happens
 * before the bytes are accepted stands in usage-reservation.ts.
 */

type UsageKind = "upload" | "recording";

/** What a meeting uses of its owner's plan. */
export function kindOf(source: string): UsageKind {
  return source === "upload" ? "upload" : "recording";
}

/** Whether a row weighs at a moment. Every statement about limits says it the same way. */
export function isLive(now: number) {
  return or(
    eq(usageLedger.state, "counted"),
    and(eq(usageLedger.state, "reserved"), gt(usageLedger.reservedAt, now - RESERVATION_MS_MAX)),
  );
}

/** What counts against a person's plan at a moment: what was counted, and what is reserved and not too old. */
export async function readUsage(db: Database, userId: string, now: number): Promise<Usage> {
  const rows = await db
    .select({ kind: usageLedger.kind, rows: sql<number>`count(*)` })
    .from(usageLedger)
    .where(and(eq(usageLedger.ownerUserId, userId), isLive(now)))
    .groupBy(usageLedger.kind);
  const of = (kind: UsageKind) => rows.find((row) => row.kind === kind)?.rows ?? 0;
  return { uploads: of("upload"), recordings: of("recording") };
}

type UsageChange = { meetId: string; kind: UsageKind; at: number };

/**
 * The bytes were accepted, or a retry brought what had failed through no fault of the person: it counts. The meeting
 * object alone decides that and orders its calls, so every state before is taken; twice is as good as once.
 */
export async function countUsage(db: Database, { meetId, kind, at }: UsageChange): Promise<void> {
  await db
    .update(usageLedger)
    .set({ state: "counted", reason: null, updatedAt: at })
    .where(and(eq(usageLedger.meetId, meetId), eq(usageLedger.kind, kind), ne(usageLedger.state, "counted")));
}

/** It came to nothing, through no fault of the person or by their will: it no longer weighs. Twice is as good as once. */
export async function releaseUsage(
  db: Database,
  { meetId, kind, reason, at }: UsageChange & { reason: string },
): Promise<void> {
  await db
    .update(usageLedger)
    .set({ state: "released", reason, updatedAt: at })
    .where(and(eq(usageLedger.meetId, meetId), eq(usageLedger.kind, kind), ne(usageLedger.state, "released")));
}
