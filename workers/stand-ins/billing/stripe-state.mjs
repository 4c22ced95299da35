/**
 * The things that Stripe would know: prices, customers, pages for payment, subscriptions and invoices. Amounts are whole cents, times are seconds, as
 * in Stripe's API (version 2026-10-28.endive); only the fields that Acta reads and some that make answers readable are there.
 *
 * @typedef {{ id: string, object: "price", active: boolean, currency: string, unit_amount: number, product: string,
 *   recurring: { interval: "month" | "year", interval_count: 1 } }} Price
 * @typedef {{ id: string, object: "customer", email: string | null, name: string | null, metadata: Record<string, string>, deleted?: true }} Customer
 * @typedef {{ id: string, object: "subscription_item", price: Price, quantity: number, current_period_start: number, current_period_end: number }} Item
 * @typedef {{ id: string, object: "subscription", customer: string, status: string, metadata: Record<string, string>, start_date: number,
 *   cancellation_details: { reason: "cancellation_requested" | "payment_failed" | null }, ended_at: number | null, canceled_at: number | null, cancel_at: number | null, cancel_at_period_end: boolean,
 *   pending_update: { subscription_items: { id: string, quantity: number }[], expires_at: number } | null,
 *   items: { object: "list", data: Item[], has_more: false } }} Subscription
 * @typedef {{ id: string, object: "invoice", status: "open" | "paid" | "void", created: number, currency: string, total: number,
 *   customer: string, parent: { type: "subscription_details", subscription_details: { subscription: string } } }} Invoice
 * @typedef {{ id: string, object: "checkout.session", mode: "subscription", status: "open" | "complete" | "expired",
 *   payment_status: "paid" | "unpaid", customer: string, subscription: string | null, client_reference_id: string | null,
 *   metadata: Record<string, string>, success_url: string, cancel_url: string, expires_at: number, url: string | null,
 *   asked: { price: Price, quantity: number, metadata: Record<string, string> } }} Session
 * @typedef {{ id: string, customer: string, returnUrl: string, flow: any }} Portal
 * @typedef {{ id: string, object: "event", type: string, created: number, data: { object: any } }} Event
 */

/** The prices of the app's plan table; a test compares the two, and the app refuses to sell at another price. */
const AMOUNTS = { pro: [1500, 14_400], business: [2500, 24_000], team: [2000, 19_200] };
/** Stripe: a change that waits for its payment is given up after 23 hours. */
const PENDING_UPDATE_S = 23 * 3600;
const PERIOD_S = { month: 30 * 86_400, year: 365 * 86_400 };

/** @typedef {ReturnType<typeof createStripeState>} StripeState */
/** @typedef {ReturnType<typeof openBooks>} Books */

/** @param {{ now: () => number, onEvent: (event: Event) => void }} settings `now` in epoch ms */
export function createStripeState(settings) {
  const books = openBooks(settings);
  const changes = changesIn(books);
  return { ...books, ...changes, ...paymentsIn(books, changes) };
}

/** Everything that is kept, and the events that tell of it. @param {{ now: () => number, onEvent: (event: Event) => void }} settings */
function openBooks({ now, onEvent }) {
  let made = 0;
  // A new run of the stand-in must not repeat the ids of the one before: the app remembers them.
  const run = Math.floor(now()).toString(36);
  /** @param {string} prefix */
  const newId = (prefix) => `${prefix}_local_${run}_${(made += 1)}`;
  const seconds = () => Math.floor(now() / 1000);

  /** @type {Map<string, Customer>} */
  const customers = new Map();
  /** @type {Map<string, Session>} */
  const sessions = new Map();
  /** @type {Map<string, Subscription>} */
  const subscriptions = new Map();
  /** @type {Map<string, Invoice>} */
  const invoices = new Map();
  /** @type {Map<string, Portal>} */
  const portals = new Map();
  /** Customers whose charges fail, or wait for the person at their bank. @type {Set<string>} */
  const declined = new Set();

  /** Sends a copy: an event tells of the object as it was then. @param {string} type @param {object} object */
  function emit(type, object) {
    onEvent({ id: newId("evt"), object: "event", type, created: seconds(), data: { object: structuredClone(object) } });
  }

  /** @param {Subscription} subscription @param {"open" | "paid"} status */
  function addInvoice(subscription, status) {
    const [item] = subscription.items.data;
    /** @type {Invoice} */
    const invoice = {
      id: newId("in"),
      object: "invoice",
      status,
      created: seconds(),
      currency: "eur",
      total: (item?.price.unit_amount ?? 0) * (item?.quantity ?? 0),
      customer: subscription.customer,
      parent: { type: "subscription_details", subscription_details: { subscription: subscription.id } },
    };
    invoices.set(invoice.id, invoice);
    emit(status === "paid" ? "invoice.paid" : "invoice.payment_failed", invoice);
    return invoice;
  }

  const prices = makePrices();
  return { prices, customers, sessions, subscriptions, invoices, portals, declined, newId, seconds, emit, addInvoice };
}

function makePrices() {
  /** @type {Map<string, Price>} */
  const prices = new Map();
  for (const [plan, amounts] of Object.entries(AMOUNTS)) {
    for (const [place, interval] of /** @type {const} */ (["month", "year"]).entries()) {
      const id = `price_local_${plan}_${interval}`;
      prices.set(id, {
        id,
        object: "price",
        active: true,
        currency: "eur",
        unit_amount: amounts[place] ?? 0,
        product: `prod_local_${plan}`,
        recurring: { interval, interval_count: 1 },
      });
    }
  }
  return prices;
}

