import { and, eq, gt, inArray, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import { RESERVATION_MS_MAX } from "#app/domain/limits/uploads.ts";
import { limitOf, type Usage } from "#app/domain/plan/plans.ts";
import { planOf } from "#app/server/workspace/plan-of.ts";
import type { Database } from "#app/server/db/database.ts";
import { insertWhere } from "#app/server/db/insert-where.ts";
import { namedBatch } from "#app/server/db/named-batch.ts";
import { usageCounts, usageLedger } from "#app/server/db/schema-usage.ts";

/**
 * The usage ledger: one row per use of a plan. A row goes reserved → counted → released. Triggers keep the number of counted rows, so that
 * nothing reads all of them; the few reservations are read. A reservation older than RESERVATION_MS_MAX does not count, even before the sweep removes it. The steps before
 * the bytes are accepted are in usage-reservation.ts.
 */

const KINDS = ["upload", "recording"] as const;
type UsageKind = (typeof KINDS)[number];

/** The kind of usage that a meeting with this source takes from its workspace's plan. */
export function kindOf(source: string): UsageKind {
  return source === "upload" ? "upload" : "recording";
}

export type LedgerPlace = { workspaceId: string; meetId: string; kind: UsageKind };

/** SQL condition: the row of a meeting. Its workspace is that of the meeting (teams/move-meetings.ts). */
export function ofLedger({ workspaceId, meetId, kind }: LedgerPlace) {
  return and(eq(usageLedger.workspaceId, workspaceId), eq(usageLedger.meetId, meetId), eq(usageLedger.kind, kind));
}

/** SQL condition: the row counts towards the limit at this time. Every statement about limits uses it. */
export function isLive(now: number) {
  return or(eq(usageLedger.state, "counted"), isReserved(now));
}

function isReserved(now: number) {
  // As the indexes say it: a bound value would not find them.
  return and(sql`${usageLedger.state} = 'reserved'`, gt(usageLedger.reservedAt, now - RESERVATION_MS_MAX));
}

/** Reads the usage that counts against a workspace's plan at a time: counted rows, and reservations that are not too old. */
export async function readUsage(db: Database, workspaceId: string, now: number): Promise<Usage> {
  return usageOf(await selectUsage(db, workspaceId, now));
}

/** The statement of `readUsage`, for a batch; `usageOf` reads its rows. `planned`: a number that comes along as a kind of this name. */
export function selectUsage(db: Database, workspaceId: string, now: number, planned?: SQL) {
  const live = sql`(select ${usageCounts.kind} as kind, ${usageCounts.counted} as rows from ${usageCounts}
    where ${usageCounts.workspaceId} = ${workspaceId}
    union all select ${usageLedger.kind}, 1 from ${usageLedger}
    where ${usageLedger.workspaceId} = ${workspaceId} and ${inArray(usageLedger.kind, [...KINDS])} and ${isReserved(now)}
    ${planned === undefined ? sql.raw("") : sql`union all select 'planned', ${planned}`})`;
  return db.select({ kind: sql<string>`kind`, rows: sql<number>`sum(rows)` }).from(live).groupBy(sql`kind`);
}

/** The same of one kind, as an expression of a statement. */
export function usedSql(of: { workspaceId: string; kind: UsageKind; now: number }): SQL {
  const { workspaceId, kind, now } = of;
  return sql`(coalesce((select ${usageCounts.counted} from ${usageCounts}
    where ${usageCounts.workspaceId} = ${workspaceId} and ${usageCounts.kind} = ${kind}), 0)
    + (select count(*) from ${usageLedger}
    where ${usageLedger.workspaceId} = ${workspaceId} and ${usageLedger.kind} = ${kind} and ${isReserved(now)}))`;
}

export function usageOf(rows: readonly { kind: string; rows: number }[]): Usage {
  const of = (kind: UsageKind) => rows.find((row) => row.kind === kind)?.rows ?? 0;
  return { uploads: of("upload"), recordings: of("recording") };
}

type UsageChange = LedgerPlace & { at: number };

/** Released while its meeting goes on. Resuming the upload reserves a place again if one is free. */
export const EXPIRED = "expired";
export const NOT_STARTED = "not-started";
/** The given transcript could not be used: the upload does not count while the person looks for another one. */
export const TRANSCRIPT_REFUSED = "transcript-refused";
/** The meeting ended in an error of ours; a retry takes a place again. */
export const FAILED = "failed";
const TAKEN_AGAIN = [EXPIRED, NOT_STARTED, TRANSCRIPT_REFUSED, FAILED];

/** Whether one more of a kind fits below a limit, as part of a statement. Null is no limit. */
export function fitsBelow({
  limit,
  ...of
}: {
  workspaceId: string;
  kind: UsageKind;
  limit: number | null;
  now: number;
}): SQL {
  return limit === null ? sql`1` : sql`${usedSql(of)} < ${limit}`;
}

/**
 * Counts a meeting before a speech engine is asked for its text, by the plan that its workspace has now: its reservation becomes a
 * counted row, and one that has fallen is taken again if it still fits. One transaction, so that of two meetings for the last
 * place one gets it. False when the plan is used up, and for a meeting that was given up. Idempotent.
 */
export async function chargeUsage(db: Database, { meetId, kind, workspaceId, at }: UsageChange): Promise<boolean> {
  const plan = await planOf(db, workspaceId, at);
  const limit = limitOf(plan, kind === "upload" ? "upload" : "record");
  const fits = fitsBelow({ workspaceId, kind, limit, now: at });
  const own = ofLedger({ workspaceId, meetId, kind });
  const known = db.select({ meetId: usageLedger.meetId }).from(usageLedger).where(own);
  const open = or(eq(usageLedger.state, "reserved"), inArray(usageLedger.reason, TAKEN_AGAIN));
  const {
    counted: [row],
  } = await namedBatch(db, {
    again: db
      .update(usageLedger)
      .set({ state: "counted", reason: null, updatedAt: at })
      .where(and(own, ne(usageLedger.state, "counted"), open, or(isLive(at), fits))),
    // A database that was lost and rebuilt may not know of it.
    first: insertWhere(db, usageLedger, {
      row: { workspaceId, meetId, kind, state: "counted", reservedAt: at, updatedAt: at },
      where: sql`${notExists(known)} and ${fits}`,
    }),
    counted: db.select({ state: usageLedger.state }).from(usageLedger).where(own),
  });
  return row?.state === "counted";
}

/**
 * Marks usage as counted: the bytes were accepted, or a retry succeeded after a failure that was not the person's fault. The
 * meeting object alone decides that and orders its calls, so every earlier state is accepted. Idempotent.
 */
export async function countUsage(db: Database, { at, ...place }: UsageChange): Promise<void> {
  await db
    .update(usageLedger)
    .set({ state: "counted", reason: null, updatedAt: at })
    .where(and(ofLedger(place), ne(usageLedger.state, "counted")));
}

/** Releases usage that gave no result, through no fault of the person or because they wanted it: it no longer counts. Idempotent. */
export async function releaseUsage(
  db: Database,
  { reason, at, ...place }: UsageChange & { reason: string },
): Promise<void> {
  await db
    .update(usageLedger)
    .set({ state: "released", reason, updatedAt: at })
    .where(and(ofLedger(place), ne(usageLedger.state, "released")));
}
