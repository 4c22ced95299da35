import type { Interval } from "#app/domain/plan/prices.ts";
import type { SoldPlan } from "#app/domain/plan/plans.ts";
import type { Subscription } from "#app/domain/plan/subscription.ts";
import type { Locale } from "#app/domain/languages.ts";

/** The payment service. Amounts are whole minor units. Every creation has an idempotency key: asked again it is not made twice. */

export type OfferedPrice = { amount: number | null; currency: string; interval: Interval | null; isActive: boolean };

export type CheckoutSession = {
  sessionId: string;
  state: "open" | "complete" | "expired";
  /** Null where the session is not of Acta. */
  workspaceId: string | null;
  subscriptionId: string | null;
};

/** A notification. Only the ids in it are used; the objects are read again. */
export type BillingEvent = { id: string; type: string; subscriptionId: string | null; sessionId: string | null };

/** A part of the service's own pages. `change` shows the new plan to be confirmed there. */
export type PortalPart =
  | { part: "overview" }
  | { part: "cancel"; subscriptionId: string }
  | {
      part: "change";
      subscriptionId: string;
      itemId: string;
      plan: SoldPlan;
      interval: Interval;
      seats: number | null;
    };

export interface Billing {
  /** The price under which a plan is sold. Null where the configuration or the service has none. */
  readPrice(plan: SoldPlan, interval: Interval): Promise<OfferedPrice | null>;
  /** `before`: the customer that the service does not have any more; null for the first one. */
  createCustomer(input: {
    workspaceId: string;
    before: string | null;
    email: string | null;
    name: string;
    locale: Locale;
  }): Promise<string>;
  /** Null where the service does not have the customer any more. */
  readCustomer(customerId: string): Promise<{ email: string | null } | null>;
  /** The address to which invoices are mailed; null: to nobody. */
  changeCustomerEmail(input: { customerId: string; email: string | null; changeId: string }): Promise<void>;
  createCheckout(input: {
    /** Ours; part of the idempotency key. */
    checkoutId: string;
    createdAt: number;
    workspaceId: string;
    customerId: string;
    plan: SoldPlan;
    interval: Interval;
    seats: number | null;
    locale: Locale;
    successUrl: string;
    cancelUrl: string;
  }): Promise<{ sessionId: string; url: string }>;
  /** Null where there is no such session. */
  readCheckout(sessionId: string): Promise<CheckoutSession | null>;
  /** Closes a page that is still open, so that it cannot be paid any more. False where it was not open. */
  expireCheckout(sessionId: string): Promise<boolean>;
  /** Null where there is none, and where it is not of Acta. `known` is what a price that is not configured any more stood for. */
  readSubscription(
    subscriptionId: string,
    known: { plan: SoldPlan; interval: Interval } | null,
  ): Promise<Subscription | null>;
  /** Ids of all subscriptions of a customer, ended ones too. */
  listSubscriptions(customerId: string): Promise<string[]>;
  /**
   * `paid`: the most seats that the running period has been paid for, and its end. Above it the number stays as it was until the payment has
   * gone through, which may be when the person has confirmed it at their bank. The caller reads the subscription afterwards.
   */
  changeSeats(input: {
    subscriptionId: string;
    itemId: string;
    seats: number;
    paid: { seats: number; until: number };
    changeId: string;
  }): Promise<void>;
  /** Ends it at once, without a refund. Idempotent. */
  cancelNow(subscriptionId: string): Promise<void>;
  /** Null where the service does not have the customer or the subscription any more. */
  openPortal(input: { customerId: string; returnUrl: string; locale: Locale } & PortalPart): Promise<string | null>;
  /** Null where the signature is not the service's, or too old. */
  verifyEvent(body: string, signature: string): Promise<BillingEvent | null>;
}
