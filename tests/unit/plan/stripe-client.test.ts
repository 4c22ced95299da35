import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BILLING_CALL_MS_MAX, SEATS_CHANGE_MS_MAX } from "#app/domain/limits/billing.ts";
import { stripeBilling } from "#app/server/adapters/stripe/stripe-billing.ts";
import type { Billing } from "#app/server/ports/billing.ts";
import { playStripe, STRIPE_ORIGIN } from "#tests/fakes/stripe.ts";
import { LOCAL_STRIPE_PRICES, parseStripePrices } from "#workers/billing-config.ts";

/** Stripe's own client against the stand-in on a bad line: time-outs, lost answers and refusals of each call. Only the timers are not real. */

const NOW = Date.UTC(2026, 10, 25, 12);
/** The fate of the next requests; afterwards each is answered. `lost`: Stripe has done the work, and its answer does not arrive. */
type Fate = "lost" | "unanswered" | "half-answered" | { status: number; headers?: Record<string, string> };

let stripe: ReturnType<typeof playStripe>;
let billing: Billing;
let fates: Fate[] = [];
let sent: { call: string; key: string | null }[] = [];
let began = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: NOW });
  stripe = playStripe({ send: async () => new Response(), now: () => NOW });
  fates = [];
  sent = [];
  began = NOW;
  const prices = parseStripePrices(LOCAL_STRIPE_PRICES);
  if (prices === null) throw new Error("the stand-in has no prices");
  billing = stripeBilling({
    secretKey: "acta-local-stripe-key",
    webhookSecret: "x",
    prices,
    localOrigin: STRIPE_ORIGIN,
  });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const key = request.headers.get("Idempotency-Key");
    sent.push({ call: `${request.method} ${pathname}`, key });
    return answerOf(fates.shift(), request);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function answerOf(fate: Fate | undefined, request: Request): Promise<Response> {
  if (fate === "unanswered") return never(request.signal);
  if (fate === "half-answered") {
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('{"id":'));
        request.signal.addEventListener("abort", () => controller.error(request.signal.reason));
      },
    });
    return new Response(body, { headers: { "Content-Type": "application/json" } });
  }
  if (typeof fate === "object") {
    const error = { type: "api_error", message: "no" };
    return Response.json({ error }, { status: fate.status, headers: fate.headers ?? {} });
  }
  const answer = await stripe.answer(request);
  if (answer === null) throw new Error(`the stand-in has no ${request.url}`);
  if (fate !== "lost") return answer;
  throw new TypeError("Network connection lost.");
}

function never(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });
}

