import { PAYMENT_GRACE_MS } from "#app/domain/limits/billing.ts";
import type { Interval } from "#app/domain/plan/prices.ts";
import type { SoldPlan } from "#app/domain/plan/plans.ts";

/** A subscription as the payment service describes it, and what follows from it for the plan. */

export type Subscription = {
  id: string;
  workspaceId: string;
  customerId: string;
  /** Stripe's word: an open list. */
  status: string;
  plan: SoldPlan;
  interval: Interval;
  /** Null on plans for one person. */
  seats: number | null;
  /** The most seats that the running period has been paid for: those of now, and those that were given up in it. */
  seatsPaid: number | null;
  itemId: string;
  startedAt: number;
  periodEndsAt: number;
  /** When it ends because somebody cancelled it; null while it renews. */
  cancelsAt: number | null;
  /** Since when a payment is owed; null when none is. */
  owedSince: number | null;
  /** When it ended; null while it goes on. */
  endedAt: number | null;
  /** Whether the payment service ended it because a payment failed. */
  isEndedUnpaid: boolean;
};

/**
 * When the plan of a subscription ends: null while it goes on. A failed payment leaves 14 days, and then the plan is over until
 * somebody pays. A word of Stripe's that Acta does not know gives no plan: a plan is never more than what is known to be paid.
 */
export function planEndOf(
  subscription: Pick<Subscription, "status" | "startedAt" | "owedSince" | "endedAt">,
): number | null {
  const { status, startedAt, owedSince, endedAt } = subscription;
  switch (status) {
    case "active":
    case "trialing":
      return null;
    case "past_due":
    case "unpaid":
      return (owedSince ?? startedAt) + PAYMENT_GRACE_MS;
    case "canceled":
      return endedAt ?? startedAt;
    default:
      // incomplete, incomplete_expired, paused: nothing was paid, or nothing is paid any more.
      return startedAt;
  }
}

/** Whether another purchase would be paid twice. */
export function isUnderWay({ status }: Pick<Subscription, "status">): boolean {
  return ["active", "trialing", "past_due", "unpaid", "paused"].includes(status);
}
