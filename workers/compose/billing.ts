import { stripeBilling } from "#app/server/adapters/stripe/stripe-billing.ts";
import type { Services } from "#app/server/services.ts";
import type { Config } from "#workers/config.ts";

/** Null where no plan is sold: then only the operator grants plans. */
export function billingOf({ billing }: Pick<Config, "billing">): Services["billing"] {
  return billing === null ? null : stripeBilling(billing);
}
