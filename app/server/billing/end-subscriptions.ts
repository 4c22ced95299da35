import { eq, inArray } from "drizzle-orm";
import { personalWorkspaceOf } from "#app/domain/ids.ts";
import { openCheckouts } from "#app/server/billing/start-checkout.ts";
import {
  billingCustomers,
  checkouts,
  planHolds,
  stripeEvents,
  subscriptionReads,
  subscriptions,
} from "#app/server/db/schema-billing.ts";
import type { AccountConnection } from "#app/server/ports/account-process.ts";
import type { Services } from "#app/server/services.ts";

/**
 * The end of what a person pays, with their account: no page can be paid any more, every subscription of their customer ends at once, also
 * one that Acta has not heard of, and the rows go. Invoices stay at Stripe, as the law asks.
 */
export function endSubscriptions({ billing, db }: Pick<Services, "billing" | "db">): AccountConnection {
  return {
    name: "subscriptions",
    async end(userId, signal) {
      const workspaceId = personalWorkspaceOf(userId);
      const [customer] = await db.select().from(billingCustomers).where(eq(billingCustomers.workspaceId, workspaceId));
      const known = await db
        .select({ id: subscriptions.id })
        .from(subscriptions)
        .where(eq(subscriptions.workspaceId, workspaceId));
      const ids = new Set(known.map(({ id }) => id));
      if (billing !== null && customer) {
        for (const { sessionId } of await openCheckouts({ db }, [workspaceId])) {
          if (sessionId !== null) await billing.expireCheckout(sessionId);
        }
        for (const id of await billing.listSubscriptions(customer.customerId)) ids.add(id);
        for (const id of ids) {
          signal.throwIfAborted();
          await billing.cancelNow(id);
        }
      }
      const named = [...ids];
      await db.batch([
        db.delete(planHolds).where(eq(planHolds.workspaceId, workspaceId)),
        db.delete(subscriptions).where(eq(subscriptions.workspaceId, workspaceId)),
        db.delete(checkouts).where(eq(checkouts.workspaceId, workspaceId)),
        db.delete(billingCustomers).where(eq(billingCustomers.workspaceId, workspaceId)),
        db.delete(subscriptionReads).where(inArray(subscriptionReads.id, named)),
        db.delete(stripeEvents).where(inArray(stripeEvents.subscriptionId, named)),
      ]);
    },
  };
}
