import { and, eq, inArray, ne, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { personalWorkspaceOf } from "#app/domain/ids.ts";
import { openCheckouts } from "#app/server/billing/start-checkout.ts";
import type { Database } from "#app/server/db/database.ts";
import { members } from "#app/server/db/schema-account.ts";
import {
  billingCustomers,
  billingLeavers,
  checkouts,
  planHolds,
  stripeEvents,
  subscriptionReads,
  subscriptions,
} from "#app/server/db/schema-billing.ts";
import type { AccountConnection } from "#app/server/ports/account-process.ts";
import type { Services } from "#app/server/services.ts";

/** The end of what a person pays, with their account: of their personal workspace, and of teams in which nobody else is. */
export function endSubscriptions({ billing, db }: Pick<Services, "billing" | "db">): AccountConnection {
  return {
    name: "subscriptions",
    async end(userId, signal) {
      const workspaceIds = [personalWorkspaceOf(userId), ...(await soleTeamsOf(db, userId))];
      await endPayments({ billing, db }, workspaceIds, signal);
    },
  };
}

/**
 * Ends all that is paid for these workspaces. No page can be paid any more, every subscription of the customer ends at once, also one that
 * Acta has not heard of, and the rows go. Invoices stay at Stripe, as the law asks. May be done again.
 */
export async function endPayments(
  { billing, db }: Pick<Services, "billing" | "db">,
  workspaceIds: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const [customers, known] = await db.batch([
    db
      .select()
      .from(billingCustomers)
      .where(inArray(billingCustomers.workspaceId, [...workspaceIds])),
    db
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(inArray(subscriptions.workspaceId, [...workspaceIds])),
  ]);
  const ids = new Set(known.map(({ id }) => id));
  if (billing !== null && customers.length > 0) {
    for (const { sessionId } of await openCheckouts({ db }, workspaceIds)) {
      if (sessionId !== null) await billing.expireCheckout(sessionId);
    }
    for (const { customerId } of customers) {
      for (const id of await billing.listSubscriptions(customerId)) ids.add(id);
    }
    for (const id of ids) {
      signal.throwIfAborted();
      await billing.cancelNow(id);
    }
  }
  const named = [...ids];
  await db.batch([
    db.delete(planHolds).where(inArray(planHolds.workspaceId, [...workspaceIds])),
    db.delete(subscriptions).where(inArray(subscriptions.workspaceId, [...workspaceIds])),
    db.delete(checkouts).where(inArray(checkouts.workspaceId, [...workspaceIds])),
    db.delete(billingLeavers).where(inArray(billingLeavers.workspaceId, [...workspaceIds])),
    db.delete(billingCustomers).where(inArray(billingCustomers.workspaceId, [...workspaceIds])),
    db.delete(subscriptionReads).where(inArray(subscriptionReads.id, named)),
    db.delete(stripeEvents).where(inArray(stripeEvents.subscriptionId, named)),
  ]);
}

async function soleTeamsOf(db: Database, userId: string): Promise<string[]> {
  const others = alias(members, "others");
  const rows = await db
    .select({ id: members.workspaceId })
    .from(members)
    .where(
      and(
        eq(members.userId, userId),
        ne(members.workspaceId, userId),
        notExists(
          db
            .select({ one: sql`1` })
            .from(others)
            .where(and(eq(others.workspaceId, members.workspaceId), ne(others.userId, userId))),
        ),
      ),
    );
  return rows.map(({ id }) => id);
}
