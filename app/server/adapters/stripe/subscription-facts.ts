import type { Stripe } from "stripe";
import { SECOND_MS } from "#app/domain/limits/units.ts";
import { INTERVALS, type Interval } from "#app/domain/plan/prices.ts";
import { PLAN_TERMS, SOLD_PLANS, type SoldPlan } from "#app/domain/plan/plans.ts";
import type { Subscription } from "#app/domain/plan/subscription.ts";
import { orNone, refuseUpstream } from "#app/server/adapters/stripe/stripe-errors.ts";
import type { PriceIds } from "#app/server/adapters/stripe/stripe-billing.ts";

export type SubscriptionReader = { stripe: Stripe; prices: PriceIds };

type Known = { plan: SoldPlan; interval: Interval };

/** Reads a subscription of Acta, with the oldest payment that it owes. */
export async function subscriptionOf(
  { stripe, prices }: SubscriptionReader,
  subscriptionId: string,
  known: Known | null,
): Promise<Subscription | null> {
  const read = await orNone(stripe.subscriptions.retrieve(subscriptionId));
  const workspaceId = read?.metadata.workspaceId;
  const item = read?.items.data[0];
  // The account may also sell something else.
  if (!read || !workspaceId || !item) return null;
  const sold = soldAs(item.price.id, prices) ?? known ?? madeFor(read.metadata);
  if (sold === null) return null;
  const { status, start_date: startedAt, ended_at: endedAt } = read;
  return {
    id: read.id,
    workspaceId,
    customerId: typeof read.customer === "string" ? read.customer : read.customer.id,
    status,
    ...sold,
    ...seatsOf(sold.plan, item, read.metadata),
    itemId: item.id,
    startedAt: startedAt * SECOND_MS,
    periodEndsAt: item.current_period_end * SECOND_MS,
    cancelsAt: cancelOf(read, item),
    owedSince: status === "past_due" || status === "unpaid" ? await owedSince(stripe, read) : null,
    endedAt: endedAt === null ? null : endedAt * SECOND_MS,
    isEndedUnpaid: status === "canceled" && read.cancellation_details?.reason === "payment_failed",
  };
}

/**
 * Seats that are given up are credited on the next invoice. Until then they are paid, and the subscription's metadata notes their number with
 * the end of the period for which it holds.
 */
function seatsOf(
  plan: SoldPlan,
  { quantity, current_period_end: periodEnd }: Stripe.SubscriptionItem,
  { seatsPaid, seatsPaidUntil }: Stripe.Metadata,
): Pick<Subscription, "seats" | "seatsPaid"> {
  if (PLAN_TERMS[plan].seatsMin === null || quantity === undefined) return { seats: null, seatsPaid: null };
  const noted = seatsPaidUntil === String(periodEnd) ? Number(seatsPaid) || 0 : 0;
  return { seats: quantity, seatsPaid: Math.max(noted, quantity) };
}

export function notedSeats({ seats, until }: { seats: number; until: number }): Record<string, string> {
  return { seatsPaid: String(seats), seatsPaidUntil: String(until / SECOND_MS) };
}

/** The quantity of an item: one for one person. */
export function planAndSeats(plan: SoldPlan, seats: number | null): number {
  return PLAN_TERMS[plan].seatsMin === null ? 1 : (seats ?? 1);
}

export function intervalOf(recurring: { interval: string; interval_count: number } | null): Interval | null {
  if (recurring === null || recurring.interval_count !== 1) return null;
  return INTERVALS.find((interval) => interval === recurring.interval) ?? null;
}

function soldAs(priceId: string, prices: PriceIds): Known | null {
  for (const plan of SOLD_PLANS) {
    for (const interval of INTERVALS) if (prices[plan][interval] === priceId) return { plan, interval };
  }
  return null;
}

function madeFor(metadata: Stripe.Metadata): Known | null {
  const plan = SOLD_PLANS.find((each) => each === metadata.plan);
  const interval = INTERVALS.find((each) => each === metadata.interval);
  return plan && interval ? { plan, interval } : null;
}

function cancelOf(read: Stripe.Subscription, item: Stripe.SubscriptionItem): number | null {
  if (read.cancel_at !== null) return read.cancel_at * SECOND_MS;
  return read.cancel_at_period_end ? item.current_period_end * SECOND_MS : null;
}

/** The oldest invoice that is open: a later failure does not begin the grace again. */
async function owedSince(stripe: Stripe, { id, start_date: startedAt }: Stripe.Subscription): Promise<number> {
  let oldest: number | null = null;
  const open = stripe.invoices.list({ subscription: id, status: "open", limit: 100 });
  await refuseUpstream(
    open.autoPagingEach(({ created }) => {
      oldest = oldest === null ? created : Math.min(oldest, created);
    }),
  );
  return (oldest ?? startedAt) * SECOND_MS;
}
