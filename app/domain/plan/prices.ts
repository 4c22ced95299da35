import { YEARLY_SAVING_PERCENT } from "#app/domain/limits/billing.ts";
import { invariant } from "#app/domain/invariant.ts";
import type { SoldPlan } from "#app/domain/plan/plans.ts";

/** Prices. An amount is a whole number of minor units (cents): no sum passes through a fraction. */

declare const minorUnits: unique symbol;
export type MinorUnits = number & { readonly [minorUnits]: true };

/** ISO 4217 in lower case, as Stripe writes it. Two digits after the point; a currency without them needs another price table. */
export const CURRENCY = "eur";

export const INTERVALS = ["month", "year"] as const;
export type Interval = (typeof INTERVALS)[number];

export function minor(amount: number): MinorUnits {
  invariant(Number.isSafeInteger(amount) && amount >= 0, "an amount is a whole number of minor units");
  return amount as MinorUnits;
}

/** The price of a month, for one seat where the plan has seats. The price of a year follows from it. */
const MONTHLY: Readonly<Record<SoldPlan, MinorUnits>> = {
  pro: minor(1500),
  business: minor(2500),
  team: minor(2000),
};

/**
 * §9: twelve months less 20%, paid once. A part of a minor unit is left out: the saving is never less than what is advertised.
 * Stripe's price must be the same amount.
 */
export function yearlyOf(month: MinorUnits): MinorUnits {
  const hundredths = month * 12 * (100 - YEARLY_SAVING_PERCENT);
  return minor((hundredths - (hundredths % 100)) / 100);
}

/** The price of one interval, for one seat where the plan has seats. */
export function priceOf(plan: SoldPlan, interval: Interval): MinorUnits {
  const month = MONTHLY[plan];
  return interval === "month" ? month : yearlyOf(month);
}

export function totalOf(price: MinorUnits, seats: number): MinorUnits {
  return minor(price * seats);
}

/** A yearly price as a month's, for comparison only; a part of a minor unit is rounded up, so that it never looks cheaper than it is. */
export function monthOf(year: MinorUnits): MinorUnits {
  const rest = year % 12;
  return minor(rest === 0 ? year / 12 : (year - rest) / 12 + 1);
}