/** Changes that a payment makes, or its failure. @param {Books} books @param {ReturnType<typeof changesIn>} changes */
function paymentsIn({ subscriptions, invoices, newId, seconds, emit, addInvoice }, changes) {
  return {
    /** The person pays. @param {Session} session */
    pay(session) {
      if (session.status !== "open") return;
      const { price, quantity, metadata } = session.asked;
      const at = seconds();
      /** @type {Item} */
      const item = {
        id: newId("si"),
        object: "subscription_item",
        price,
        quantity,
        current_period_start: at,
        current_period_end: at + PERIOD_S[price.recurring.interval],
      };
      /** @type {Subscription} */
      const subscription = {
        id: newId("sub"),
        object: "subscription",
        customer: session.customer,
        status: "active",
        metadata,
        start_date: at,
        cancellation_details: { reason: null },
        ended_at: null,
        canceled_at: null,
        cancel_at: null,
        cancel_at_period_end: false,
        pending_update: null,
        items: { object: "list", data: [item], has_more: false },
      };
      subscriptions.set(subscription.id, subscription);
      session.status = "complete";
      session.payment_status = "paid";
      session.subscription = subscription.id;
      session.url = null;
      emit("customer.subscription.created", subscription);
      addInvoice(subscription, "paid");
      emit("checkout.session.completed", session);
    },

    /** @param {Session} session */
    expire(session) {
      if (session.status !== "open") return;
      session.status = "expired";
      session.url = null;
      emit("checkout.session.expired", session);
    },

    /** The next period begins; `fails`: its payment does. One that was cancelled ends instead. @param {Subscription} subscription @param {{ fails?: boolean }} how */
    renew(subscription, { fails = false } = {}) {
      if (subscription.status === "canceled") return;
      if (subscription.cancel_at_period_end) return changes.end(subscription);
      for (const item of subscription.items.data) nextPeriod(item);
      addInvoice(subscription, fails ? "open" : "paid");
      const owes = [...invoices.values()].some((invoice) => invoice.status === "open" && isOf(invoice, subscription));
      subscription.status = owes ? "past_due" : "active";
      emit("customer.subscription.updated", subscription);
    },

    /** Everything that is owed is paid. @param {Subscription} subscription */
    payOwed(subscription) {
      for (const invoice of invoices.values()) {
        if (!isOf(invoice, subscription) || invoice.status !== "open") continue;
        invoice.status = "paid";
        emit("invoice.paid", invoice);
      }
      if (subscription.status === "canceled") return;
      subscription.status = "active";
      const [asked] = subscription.pending_update?.subscription_items ?? [];
      subscription.pending_update = null;
      if (asked) return changes.change(subscription, { quantity: asked.quantity });
      emit("customer.subscription.updated", subscription);
    },

    /** More units, of which the charge does not go through. `waits`: they count once it is paid. @param {Subscription} subscription @param {{ quantity: number, waits: boolean }} asked */
    declineMore(subscription, { quantity, waits }) {
      const [item] = subscription.items.data;
      if (!item) return;
      addInvoice(subscription, "open");
      if (!waits) {
        subscription.status = "past_due";
        return changes.change(subscription, { quantity });
      }
      subscription.pending_update = {
        subscription_items: [{ id: item.id, quantity }],
        expires_at: seconds() + PENDING_UPDATE_S,
      };
      emit("customer.subscription.updated", subscription);
    },

    /** Stripe has given up on the payment. @param {Subscription} subscription */
    giveUp(subscription) {
      if (subscription.status !== "past_due") return;
      subscription.status = "unpaid";
      emit("customer.subscription.updated", subscription);
    },
  };
}

/** Changes of a subscription that cost nothing now. @param {Books} books */
function changesIn({ prices, seconds, emit }) {
  return {
    /** @param {Subscription} subscription @param {boolean} wanted */
    cancelLater(subscription, wanted) {
      if (subscription.status === "canceled") return;
      subscription.cancel_at_period_end = wanted;
      subscription.cancel_at = wanted ? (subscription.items.data[0]?.current_period_end ?? null) : null;
      subscription.canceled_at = wanted ? seconds() : null;
      emit("customer.subscription.updated", subscription);
    },

    /** `reason`: `payment_failed` where Stripe's settings end a subscription after the last try. @param {Subscription} subscription @param {{ reason?: "cancellation_requested" | "payment_failed" }} why */
    end(subscription, { reason = "cancellation_requested" } = {}) {
      if (subscription.status === "canceled") return;
      subscription.status = "canceled";
      subscription.cancellation_details.reason = reason;
      subscription.ended_at = seconds();
      subscription.canceled_at ??= seconds();
      emit("customer.subscription.deleted", subscription);
    },

    /** @param {Subscription} subscription @param {{ price?: string, quantity?: number }} change */
    change(subscription, { price, quantity }) {
      const [item] = subscription.items.data;
      if (!item || subscription.status === "canceled") return;
      item.price = prices.get(price ?? item.price.id) ?? item.price;
      item.quantity = quantity ?? item.quantity;
      emit("customer.subscription.updated", subscription);
    },
  };
}

/** @param {Item} item */
function nextPeriod(item) {
  item.current_period_start = item.current_period_end;
  item.current_period_end += PERIOD_S[item.price.recurring.interval];
}

/** @param {Invoice} invoice @param {Subscription} subscription */
function isOf(invoice, subscription) {
  return invoice.parent.subscription_details.subscription === subscription.id;
}