/** The end of a call, with all time-outs and pauses of the client played. Between them the call waits for work that no timer plays. */
async function endOf<Value>(call: Promise<Value>): Promise<{ value: Value } | { error: unknown }> {
  const ends: ({ value: Value } | { error: unknown })[] = [];
  const watch = async () => {
    try {
      ends.push({ value: await call });
    } catch (error) {
      ends.push({ error });
    }
  };
  void watch();
  for (;;) {
    const [end] = ends;
    if (end) return end;
    await vi.runAllTimersAsync();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const CUSTOMER = { workspaceId: "w", before: null, email: "nora@example.test", name: "Nora", locale: "ca" } as const;
async function customer(): Promise<string> {
  return billing.createCustomer(CUSTOMER);
}
const checkoutOf = (customerId: string) =>
  ({
    checkoutId: "c",
    createdAt: NOW,
    workspaceId: "w",
    customerId,
    plan: "team",
    interval: "year",
    seats: 4,
    locale: "ca",
    successUrl: "http://localhost:8787/purchase",
    cancelUrl: "http://localhost:8787/pricing",
  }) as const;
async function subscribed() {
  const { sessionId } = await billing.createCheckout(checkoutOf(await customer()));
  const session = stripe.state.sessions.get(sessionId);
  if (session) stripe.state.pay(session);
  const [subscription] = stripe.state.subscriptions.values();
  const itemId = subscription?.items.data[0]?.id;
  if (!subscription || !itemId) throw new Error("the payment made no subscription");
  return { subscription, itemId };
}
/** Begins with an empty list of requests. */
function counted<Value>(call: () => Promise<Value>) {
  sent = [];
  began = Date.now();
  return endOf(call());
}

test.each([
  { fate: "unanswered", tries: 2 },
  { fate: "half-answered", tries: 1 },
] as const)(
  "a call that stays $fate ends after $tries requests, before another change of seats may begin",
  async ({ fate, tries }) => {
    const { subscription, itemId } = await subscribed();
    fates = [fate, fate];
    const asked = { subscriptionId: subscription.id, itemId, seats: 7, paid: PAID, changeId: "one" };
    const end = await counted(() => billing.changeSeats(asked));
    expect(end).toMatchObject({ error: { name: "UpstreamError", service: "stripe", status: null, retryable: true } });
    expect(sent.map(({ key }) => key)).toEqual(Array(tries).fill(`seats/${subscription.id}/one`));
    const endedAt = Date.now() - began;
    expect(endedAt).toBeGreaterThanOrEqual(tries * BILLING_CALL_MS_MAX);
    expect(endedAt).toBeLessThan(SEATS_CHANGE_MS_MAX);
    expect(subscription.items.data[0]?.quantity).toBe(4);
  },
);

const PAID = { seats: 4, until: 1_800_000_000_000 };

test.each([
  {
    what: "more seats than are paid",
    seats: 7,
    proration: "always_invoice",
    payment: "pending_if_incomplete",
    noted: null,
  },
  { what: "fewer seats", seats: 3, proration: "create_prorations", payment: null, noted: ["4", "1800000000"] },
  {
    what: "a seat that comes back",
    seats: 4,
    proration: "create_prorations",
    payment: null,
    noted: ["4", "1800000000"],
  },
])("$what: an invoice of their own, or a part of the next one", async ({ seats, ...expected }) => {
  const { subscription, itemId } = await subscribed();
  const bodies: string[] = [];
  const network = vi.mocked(globalThis.fetch);
  const answer = network.getMockImplementation();
  network.mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    bodies.push(await request.clone().text());
    return answer ? answer(request) : new Response(null, { status: 500 });
  });
  await billing.changeSeats({ subscriptionId: subscription.id, itemId, seats, paid: PAID, changeId: "one" });
  const body = new URLSearchParams(bodies[0]);
  expect(body.get("proration_behavior")).toBe(expected.proration);
  expect(body.get("payment_behavior")).toBe(expected.payment);
  const noted = [body.get("metadata[seatsPaid]"), body.get("metadata[seatsPaidUntil]")];
  expect(noted).toEqual(expected.noted ?? [null, null]);
});

test("a purchase whose answers are lost makes one customer and one page, by the client and when it is asked again", async () => {
  fates = ["lost"];
  const first = await counted(customer);
  expect(first).toEqual({ value: expect.stringMatching(/^cus_/) });
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  const customerId = await customer();
  expect(first).toEqual({ value: customerId });

  fates = ["lost", "lost"];
  const open = () => billing.createCheckout(checkoutOf(customerId));
  expect(await counted(open)).toMatchObject({ error: { name: "UpstreamError", retryable: true } });
  expect(sent).toHaveLength(2);
  const again = await counted(open);
  const { state } = stripe;
  expect([state.customers.size, state.sessions.size]).toEqual([1, 1]);
  expect(again).toMatchObject({ value: { sessionId: [...state.sessions.keys()][0] } });
});

test("a change of seats and an end whose answers are lost happen once", async () => {
  const { subscription, itemId } = await subscribed();
  stripe.waiting.length = 0;
  fates = ["lost"];
  const seats = () =>
    billing.changeSeats({ subscriptionId: subscription.id, itemId, seats: 7, paid: PAID, changeId: "one" });
  expect(await counted(seats)).toEqual({ value: undefined });
  fates = ["lost"];
  expect(await counted(() => billing.cancelNow(subscription.id))).toEqual({ value: undefined });
  fates = ["lost", "lost"];
  expect(await counted(() => billing.cancelNow(subscription.id))).toMatchObject({ error: { name: "UpstreamError" } });
  expect(stripe.waiting.map(({ type }) => type)).toEqual([
    "customer.subscription.updated",
    "customer.subscription.deleted",
  ]);
  expect(subscription).toMatchObject({ status: "canceled", items: { data: [{ quantity: 7 }] } });
});

