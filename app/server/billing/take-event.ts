import { eq } from "drizzle-orm";
import { projectSubscription, type BillingNeeds } from "#app/server/billing/project-subscription.ts";
import { settleCheckout } from "#app/server/billing/settle-checkout.ts";
import { stripeEvents } from "#app/server/db/schema-billing.ts";
import type { BillingEvent } from "#app/server/ports/billing.ts";

/**
 * Works a notification off once. Stripe sends it again until it is answered, also beside a slow answer; the same work twice does no harm,
 * because it reads the present state. Throws where Stripe cannot be read now.
 */
export async function takeEvent(needs: BillingNeeds, event: BillingEvent): Promise<"done" | "known"> {
  const { db, now } = needs;
  const { id, type, subscriptionId, sessionId } = event;
  await db
    .insert(stripeEvents)
    .values({ id, type, subscriptionId, sessionId, receivedAt: now() })
    .onConflictDoNothing();
  const [row] = await db.select({ doneAt: stripeEvents.doneAt }).from(stripeEvents).where(eq(stripeEvents.id, id));
  if (row?.doneAt) return "known";
  await workOff(needs, { id, subscriptionId, sessionId });
  return "done";
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
