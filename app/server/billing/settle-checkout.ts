import { and, eq } from "drizzle-orm";
import { type BillingNeeds, projectSubscription } from "#app/server/billing/project-subscription.ts";
import { checkouts } from "#app/server/db/schema-billing.ts";

/** Reads a started purchase at Stripe and takes over how far it is. Idempotent. */
export async function settleCheckout(needs: BillingNeeds, sessionId: string): Promise<"open" | "complete" | "expired"> {
  const { billing, db } = needs;
  const session = await billing.readCheckout(sessionId);
  // One that Stripe does not know is not paid any more either.
  const state = session?.state ?? "expired";
  if (state === "open") return "open";
  const subscriptionId = session?.subscriptionId ?? null;
  // The subscription first: a purchase that is noted as complete is not looked at again.
  if (session?.workspaceId && subscriptionId !== null) await projectSubscription(needs, subscriptionId);
  await db
    .update(checkouts)
    .set({ state, subscriptionId })
    .where(and(eq(checkouts.sessionId, sessionId), eq(checkouts.state, "open")));
  return state;
}
