import * as z from "zod/mini";
import type { Plan, SoldPlan } from "#app/domain/plan/plans.ts";
import type { Interval } from "#app/domain/plan/prices.ts";

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

/** Answers of the calls about plans. The browser goes on to `url`. */
export const paymentPage = z.object({ url: z.url() });
export const insiderAnswer = z.object({ plan: z.string(), endsAt: z.number() });

/** The used part of the plan. `limit` null: no limit. */
const planUse = z.object({ used: z.number(), limit: z.nullable(z.number()) });
export type PlanUse = z.infer<typeof planUse>;

/** §3: user credits response; `usage` is added to its fields. */
export const creditsResponse = z.object({
  meetCount: z.object({
    uploadMeets: z.number(),
    recordMeets: z.number(),
    /** Not in the specification: calls that are planned and not recorded yet; absent when there are none. */
    plannedMeets: z.optional(z.number()),
  }),
  freeCreditsEnableToRecord: z.boolean(),
  freeCreditsEnableToUpload: z.boolean(),
  /** Use that counts against the plan in its period. */
  usage: z.object({ uploads: planUse, recordings: planUse, period: z.enum(["all-time"]) }),
});
export type CreditsResponse = z.infer<typeof creditsResponse>;
