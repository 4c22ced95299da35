import { Stripe } from "stripe";
import { BILLING_CALL_MS_MAX, CHECKOUT_MS, SUBSCRIPTIONS_LISTED_MAX } from "#app/domain/limits/billing.ts";
import { SECOND_MS } from "#app/domain/limits/units.ts";
import type { Locale } from "#app/domain/languages.ts";
import type { Interval } from "#app/domain/plan/prices.ts";
import type { SoldPlan } from "#app/domain/plan/plans.ts";
import { idOf, stripeEvents } from "#app/server/adapters/stripe/stripe-events.ts";
import { isRefused, orNone, refuseUpstream, upstreamOf } from "#app/server/adapters/stripe/stripe-errors.ts";
import {
  intervalOf,
  notedSeats,
  planAndSeats,
  subscriptionOf,
  type SubscriptionReader,
} from "#app/server/adapters/stripe/subscription-facts.ts";
import type { Billing, PortalPart } from "#app/server/ports/billing.ts";

/**
 * Stripe through its own client. The API version is pinned: the client's types are those of this version, whatever the account's
 * default is. `localOrigin`: the stand-in of one machine.
 */
const API_VERSION = "2026-10-28.endive";

export type PriceIds = Readonly<Record<SoldPlan, Readonly<Record<Interval, string>>>>;

export function stripeBilling({
  secretKey,
  webhookSecret,
  prices,
  localOrigin,
  now = () => Date.now(),
}: {
  secretKey: string;
  webhookSecret: string;
  prices: PriceIds;
  localOrigin: string | null;
  now?: () => number;
}): Billing {
  const stripe = new Stripe(secretKey, {
    apiVersion: API_VERSION,
    httpClient: Stripe.createFetchHttpClient((...request: Parameters<typeof fetch>) => fetch(...request)),
    timeout: BILLING_CALL_MS_MAX,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(localOrigin === null ? {} : placeOf(localOrigin)),
  });
  const reader: SubscriptionReader = { stripe, prices };
  return {
    ...offeredPrices(reader),
    ...customers(stripe),
    ...checkoutSessions(reader),
    ...subscriptions(reader),
    ...portalSessions(reader),
    ...stripeEvents({ stripe, webhookSecret, now }),
  };
}

function offeredPrices({ stripe, prices }: SubscriptionReader): Pick<Billing, "readPrice"> {
  return {
    async readPrice(plan, interval) {
      const price = await orNone(stripe.prices.retrieve(prices[plan][interval]));
      if (price === null) return null;
      const { unit_amount: amount, currency, active: isActive } = price;
      return { amount, currency, interval: intervalOf(price.recurring), isActive };
    },
  };
}

function customers(stripe: Stripe): Pick<Billing, "createCustomer" | "readCustomer" | "changeCustomerEmail"> {
  return {
    async createCustomer({ workspaceId, before, email, name, locale }) {
      const content = {
        name,
        ...(email === null ? {} : { email }),
        preferred_locales: [stripeLocale(locale)],
        metadata: { workspaceId },
      };
      // Stripe refuses a key that comes with other content. Name, address and language may have changed since an answer was lost.
      const said = before === null ? content : [before, content];
      const idempotencyKey = `customer/${workspaceId}/${await digestOf(JSON.stringify(said))}`;
      const customer = await refuseUpstream(stripe.customers.create(content, { idempotencyKey }));
      return customer.id;
    },

    async readCustomer(customerId) {
      const customer = await orNone(stripe.customers.retrieve(customerId));
      // Stripe answers with what is left of a customer that was deleted.
      return customer === null || customer.deleted ? null : { email: customer.email };
    },

    async changeCustomerEmail({ customerId, email, changeId }) {
      const idempotencyKey = `contact/${customerId}/${changeId}`;
      await refuseUpstream(stripe.customers.update(customerId, { email: email ?? "" }, { idempotencyKey }));
    },
  };
}

