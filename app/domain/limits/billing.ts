import { DAY_MS, HOUR_MS, KIB, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of plans and payments. */

/** §9: Pro opens recordings of the last 6 months. The free plan does too. */
export const PRO_WINDOW_MONTHS = 6;
/** §5: the fewest members of a team. */
export const TEAM_SEATS_MIN = 3;
export const TEAM_SEATS_MAX = 500;
/** §9: 'Save 20%' of a year that is paid at once. */
export const YEARLY_SAVING_PERCENT = 20;
/** A plan goes on this long after a payment failed. */
export const PAYMENT_GRACE_MS = 14 * DAY_MS;
/** The end of a plan is mailed this long after it at most: later it is no news. */
export const ENDED_MAIL_MS_MAX = 7 * DAY_MS;
/** Time limit of each call to the payment service. */
export const BILLING_CALL_MS_MAX = 20 * SECOND_MS;
/**
 * A change of seats that was cut off holds up the next one this long: its call to the payment service is over by then, also one that the
 * service's client has made twice with a pause between.
 */
export const SEATS_CHANGE_MS_MAX = 3 * BILLING_CALL_MS_MAX;
/** Time limit of all calls that end what a workspace pays. */
export const PAYMENTS_END_MS_MAX = 25 * SECOND_MS;
/** Lifetime of a page for payment: a day is Stripe's longest, 30 minutes its shortest. */
export const CHECKOUT_MS = 2 * HOUR_MS;
/** Subscriptions of one customer, ended ones too, that a reconciliation looks at. */
export const SUBSCRIPTIONS_LISTED_MAX = 200;
/** Maximum size of a notification. */
export const STRIPE_EVENT_BYTES_MAX = 256 * KIB;
/** Stripe repeats a notification for three days; their ids are kept much longer. */
export const STRIPE_EVENT_KEPT_MS = 60 * DAY_MS;
/** A started purchase is looked after when it is this old, should its notification not have come. */
export const CHECKOUT_LATE_MS = 2 * MINUTE_MS;
/** A subscription is read again at least this often, and more often while something is due. */
export const SUBSCRIPTION_READ_EVERY_MS = DAY_MS;
export const SUBSCRIPTION_DUE_EVERY_MS = HOUR_MS;
/** Purchases and subscriptions that one reconciliation reads. */
export const RECONCILE_ROWS_MAX = 50;
/** The success page asks again this often, and says after a while that it takes longer. */
export const PURCHASE_POLL_MS = 2 * SECOND_MS;
export const PURCHASE_LATE_MS = 30 * SECOND_MS;
/** Of the address to which Stripe's pages lead back: the subscription is read again. */
export const PORTAL_PARAMETER = "billing";
/** Uses of one insider code. */
export const INSIDER_USES_MAX = 10_000;

/** Looks at a workspace's open purchase before another one gives up: each finds that another request has changed it meanwhile. */
export const CHECKOUT_CLOSE_TRIES_MAX = 5;
