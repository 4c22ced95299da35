import { and, eq, isNull } from "drizzle-orm";
import { settleCheckout } from "#app/server/billing/settle-checkout.ts";
import type { BillingServices } from "#app/server/billing/project-subscription.ts";
import { members } from "#app/server/db/schema-account.ts";
import { checkouts } from "#app/server/db/schema-billing.ts";
import { teams } from "#app/server/db/schema-teams.ts";
import { faultOf } from "#app/server/log.ts";

/**
 * Closes the pages for payment of teams that a person has ordered and not paid for: they are in another team now, and one person is in one
 * team. One that is paid in this moment stays paid. Does not throw: what Stripe did not answer is logged.
 */
export async function closeOrders({ billing, ...services }: BillingServices, userId: string): Promise<void> {
  const { db, log } = services;
  if (billing === null) return;
  const open = await db
    .select({ sessionId: checkouts.sessionId })
    .from(checkouts)
    .innerJoin(teams, and(eq(teams.workspaceId, checkouts.workspaceId), isNull(teams.activatedAt)))
    .innerJoin(members, and(eq(members.workspaceId, teams.workspaceId), eq(members.userId, userId)))
    .where(eq(checkouts.state, "open"));
  for (const { sessionId } of open) {
    if (sessionId === null) continue;
    try {
      await billing.expireCheckout(sessionId);
      await settleCheckout({ ...services, billing }, sessionId);
    } catch (error) {
      log("billing.order.open", { userId, error: faultOf(error) });
    }
  }
}
