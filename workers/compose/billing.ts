import { stripeBilling } from "#app/server/adapters/stripe/stripe-billing.ts";
import type { Billing } from "#app/server/ports/billing.ts";
import type { Services } from "#app/server/services.ts";
import type { Config } from "#workers/config.ts";

const made = new WeakMap<NonNullable<Config["billing"]>, Billing>();

/**
 * Null where no plan is sold: then only the operator grants plans. One client for all requests of an isolate: making one takes a millisecond,
 * a tenth of a page, and few requests are about payments.
 */
export function billingOf({ billing }: Pick<Config, "billing">): Services["billing"] {
  if (billing === null) return null;
  const known = made.get(billing) ?? stripeBilling(billing);
  made.set(billing, known);
  return known;
}
