import { CHANGES, endpoint } from "#app/contracts/endpoint.ts";

/** Plans and payments. Prices, seats and customers are the server's. */

/** Begins a purchase; the browser goes on to the page for payment. */
export const startCheckout = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/billing/checkout",
  body: async () => (await import("#app/contracts/billing-payloads.ts")).checkoutPayload,
  answer: async () => (await import("#app/contracts/billing.ts")).paymentPage,
  rate: { limit: "retry", counted: "checkout" },
  failure: "pricing:error.checkout",
});

/** Stripe's own pages: invoices, payment method, change and end of the subscription. */
export const openBillingPortal = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/billing/portal",
  body: async () => (await import("#app/contracts/billing-payloads.ts")).portalPayload,
  answer: async () => (await import("#app/contracts/billing.ts")).paymentPage,
  rate: { limit: "retry", counted: "portal" },
  failure: "pricing:error.portal",
});

/** Takes an insider's code. */
export const redeemInsiderCode = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/billing/insider",
  body: async () => (await import("#app/contracts/billing-payloads.ts")).insiderPayload,
  answer: async () => (await import("#app/contracts/billing.ts")).insiderAnswer,
  rate: { limit: "retry", counted: "insider" },
  failure: "error.somethingWrong",
});
