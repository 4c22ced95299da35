import { and, eq, type SQL, sql } from "drizzle-orm";
import { randomId } from "#app/domain/ids.ts";
import { TEAM_SEATS_MAX, TEAM_SEATS_MIN } from "#app/domain/limits/billing.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { isUnderWay } from "#app/domain/plan/subscription.ts";
import { beginSeats } from "#app/server/billing/keep-seats.ts";
import { type BillingServices, projectSubscription } from "#app/server/billing/project-subscription.ts";
import { planHolds, subscriptions } from "#app/server/db/schema-billing.ts";

export type SeatsRefusal =
  | "payments-off"
  | "no-subscription"
  | "seats-taken"
  | "seats-changing"
  | "seats-unpaid"
  | "payment-owed"
  | "invalid-payload";

/**
 * Changes the number of paid seats, one change at a time. Fewer seats count here first, in one statement with `taken` (seats that are in
 * use, a scalar subquery): an invitation that is accepted at the same time and a seat that is given up cannot both succeed. Until Stripe has
 * taken the change, no reading of the subscription counts more seats than were asked for. More seats count when they are paid: where the
 * charge fails or waits for the person's bank, the old number holds, and none is added while a payment is owed. Those that were given up in
 * the running period are paid: they come back without a charge. The caller is judged before.
 */
export async function changeSeats(
  services: BillingServices,
  { workspaceId, seats, taken }: { workspaceId: string; seats: number; taken: SQL },
): Promise<Outcome<{ seats: number }, SeatsRefusal>> {
  const { billing, db, log } = services;
  if (billing === null) return refused("payments-off");
  if (seats < TEAM_SEATS_MIN || seats > TEAM_SEATS_MAX) return refused("invalid-payload");
  const rows = await db.select().from(subscriptions).where(eq(subscriptions.workspaceId, workspaceId));
  const running = rows.find((row) => row.plan === "team" && isUnderWay(row));
  if (!running || running.seats === null) return refused("no-subscription");

  const isMore = seats > running.seats;
  if (isMore && !["active", "trialing"].includes(running.status)) return refused("payment-owed");
  const known = await billing.readSubscription(running.id, null);
  const paid = { seats: known?.seatsPaid ?? running.seats, until: known?.periodEndsAt ?? 0 };
  const change = await beginSeats(services, { id: running.id, seats });
  if (change === null) return refused("seats-changing");

  // Compared with the seats of now: another change may have ended since the row was read.
  const [lowered] = await db
    .update(planHolds)
    .set({ seats: sql`min(${planHolds.seats}, ${seats})` })
    .where(and(eq(planHolds.id, running.id), sql`(${planHolds.seats} <= ${seats} or ${taken} <= ${seats})`))
    .returning({ id: planHolds.id });
  if (!lowered) {
    await change.end();
    return refused("seats-taken");
  }
  const read = (held: number | null) => projectSubscription({ ...services, billing }, running.id, { held });
  try {
    await billing.changeSeats({
      subscriptionId: running.id,
      itemId: running.itemId,
      seats,
      paid,
      changeId: randomId(),
    });
    // Before the end: a reading that began before the change cannot be written after this one.
    await read(seats);
  } catch (error) {
    // The true number is Stripe's.
    await change.end();
    await read(null);
    throw error;
  }
  await change.end();
  const [now] = await db
    .select({ seats: subscriptions.seats })
    .from(subscriptions)
    .where(eq(subscriptions.id, running.id));
  if (isMore && (now?.seats ?? 0) < seats) {
    log("billing.seats.unpaid", { workspaceId, seats, paid: now?.seats ?? null });
    return refused("seats-unpaid");
  }
  log("billing.seats.changed", { workspaceId, seats });
  return ok({ seats });
}
