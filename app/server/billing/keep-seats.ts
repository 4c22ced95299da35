import { and, eq, type SQL, sql } from "drizzle-orm";
import { randomId } from "#app/domain/ids.ts";
import { SEATS_CHANGE_MS_MAX } from "#app/domain/limits/billing.ts";
import { isUnderWay, type Subscription } from "#app/domain/plan/subscription.ts";
import type { BillingNeeds } from "#app/server/billing/project-subscription.ts";
import { subscriptions } from "#app/server/db/schema-billing.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/** One change of seats at a time (decision 075). */

/** Notes a change of seats as under way; null where another one is, or `where` does not hold. `end` lets the next one begin. */
export async function beginSeats(
  { db, now }: Pick<BillingNeeds, "db" | "now">,
  { id, seats, where }: { id: string; seats: number; where?: SQL | undefined },
): Promise<{ end: () => Promise<void> } | null> {
  const at = now();
  const until = at + SEATS_CHANGE_MS_MAX;
  const isFree = sql`coalesce(${subscriptions.seatsAskedUntil}, 0) <= ${at}`;
  const [begun] = await db
    .update(subscriptions)
    .set({ seatsAsked: seats, seatsAskedUntil: until })
    .where(and(eq(subscriptions.id, id), isFree, where))
    .returning({ id: subscriptions.id });
  if (!begun) return null;
  return {
    async end() {
      await db
        .update(subscriptions)
        .set({ seatsAsked: null, seatsAskedUntil: null })
        .where(and(eq(subscriptions.id, id), eq(subscriptions.seatsAskedUntil, until)));
    },
  };
}

/**
 * Sets the number of seats at Stripe back to the one that was last agreed here, where Stripe's page for another interval has changed it: such a
 * page sets the number of when it was opened, cannot be closed from here, and seats may have been changed since. A number that changes alone is
 * kept: an operator may change it at Stripe. `held`: the number for which the caller holds the change of seats; null where it holds none.
 *
 * Returns whether Stripe has another state now and must be read again. Throws UpstreamError, to be repeated, where Stripe does not answer and while
 * another change of seats is under way, which may set the number itself.
 */
export async function keepSeats(
  needs: Pick<BillingNeeds, "billing" | "db" | "log" | "now">,
  { stored, read, held }: { stored: StoredSeats | undefined; read: Subscription; held: number | null },
): Promise<boolean> {
  const { billing, log } = needs;
  if (!stored || stored.seats === null || read.seats === null || !isUnderWay(read)) return false;
  const seats = held ?? stored.seats;
  if (stored.interval === read.interval || read.seats === seats) return false;
  const { id, itemId, workspaceId } = read;
  const isAsRead = and(eq(subscriptions.interval, stored.interval), eq(subscriptions.seats, seats));
  const change = held === null ? await beginSeats(needs, { id, seats, where: isAsRead }) : null;
  if (held === null && change === null) {
    throw new UpstreamError({ service: "stripe", retryable: true, cause: "seats-changing" });
  }
  try {
    const paid = { seats: read.seatsPaid ?? read.seats, until: read.periodEndsAt };
    await billing.changeSeats({ subscriptionId: id, itemId, seats, paid, changeId: randomId() });
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.retryable) throw error;
    // Stripe refuses the number: the one that is paid counts, as also where the charge for more seats fails.
    log("billing.seats.refused", { workspaceId, seats, paid: read.seats });
    return false;
  } finally {
    await change?.end();
  }
  log("billing.seats.kept", { workspaceId, seats, instead: read.seats });
  return true;
}

type StoredSeats = Pick<typeof subscriptions.$inferSelect, "interval" | "seats">;
