import { and, eq, isNull } from "drizzle-orm";
import {
  type BillingNeeds,
  type BillingServices,
  projectSubscription,
} from "#app/server/billing/project-subscription.ts";
import { members } from "#app/server/db/schema-account.ts";
import { checkouts, stripeEvents } from "#app/server/db/schema-billing.ts";
import { teams } from "#app/server/db/schema-teams.ts";
import { faultOf } from "#app/server/log.ts";
import type { BillingEvent } from "#app/server/ports/billing.ts";

type CheckoutState = "open" | "complete" | "expired";

/** Reads a started purchase at Stripe and takes over how far it is. Idempotent. */
export async function settleCheckout(needs: BillingNeeds, sessionId: string): Promise<CheckoutState> {
  const { billing, db } = needs;
  const session = await billing.readCheckout(sessionId);
  // One that Stripe does not know is not paid any more either.
  const state = session?.state ?? "expired";
  if (state === "open") return state;
  const subscriptionId = session?.subscriptionId ?? null;
  // The subscription first: a purchase that is noted as complete is not looked at again.
  if (session?.workspaceId && subscriptionId !== null) await projectSubscription(needs, subscriptionId);
  await db
    .update(checkouts)
    .set({ state, subscriptionId })
    .where(and(eq(checkouts.sessionId, sessionId), eq(checkouts.state, "open")));
  return state;
}

/**
 * Closes the pages for payment of teams that a person has ordered and not paid for: they are in another team now, and one person is in one
 * team. One that is paid in this moment stays paid. Does not throw: what Stripe did not answer is logged.
 */
export async function closeOrders({ billing, ...services }: BillingServices, userId: string): Promise<void> {
  const { db, log } = services;
  if (billing === null) return;
  const open = await db
    .select({ id: checkouts.id, sessionId: checkouts.sessionId })
    .from(checkouts)
    .innerJoin(teams, and(eq(teams.workspaceId, checkouts.workspaceId), isNull(teams.activatedAt)))
    .innerJoin(members, and(eq(members.workspaceId, teams.workspaceId), eq(members.userId, userId)))
    .where(eq(checkouts.state, "open"));
  for (const { id, sessionId } of open) {
    if (sessionId === null) {
      await dropUnsent({ db }, id);
      continue;
    }
    try {
      await billing.expireCheckout(sessionId);
      await settleCheckout({ ...services, billing }, sessionId);
    } catch (error) {
      log("billing.order.open", { userId, error: faultOf(error) });
    }
  }
}

/** Closes a purchase whose page is not made, or is being made: the request that makes it closes the page then (start-checkout.ts). */
export async function dropUnsent({ db }: Pick<BillingNeeds, "db">, id: string): Promise<void> {
  await db
    .update(checkouts)
    .set({ state: "expired" })
    .where(and(eq(checkouts.id, id), isNull(checkouts.sessionId), eq(checkouts.state, "open")));
}

/**
 * Works a notification off once. Stripe sends it again until it is answered, also beside a slow answer; the same work twice does no harm,
 * because it reads the present state. Throws where Stripe cannot be read now.
 */
export async function takeEvent(needs: BillingNeeds, event: BillingEvent): Promise<"taken" | "known"> {
  const { db, now } = needs;
  const { id, type, subscriptionId, sessionId } = event;
  await db
    .insert(stripeEvents)
    .values({ id, type, subscriptionId, sessionId, receivedAt: now() })
    .onConflictDoNothing();
  const [row] = await db.select({ doneAt: stripeEvents.doneAt }).from(stripeEvents).where(eq(stripeEvents.id, id));
  if (row?.doneAt) return "known";
  await workOff(needs, { id, subscriptionId, sessionId });
  return "taken";
}

/** The work of a stored notification. The reconciliation calls it for those that failed. */
export async function workOff(
  needs: BillingNeeds,
  { id, subscriptionId, sessionId }: Pick<BillingEvent, "id" | "subscriptionId" | "sessionId">,
): Promise<void> {
  if (sessionId !== null) await settleCheckout(needs, sessionId);
  else if (subscriptionId !== null) await projectSubscription(needs, subscriptionId);
  await needs.db.update(stripeEvents).set({ doneAt: needs.now() }).where(eq(stripeEvents.id, id));
}
