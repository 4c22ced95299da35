import { expect, test } from "vitest";
import { SOLD_PLANS } from "#app/domain/plan/plans.ts";
import { CURRENCY, INTERVALS, priceOf } from "#app/domain/plan/prices.ts";
import { planEndOf } from "#app/domain/plan/subscription.ts";
import { PAYMENT_GRACE_MS } from "#app/domain/limits/billing.ts";
import { formatMoney } from "#app/i18n/format.ts";
import { LOCAL_STRIPE_PRICES, parseStripePrices } from "#workers/billing-config.ts";
import { readFields } from "../../../workers/stand-ins/billing/stripe-api.mjs";
import { createStripeState } from "../../../workers/stand-ins/billing/stripe-state.mjs";

test("the stand-in for Stripe sells at the prices of the plan table", () => {
  const { prices } = createStripeState({ now: () => 0, onEvent: () => undefined });
  const configured = parseStripePrices(LOCAL_STRIPE_PRICES);
  for (const plan of SOLD_PLANS) {
    for (const interval of INTERVALS) {
      const price = prices.get(configured?.[plan][interval] ?? "");
      expect(price).toMatchObject({
        unit_amount: priceOf(plan, interval),
        currency: CURRENCY,
        recurring: { interval },
      });
    }
  }
});

test.each([
  ["", "nothing"],
  ["pro.month=price_1", "five prices are missing"],
  [`${LOCAL_STRIPE_PRICES},pro.month=price_2`, "one plan has two prices"],
  [LOCAL_STRIPE_PRICES.replace("price_local_pro_year", "price_local_pro_month"), "two plans have one price"],
  [LOCAL_STRIPE_PRICES.replace("pro.year", "gold.year"), "there is no such plan"],
  [LOCAL_STRIPE_PRICES.replace("price_local_pro_year", "prod_1"), "it is no price"],
])("prices %j are refused: %s", (text) => {
  expect(parseStripePrices(text)).toBeNull();
});

test("a word of Stripe's that is not known gives no plan", () => {
  const times = { startedAt: 5, owedSince: null, endedAt: null };
  for (const status of ["incomplete", "incomplete_expired", "paused", "something-new"]) {
    expect(planEndOf({ ...times, status })).toBe(5);
  }
  for (const status of ["active", "trialing"]) expect(planEndOf({ ...times, status })).toBeNull();
  expect(planEndOf({ ...times, status: "past_due", owedSince: 7 })).toBe(7 + PAYMENT_GRACE_MS);
  expect(planEndOf({ ...times, status: "canceled", endedAt: 9 })).toBe(9);
});

test("amounts are written in each language, without a fraction where there is none", () => {
  expect(formatMoney(1200, CURRENCY, "en")).toBe("€12");
  expect(formatMoney(1250, CURRENCY, "en")).toBe("€12.50");
  expect(formatMoney(5, CURRENCY, "en")).toBe("€0.05");
  expect(formatMoney(19_200, CURRENCY, "es")).toBe("192 €");
  expect(formatMoney(1250, CURRENCY, "fr")).toBe("12,50 €");
});

test("a form with brackets is read as Stripe reads it", () => {
  expect(readFields("items[0][id]=a&items[0][quantity]=4&metadata[plan]=team&x=1")).toEqual({
    items: [{ id: "a", quantity: "4" }],
    metadata: { plan: "team" },
    x: "1",
  });
});
