import * as z from "zod";
import { SOLD_PLANS, type SoldPlan } from "#app/domain/plan/plans.ts";
import { type Interval, INTERVALS } from "#app/domain/plan/prices.ts";
import { optional, origin } from "#workers/config-values.ts";

/** STRIPE_PRICES: which price at Stripe sells which plan, as "pro.month=price_…,pro.year=price_…,…", each once. */

export type StripePrices = Readonly<Record<SoldPlan, Readonly<Record<Interval, string>>>>;

/** The prices of the stand-in (workers/stand-ins/billing/stripe-state.mjs). */
export const LOCAL_STRIPE_PRICES = SOLD_PLANS.flatMap((plan) =>
  INTERVALS.map((interval) => `${plan}.${interval}=price_local_${plan}_${interval}`),
).join(",");

/** Null where a plan has no price, or a price is named twice: Stripe would sell another plan than the one that was shown. */
export function parseStripePrices(text: string): StripePrices | null {
  const ids = new Map<string, string>();
  for (const pair of text.split(",")) {
    const [, name = "", id = ""] = /^\s*([a-z]+\.[a-z]+)\s*=\s*(price_\w{1,200})\s*$/.exec(pair) ?? [];
    if (id === "" || ids.has(name)) return null;
    ids.set(name, id);
  }
  const names = SOLD_PLANS.flatMap((plan) => INTERVALS.map((interval) => `${plan}.${interval}`));
  if (ids.size !== names.length || names.some((name) => !ids.has(name)) || new Set(ids.values()).size !== ids.size) {
    return null;
  }
  const of = (plan: SoldPlan) => ({ month: ids.get(`${plan}.month`) ?? "", year: ids.get(`${plan}.year`) ?? "" });
  return { pro: of("pro"), business: of("business"), team: of("team") };
}

/** The variables of payments, as a part of workers/config.ts. */

const stripePrices = z.string().transform((text, context): StripePrices => {
  const prices = parseStripePrices(text);
  if (prices !== null) return prices;
  context.addIssue({ code: "custom" });
  return z.NEVER;
});

export const BILLING_VARIABLES = {
  BILLING_ENGINE: z.enum(["none", "stripe"]).default("none"),
  STRIPE_ORIGIN: origin.optional(),
  STRIPE_SECRET_KEY: optional,
  STRIPE_WEBHOOK_SECRET: optional,
  STRIPE_PRICES: stripePrices.optional(),
};
type BillingVariables = z.infer<z.ZodObject<typeof BILLING_VARIABLES>>;

/** Defaults of one machine: the stand-in for Stripe (workers/stand-ins/billing). */
export const LOCAL_BILLING = {
  BILLING_ENGINE: "stripe",
  STRIPE_ORIGIN: "http://127.0.0.1:8788",
  STRIPE_SECRET_KEY: "acta-local-stripe-key",
  STRIPE_WEBHOOK_SECRET: "acta-local-stripe-webhook-secret",
  STRIPE_PRICES: LOCAL_STRIPE_PRICES,
};

/** Null: no plan is sold. */
export type BillingConfig = {
  secretKey: string;
  webhookSecret: string;
  prices: StripePrices;
  /** The origin of the stand-in for Stripe; null means the real one. */
  localOrigin: string | null;
} | null;

export function billingProblems(values: BillingVariables): string[] {
  if (values.BILLING_ENGINE === "none") return [];
  return (["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "STRIPE_PRICES"] as const).flatMap((name) =>
    values[name] ? [] : [`${name} is missing`],
  );
}

/** Without a part of it `billingProblems` has refused the configuration before. */
export function billingConfigOf(values: BillingVariables): BillingConfig {
  const { BILLING_ENGINE, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICES, STRIPE_ORIGIN } = values;
  if (BILLING_ENGINE === "none" || !STRIPE_SECRET_KEY || !STRIPE_WEBHOOK_SECRET || !STRIPE_PRICES) return null;
  return {
    secretKey: STRIPE_SECRET_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    prices: STRIPE_PRICES,
    localOrigin: STRIPE_ORIGIN ?? null,
  };
}