function checkoutSessions({
  stripe,
  prices,
}: SubscriptionReader): Pick<Billing, "createCheckout" | "readCheckout" | "expireCheckout"> {
  return {
    async createCheckout(asked) {
      const { checkoutId, workspaceId, customerId, plan, interval, seats, locale, successUrl, cancelUrl } = asked;
      const metadata = { workspaceId, plan, interval };
      const session = await refuseUpstream(
        stripe.checkout.sessions.create(
          {
            mode: "subscription",
            customer: customerId,
            client_reference_id: workspaceId,
            line_items: [{ price: prices[plan][interval], quantity: seats ?? 1 }],
            metadata,
            subscription_data: { metadata },
            success_url: successUrl,
            cancel_url: cancelUrl,
            // From the row, not the clock: a repetition under the same key must say the same.
            expires_at: Math.floor((asked.createdAt + CHECKOUT_MS) / SECOND_MS),
            locale: stripeLocale(locale),
            automatic_tax: { enabled: true },
            tax_id_collection: { enabled: true },
            customer_update: { address: "auto", name: "auto" },
          },
          { idempotencyKey: `checkout/${checkoutId}` },
        ),
      );
      return { sessionId: session.id, url: session.url ?? cancelUrl };
    },

    async readCheckout(sessionId) {
      const session = await orNone(stripe.checkout.sessions.retrieve(sessionId));
      if (session === null) return null;
      const { status, subscription, metadata } = session;
      return {
        sessionId: session.id,
        // A state that this version of the API does not name is not over: it is read again.
        state: status === "complete" ? "complete" : status === "expired" ? "expired" : "open",
        workspaceId: metadata?.workspaceId ?? null,
        subscriptionId: idOf(subscription),
      };
    },

    async expireCheckout(sessionId) {
      try {
        await stripe.checkout.sessions.expire(sessionId);
        return true;
      } catch (error) {
        // Stripe's answer for a session that was paid or is over.
        if (isRefused(error)) return false;
        throw upstreamOf(error);
      }
    },
  };
}

function subscriptions(
  reader: SubscriptionReader,
): Pick<Billing, "readSubscription" | "listSubscriptions" | "changeSeats" | "cancelNow"> {
  const { stripe } = reader;
  return {
    readSubscription: (subscriptionId, known) => subscriptionOf(reader, subscriptionId, known),

    async listSubscriptions(customerId) {
      const ids: string[] = [];
      const pages = stripe.subscriptions.list({ customer: customerId, status: "all", limit: 100 });
      // Stripe refuses to list for a customer that it does not have, as one that an operator deleted or of another mode: none is paid.
      await orNone(
        pages.autoPagingEach(({ id }) => {
          ids.push(id);
          return ids.length < SUBSCRIPTIONS_LISTED_MAX;
        }),
      );
      return ids;
    },

    async changeSeats({ subscriptionId, itemId, seats, paid, changeId }) {
      const isCharged = seats > paid.seats;
      await refuseUpstream(
        stripe.subscriptions.update(
          subscriptionId,
          {
            items: [{ id: itemId, quantity: seats }],
            // Seats are paid before they count, so that more than the period has paid for have an invoice. What fewer are worth waits for
            // the next one, and so do seats that come back: somebody who changes seats often does not get an invoice for each change.
            proration_behavior: isCharged ? "always_invoice" : "create_prorations",
            // https://docs.stripe.com/billing/subscriptions/pending-updates: without it a declined charge leaves the new number. Such an update
            // takes no metadata.
            ...(isCharged ? { payment_behavior: "pending_if_incomplete" as const } : { metadata: notedSeats(paid) }),
          },
          { idempotencyKey: `seats/${subscriptionId}/${changeId}` },
        ),
      );
    },

    async cancelNow(subscriptionId) {
      try {
        await stripe.subscriptions.cancel(subscriptionId, {}, { idempotencyKey: `cancel/${subscriptionId}` });
      } catch (error) {
        // It is over already, or there is no such subscription.
        if (!isRefused(error)) throw upstreamOf(error);
      }
    },
  };
}

function portalSessions({ stripe, prices }: SubscriptionReader): Pick<Billing, "openPortal"> {
  return {
    async openPortal({ customerId, returnUrl, locale, ...asked }) {
      const session = await orNone(
        stripe.billingPortal.sessions.create({
          customer: customerId,
          return_url: returnUrl,
          locale: stripeLocale(locale),
          ...flowOf(asked, returnUrl, prices),
        }),
      );
      return session?.url ?? null;
    },
  };
}

/** SHA-256 in hexadecimal. */
async function digestOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function placeOf(origin: string) {
  const { hostname, port, protocol } = new URL(origin);
  return {
    host: hostname,
    port: port === "" ? 80 : port,
    protocol: protocol === "https:" ? ("https" as const) : ("http" as const),
  };
}

/** Stripe has no Catalan pages. */
function stripeLocale(locale: Locale): "en" | "es" | "fr" {
  return locale === "ca" ? "es" : locale;
}

function flowOf(
  asked: PortalPart,
  returnUrl: string,
  prices: PriceIds,
): Pick<Stripe.BillingPortal.SessionCreateParams, "flow_data"> {
  if (asked.part === "overview") return {};
  const after_completion = { type: "redirect" as const, redirect: { return_url: returnUrl } };
  if (asked.part === "cancel") {
    const subscription_cancel = { subscription: asked.subscriptionId };
    return { flow_data: { type: "subscription_cancel", after_completion, subscription_cancel } };
  }
  const { subscriptionId: subscription, itemId: id, plan, interval, seats } = asked;
  const items = [{ id, price: prices[plan][interval], quantity: planAndSeats(plan, seats) }];
  const subscription_update_confirm = { subscription, items };
  return { flow_data: { type: "subscription_update_confirm", after_completion, subscription_update_confirm } };
}
