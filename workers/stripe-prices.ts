import { INTERVALS, type Interval } from "#app/domain/plan/prices.ts";
import { SOLD_PLANS, type SoldPlan } from "#app/domain/plan/plans.ts";

/** STRIPE_PRICES: which price at Stripe sells which plan, as "pro.month=price_…,pro.year=price_…,…", each once. */

export type StripePrices = Readonly<Record<SoldPlan, Readonly<Record<Interval, string>>>>;

/** The prices of the stand-in (workers/local/billing/stripe-state.mjs). */
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
