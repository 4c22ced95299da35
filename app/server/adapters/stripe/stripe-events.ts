import { Stripe } from "stripe";
import type { Billing, BillingEvent } from "#app/server/ports/billing.ts";

/** Stripe refuses older signatures, so that a recorded notification cannot be sent again later. */
const SIGNATURE_AGE_S_MAX = 300;

/** Notifications: their signature, and the ids in them. */
export function stripeEvents({
  stripe,
  webhookSecret,
  now,
}: {
  stripe: Stripe;
  webhookSecret: string;
  now: () => number;
}): Pick<Billing, "verifyEvent"> {
  const crypto = Stripe.createSubtleCryptoProvider();
  return {
    async verifyEvent(body, signature) {
      try {
        const event = await stripe.webhooks.constructEventAsync(
          body,
          signature,
          webhookSecret,
          SIGNATURE_AGE_S_MAX,
          crypto,
          now(),
        );
        return factsOf(event);
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError)
          return null;
        throw error;
      }
    },
  };
}

function factsOf(event: Stripe.Event): BillingEvent {
  const { id, type } = event;
  const none = { id, type, subscriptionId: null, sessionId: null };
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired":
      return { ...none, sessionId: event.data.object.id, subscriptionId: idOf(event.data.object.subscription) };
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
    case "customer.subscription.paused":
    case "customer.subscription.resumed":
      return { ...none, subscriptionId: event.data.object.id };
    case "invoice.paid":
    case "invoice.payment_failed":
      return { ...none, subscriptionId: idOf(event.data.object.parent?.subscription_details?.subscription ?? null) };
    default:
      return none;
  }
}

export function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === "object" ? (reference?.id ?? null) : reference;
}
