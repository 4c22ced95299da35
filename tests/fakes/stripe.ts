import { createStripeStandIn } from "../../workers/stand-ins/billing/stripe-stand-in.mjs";

/** Stripe on the network, for tests of one process: the stand-in of `npm start` behind `fetch`. Notifications wait to be delivered. */

export const STRIPE_ORIGIN = "http://127.0.0.1:8788";
const APP_ORIGIN = "http://localhost:8787";

export function playStripe({
  send,
  now = Date.now,
}: {
  send: (request: Request) => Promise<Response>;
  now?: () => number;
}) {
  return createStripeStandIn({
    secretKey: "acta-local-stripe-key",
    webhookSecret: "acta-local-stripe-webhook-secret",
    origin: () => STRIPE_ORIGIN,
    webhookUrl: `${APP_ORIGIN}/api/webhooks/stripe`,
    now,
    send,
    holds: true,
    isReturnAllowed: (url) => url.startsWith(`${APP_ORIGIN}/`),
  });
}

/** A refusal of Stripe's; its client does not try again. For `orders.failures`. */
export const refusal =
  (status: number, type = "api_error") =>
  () =>
    Response.json({ error: { type, message: "no" } }, { status, headers: { "Stripe-Should-Retry": "false" } });
