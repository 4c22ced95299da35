import { and, eq, sql } from "drizzle-orm";
import { type Plan, SOLD_PLANS, type SoldPlan } from "#app/domain/plan/plans.ts";
import { type Interval, INTERVALS } from "#app/domain/plan/prices.ts";
import { isUnderWay, planEndOf, type Subscription } from "#app/domain/plan/subscription.ts";
import { keepSeats } from "#app/server/billing/keep-seats.ts";
import { planOf, seatsOf } from "#app/server/workspace/plan-of.ts";
import type { Database } from "#app/server/db/database.ts";
import { insertWhere } from "#app/server/db/insert-where.ts";
import { namedBatch } from "#app/server/db/named-batch.ts";
import { accountDeletions, workspaces } from "#app/server/db/schema-account.ts";
import { planHolds, subscriptionReads, subscriptions } from "#app/server/db/schema-billing.ts";
import type { Billing } from "#app/server/ports/billing.ts";
import type { Services } from "#app/server/services.ts";
import { activateTeam } from "#app/server/workspace/make-team.ts";

export type BillingNeeds = Omit<BillingServices, "billing"> & { billing: Billing };
/** The same where payments may be off: `billing` is null then. */
export type BillingServices = Pick<Services, "billing" | "db" | "log" | "now">;

/**
 * Reads a subscription at Stripe and writes what follows from it. Notifications come late, twice and in any order, so nothing in them is
 * used but the id. Of two readings at once the one that began later saw the newer state, and its state stays, whichever writes first
 * (decision 075). When this returns, the state of its beginning or a later one is stored. One that is not of Acta changes nothing. `held` is of
 * keepSeats, whose result is not judged again.
 */
export async function projectSubscription(
  needs: BillingNeeds,
  subscriptionId: string,
  { held = null, isKept = false }: { held?: number | null; isKept?: boolean } = {},
): Promise<void> {
  const { billing, db, log, now } = needs;
  const [reading] = await db
    .insert(subscriptionReads)
    .values({ id: subscriptionId, begun: 1 })
    .onConflictDoUpdate({ target: subscriptionReads.id, set: { begun: sql`${subscriptionReads.begun} + 1` } })
    .returning();
  const [stored] = await db.select().from(subscriptions).where(eq(subscriptions.id, subscriptionId));
  const subscription = await billing.readSubscription(subscriptionId, stored ? soldAs(stored) : null);
  if (subscription === null || !reading) return;

  const { workspaceId } = subscription;
  if (await isOfNobody(db, workspaceId)) return endForsaken(needs, subscription);
  if (!isKept && (await keepSeats(needs, { stored, read: subscription, held }))) {
    return projectSubscription(needs, subscriptionId, { isKept: true });
  }
  const before = await standing(db, workspaceId, now());
  const isWritten = await write(db, subscription, { begun: reading.begun, at: now() });
  if (!isWritten) return;
  const after = await standing(db, workspaceId, now());
  log("billing.subscription.read", { workspaceId, status: subscription.status, plan: subscription.plan });
  if (before.plan !== after.plan || before.seats !== after.seats) {
    log("billing.plan.changed", { workspaceId, from: before.plan, to: after.plan, seats: after.seats });
  }
  // Not only after a change: an earlier reading may have failed between its write and this statement. The daily reading repairs it.
  await activateTeam(needs, { workspaceId, seats: after.seats });
}

async function isOfNobody(db: Database, workspaceId: string): Promise<boolean> {
  const there = await db.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.id, workspaceId));
  return there.length === 0;
}

/**
 * The notification of a subscription's end comes after the account's deletion, and must not leave an id behind. One that was paid while the
 * account was being deleted is cancelled; only where the deletion is known, because two installations may share an account at Stripe.
 */
async function endForsaken({ billing, db }: BillingNeeds, { id, workspaceId, status }: Subscription): Promise<void> {
  const deleted = await db
    .select({ userId: accountDeletions.userId })
    .from(accountDeletions)
    .where(eq(accountDeletions.userId, workspaceId));
  if (deleted.length > 0 && isUnderWay({ status })) await billing.cancelNow(id);
  await db.delete(subscriptionReads).where(eq(subscriptionReads.id, id));
}

type Standing = { plan: Plan; seats: number };

async function standing(db: Database, workspaceId: string, at: number): Promise<Standing> {
  return { plan: await planOf(db, workspaceId, at), seats: await seatsOf(db, workspaceId, at) };
}

/**
 * Returns false if a later reading is stored. The condition stands in every statement: a workspace that was deleted meanwhile gets no row any
 * more.
 */
async function write(
  db: Database,
  subscription: Subscription,
  { begun, at }: { begun: number; at: number },
): Promise<boolean> {
  const { id, workspaceId, customerId, status, plan, interval, seats, itemId } = subscription;
  const { startedAt, periodEndsAt, cancelsAt, endedAt, isEndedUnpaid } = subscription;
  // The moment that an earlier reading found stays: the mail about the end is sent once for it (tell-owed.ts).
  const owedSince = isEndedUnpaid ? (endedAt ?? startedAt) : subscription.owedSince;
  const owedSinceKept = isEndedUnpaid ? sql`coalesce(${subscriptions.owedSince}, ${owedSince})` : owedSince;
  const mayWrite = sql`exists (select 1 from ${subscriptionReads} where id = ${id} and written < ${begun})
    and exists (select 1 from ${workspaces} where id = ${workspaceId})`;
  // Seats that somebody gives up in this moment are no longer handed out (change-seats.ts). Null on plans for one person.
  const counted = sql`(select min(${seats}, coalesce(case when asking.seats_asked_until > ${at} then asking.seats_asked end, ${seats}))
    from ${subscriptions} as asking where asking.id = ${id})`;
  const changing = { status, plan, interval, seats, itemId, periodEndsAt, cancelsAt, readAt: at };
  const hold = { plan, seats: counted, startsAt: startedAt, endsAt: planEndOf(subscription) };
  const {
    written: [row],
  } = await namedBatch(db, {
    subscription: insertWhere(db, subscriptions, {
      row: { id, workspaceId, customerId, owedSince, ...changing },
      where: mayWrite,
    }).onConflictDoUpdate({ target: subscriptions.id, set: { ...changing, owedSince: owedSinceKept } }),
    hold: insertWhere(db, planHolds, {
      row: { id, workspaceId, source: "subscription", ...hold },
      where: mayWrite,
    }).onConflictDoUpdate({ target: planHolds.id, set: hold }),
    written: db
      .update(subscriptionReads)
      .set({ written: begun })
      .where(and(eq(subscriptionReads.id, id), mayWrite))
      .returning({ id: subscriptionReads.id }),
  });
  return row !== undefined;
}

function soldAs(row: { plan: string; interval: string }): { plan: SoldPlan; interval: Interval } | null {
  const plan = SOLD_PLANS.find((each) => each === row.plan);
  const interval = INTERVALS.find((each) => each === row.interval);
  return plan && interval ? { plan, interval } : null;
}
