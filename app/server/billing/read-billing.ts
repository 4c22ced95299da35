import { and, desc, eq, gt, isNull, or } from "drizzle-orm";
import type { BillingView, SubscriptionView } from "#app/contracts/billing.ts";
import { PAYMENT_GRACE_MS } from "#app/domain/limits/billing.ts";
import { type Plan, SOLD_PLANS } from "#app/domain/plan/plans.ts";
import { INTERVALS } from "#app/domain/plan/prices.ts";
import { isUnderWay } from "#app/domain/plan/subscription.ts";
import { billingCustomers, planHolds, subscriptions } from "#app/server/db/schema-billing.ts";
import type { Services } from "#app/server/services.ts";

/** The plan of a workspace as settings and /pricing show it. */
export async function readBilling(
  { billing, db, now }: Pick<Services, "billing" | "db" | "now">,
  { workspaceId }: { workspaceId: string },
  plan: Plan,
): Promise<BillingView> {
  const at = now();
  const [holds, owned, [customer]] = await db.batch([
    db
      .select()
      .from(planHolds)
      .where(and(eq(planHolds.workspaceId, workspaceId), or(isNull(planHolds.endsAt), gt(planHolds.endsAt, at)))),
    db
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.workspaceId, workspaceId))
      .orderBy(desc(subscriptions.readAt)),
    db.select().from(billingCustomers).where(eq(billingCustomers.workspaceId, workspaceId)),
  ]);
  const inForce = holds.find((hold) => hold.plan === plan);
  return {
    payments: billing !== null,
    plan,
    // Of a plan that comes from somewhere else, a team it is.
    source: plan === "free" ? null : ((inForce?.source as BillingView["source"]) ?? "team"),
    grantEndsAt: inForce && inForce.source !== "subscription" ? inForce.endsAt : null,
    subscription: viewOf(owned.find(isUnderWay)),
    hasInvoices: billing !== null && customer !== undefined,
  };
}

function viewOf(row: typeof subscriptions.$inferSelect | undefined): SubscriptionView | null {
  const plan = SOLD_PLANS.find((each) => each === row?.plan);
  const interval = INTERVALS.find((each) => each === row?.interval);
  if (!row || !plan || !interval) return null;
  const { periodEndsAt, cancelsAt, owedSince, seats } = row;
  return {
    plan,
    interval,
    seats,
    periodEndsAt,
    cancelsAt,
    graceEndsAt: owedSince === null ? null : owedSince + PAYMENT_GRACE_MS,
  };
}
