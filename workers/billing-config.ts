import * as z from "zod";
import { optional, origin } from "#workers/config-values.ts";
import { LOCAL_STRIPE_PRICES, parseStripePrices, type StripePrices } from "#workers/stripe-prices.ts";

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

/** Defaults of one machine: the stand-in for Stripe (workers/local/billing). */
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