test("a change of a customer's address whose answers are lost happens once, and an empty one takes it away", async () => {
  const customerId = await customer();
  const change = (email: string | null, changeId: string) =>
    counted(() => billing.changeCustomerEmail({ customerId, email, changeId }));
  stripe.waiting.length = 0;
  fates = ["lost", "lost"];
  expect(await change("eva@example.test", "one")).toMatchObject({ error: { name: "UpstreamError", retryable: true } });
  expect(await change("eva@example.test", "one")).toEqual({ value: undefined });
  expect(sent).toEqual([{ call: `POST /v1/customers/${customerId}`, key: `contact/${customerId}/one` }]);
  expect(stripe.waiting.map(({ type }) => type)).toEqual(["customer.updated"]);
  expect(await billing.readCustomer(customerId)).toEqual({ email: "eva@example.test" });
  fates = ["unanswered", "unanswered"];
  expect(await change(null, "two")).toMatchObject({ error: { name: "UpstreamError", status: null, retryable: true } });
  expect(await change(null, "two")).toEqual({ value: undefined });
  expect(await billing.readCustomer(customerId)).toEqual({ email: null });
});

test("a customer that Stripe has deleted, or never had, is none", async () => {
  const customerId = await customer();
  const known = stripe.state.customers.get(customerId);
  if (known) known.deleted = true;
  expect(await billing.readCustomer(customerId)).toBeNull();
  expect(await billing.readCustomer("cus_none")).toBeNull();
  const change = billing.changeCustomerEmail({ customerId, email: "eva@example.test", changeId: "one" });
  await expect(change).rejects.toMatchObject({ name: "UpstreamError", status: 404, retryable: false });
});

test("a page that was paid while the answer to its closing was lost is told as paid", async () => {
  const { sessionId } = await billing.createCheckout(checkoutOf(await customer()));
  fates = ["unanswered"];
  const closing = billing.expireCheckout(sessionId);
  const session = stripe.state.sessions.get(sessionId);
  if (session) stripe.state.pay(session);
  expect(await endOf(closing)).toEqual({ value: false });
  expect(await billing.readCheckout(sessionId)).toMatchObject({ state: "complete" });
});

const CALLS: Readonly<Record<string, () => Promise<unknown>>> = {
  readPrice: () => billing.readPrice("pro", "year"),
  createCustomer: customer,
  readCustomer: () => billing.readCustomer("cus_1"),
  changeCustomerEmail: () =>
    billing.changeCustomerEmail({ customerId: "cus_1", email: "eva@example.test", changeId: "one" }),
  createCheckout: () => billing.createCheckout(checkoutOf("cus_1")),
  readCheckout: () => billing.readCheckout("cs_1"),
  expireCheckout: () => billing.expireCheckout("cs_1"),
  readSubscription: () => billing.readSubscription("sub_1", null),
  listSubscriptions: () => billing.listSubscriptions("cus_1"),
  changeSeats: () =>
    billing.changeSeats({ subscriptionId: "sub_1", itemId: "si_1", seats: 4, paid: PAID, changeId: "one" }),
  cancelNow: () => billing.cancelNow("sub_1"),
  openPortal: () =>
    billing.openPortal({ customerId: "cus_1", returnUrl: "http://x.test", locale: "en", part: "overview" }),
};
/** A conflict and a failure are tried once more by the client, a payment and a rate that are refused are not. */
test.each([
  { status: 402, tries: 1, retryable: false },
  { status: 409, tries: 2, retryable: true },
  { status: 429, tries: 1, retryable: true },
  { status: 503, tries: 2, retryable: true },
])("$status of each call is a failure of Stripe, after $tries requests", async ({ status, tries, retryable }) => {
  for (const [name, call] of Object.entries(CALLS)) {
    fates = [0, 1].map(() => ({ status, headers: { "Retry-After": "7" } }));
    const error = { name: "UpstreamError", service: "stripe", status, retryable, retryAfterMs: 7000 };
    expect(await counted(call), name).toMatchObject({ error });
    expect(sent, name).toHaveLength(tries);
  }
});
