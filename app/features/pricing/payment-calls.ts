import { callApi } from "#app/contracts/call-api.ts";
import { openBillingPortal, startCheckout } from "#app/contracts/endpoints/billing.ts";
import type { BodyOf } from "#app/contracts/endpoint.ts";

/** Asks for the address of a page of Stripe's. With the schemas of answers a sixth of the page, so it loads with the first press. */

export const askForCheckout = (body: BodyOf<typeof startCheckout>) => callApi(startCheckout, { body });

export const askForPortal = (body: BodyOf<typeof openBillingPortal>) => callApi(openBillingPortal, { body });
