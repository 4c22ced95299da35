import { endpoint } from "#app/contracts/endpoint.ts";

/** Plans and payments. Prices, seats and customers are the server's. */

/** Begins a purchase; the browser goes on to the page for payment. */
export const startCheckout = endpoint({
  method: "POST",
  path: "/api/acta/billing/checkout",
  params: {},
  body: async () => (await import("#app/contracts/billing-payloads.ts")).checkoutPayload,
  answer: async () => (await import("#app/contracts/billing.ts")).paymentPage,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "retry", counted: "checkout" },
  failure: "pricing:error.checkout",
});

/** Stripe's own pages: invoices, payment method, change and end of the subscription. */
export const openBillingPortal = endpoint({
  method: "POST",
  path: "/api/acta/billing/portal",
  params: {},
  body: async () => (await import("#app/contracts/billing-payloads.ts")).portalPayload,
  answer: async () => (await import("#app/contracts/billing.ts")).paymentPage,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "retry", counted: "portal" },
  failure: "pricing:error.portal",
});

/** Takes an insider's code. */
export const redeemInsiderCode = endpoint({
  method: "POST",
  path: "/api/acta/billing/insider",
  params: {},
  body: async () => (await import("#app/contracts/billing-payloads.ts")).insiderPayload,
  answer: async () => (await import("#app/contracts/billing.ts")).insiderAnswer,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "retry", counted: "insider" },
  failure: "error.somethingWrong",
});
