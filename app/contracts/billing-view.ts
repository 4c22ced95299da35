import type { Interval } from "#app/domain/plan/prices.ts";
import type { Plan, SoldPlan } from "#app/domain/plan/plans.ts";

/** A workspace's plan and payments as pages show them. Times are epoch ms. */

export type SubscriptionView = {
  plan: SoldPlan;
  interval: Interval;
  seats: number | null;
  periodEndsAt: number;
  /** When it ends because it was cancelled; null while it renews. */
  cancelsAt: number | null;
  /** When the plan ends because a payment is owed; null when none is. */
  graceEndsAt: number | null;
};

export type BillingView = {
  /** Whether this Acta sells plans. */
  payments: boolean;
  plan: Plan;
  /** Source of the plan; `team`: the person is a member of one. Null on the free plan. */
  source: "subscription" | "insider" | "operator" | "team" | null;
  /** When a granted plan ends; null while it goes on. */
  grantEndsAt: number | null;
  subscription: SubscriptionView | null;
  /** Whether Stripe's pages have anything to show. */
  hasInvoices: boolean;
};
