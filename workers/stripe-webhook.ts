import { STRIPE_EVENT_BYTES_MAX } from "#app/domain/limits/billing.ts";
import { takeEvent } from "#app/server/billing/checkouts.ts";
import { clientNetwork } from "#app/server/http/client-network.ts";
import { tooManyRequests } from "#app/server/http/error-response.ts";
import { readAtMost } from "#app/server/http/read-body.ts";
import { faultOf } from "#app/server/log.ts";
import type { BillingServices } from "#app/server/billing/project-subscription.ts";
import type { Services } from "#app/server/services.ts";

/**
 * POST /api/webhooks/stripe: notifications of Stripe, which prove themselves by the signature of the raw body. They come at least once and
 * in no order; an answer other than 2xx makes Stripe send one again.
 */
const WEBHOOK_PATH = "/api/webhooks/stripe";
const NOT_STORED = { "Cache-Control": "no-store" };

export function isStripeWebhook(request: Request): boolean {
  return new URL(request.url).pathname === WEBHOOK_PATH;
}

export async function answerStripeWebhook(
  request: Request,
  services: BillingServices & Pick<Services, "rates">,
): Promise<Response> {
  const { billing, log } = services;
  if (request.method !== "POST" || billing === null) return refuseStranger(request, services);
  const body = await readAtMost(request, STRIPE_EVENT_BYTES_MAX);
  const signature = request.headers.get("Stripe-Signature") ?? "";
  const event = body === null ? null : await billing.verifyEvent(new TextDecoder().decode(body), signature);
  if (event === null) return refuseStranger(request, services);
  try {
    const taken = await takeEvent({ ...services, billing }, event);
    log("billing.event.taken", { type: event.type, known: taken === "known" });
    return Response.json({ received: true }, { headers: NOT_STORED });
  } catch (error) {
    log("billing.event.failed", { type: event.type, error: faultOf(error) });
    return Response.json({ error: "unavailable" }, { status: 503, headers: NOT_STORED });
  }
}

/** Only requests without proof count against the rate limit: Stripe sends from few addresses. */
async function refuseStranger(request: Request, { rates }: Pick<Services, "rates">): Promise<Response> {
  const network = clientNetwork(request);
  if (network !== null && !(await rates.take("network", "stripe", network))) return tooManyRequests(request);
  return Response.json(
    { error: "unproven" },
    { status: 401, headers: { ...NOT_STORED, "WWW-Authenticate": "Signature" } },
  );
}
