import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CHECKOUT_LATE_MS, PAYMENT_GRACE_MS } from "#app/domain/limits/billing.ts";
import { chargeUsage } from "#app/server/usage/usage-ledger.ts";
import { reserveForWorkspace } from "#app/server/usage/recording-reservation.ts";
import { endSubscriptions } from "#app/server/billing/end-subscriptions.ts";
import { reconcileBilling } from "#app/server/billing/reconcile.ts";
import { tellOwed } from "#app/server/billing/tell-owed.ts";
import { startCheckout } from "#app/server/billing/start-checkout.ts";
import { accountDeletions, members, users, workspaces } from "#app/server/db/schema-account.ts";
import { teams } from "#app/server/db/schema-teams.ts";
import {
  billingCustomers,
  checkouts,
  planHolds,
  stripeEvents,
  subscriptionReads,
  subscriptions,
} from "#app/server/db/schema-billing.ts";
import { newMeetId, personalWorkspaceOf } from "#app/domain/ids.ts";
import { call, ORIGIN, post, refusalOf } from "#tests/support/api.ts";
import { openBilling } from "#tests/support/billing-bench.ts";
import { refusal } from "#tests/fakes/stripe.ts";
import { ownedBy } from "#tests/support/owned-by.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { outboxOf } from "#workers/compose/engines.ts";
import worker from "#workers/entry.ts";

/** Purchases from the first click to the end of the plan. Only Stripe stands in, and speaks Stripe's HTTP. */

const PRO = { plan: "pro", interval: "year" };
let bench: ReturnType<typeof openBilling>;

beforeEach(() => {
  bench = openBilling();
});
afterEach(() => vi.restoreAllMocks());

async function purchasePage(cookie: string, sessionId: string) {
  const answer = await exports.default.fetch(`${ORIGIN}/purchase?session_id=${sessionId}`, {
    headers: { Cookie: cookie },
    redirect: "manual",
  });
  return { status: answer.status, html: await answer.text() };
}

test("a purchase begins with the server's price, one unit and the person's own customer", async () => {
  const { cookie, userId } = await signIn();
  const session = await bench.startCheckout(cookie, PRO);
  expect(session.asked).toMatchObject({ price: { id: "price_local_pro_year", unit_amount: 14_400 }, quantity: 1 });
  expect(session.metadata).toEqual({ workspaceId: userId, plan: "pro", interval: "year" });
  expect(bench.stripe.state.customers.get(session.customer)).toMatchObject({ metadata: { workspaceId: userId } });
  expect(await bench.planOf(userId)).toBe("free");
});

test("the plan begins with the notification, and the page says so", async () => {
  const { cookie, userId } = await signIn();
  const { session } = await bench.buy(cookie, PRO);
  await bench.deliverAll();
  expect(await bench.planOf(userId)).toBe("pro");
  expect(await purchasePage(cookie, session.id)).toMatchObject({
    status: 200,
    html: expect.stringContaining("You are on Pro now."),
  });
});

test("the page after the payment knows the truth also when the notification is late or lost", async () => {
  const { cookie, userId } = await signIn();
  const open = await bench.startCheckout(cookie, PRO);
  expect((await purchasePage(cookie, open.id)).html).toContain("Waiting for the payment to be confirmed");
  bench.stripe.state.pay(open);
  expect((await purchasePage(cookie, open.id)).html).toContain("You are on Pro now.");
  expect(await bench.planOf(userId)).toBe("pro");
  // Late ones change nothing.
  await bench.deliverAll();
  expect(await bench.subscriptionsOf(userId)).toHaveLength(1);
});

test("the page after the payment waits while Stripe does not answer", async () => {
  const { cookie } = await signIn();
  const session = await bench.startCheckout(cookie, PRO);
  bench.stripe.orders.failures.push(refusal(503));
  expect((await purchasePage(cookie, session.id)).html).toContain("does not answer at the moment");
});

test("a purchase of another person is not there", async () => {
  const [{ cookie }, stranger] = [await signIn(), await signIn()];
  const session = await bench.startCheckout(cookie, PRO);
  expect((await purchasePage(stranger.cookie, session.id)).status).toBe(404);
  expect((await purchasePage(stranger.cookie, "cs_none")).status).toBe(404);
});

test("a double click makes one page for payment, and another plan closes the page before", async () => {
  const { cookie, userId } = await signIn();
  const [one, two] = await Promise.all([bench.startCheckout(cookie, PRO), bench.startCheckout(cookie, PRO)]);
  expect(two.id).toBe(one.id);
  expect(bench.stripe.state.sessions.size).toBe(1);
  const other = await bench.startCheckout(cookie, { plan: "business", interval: "month" });
  expect(one.status).toBe("expired");
  expect(other.status).toBe("open");
  expect((await bench.checkoutsOf(userId)).map(({ state }) => state).toSorted()).toEqual(["expired", "open"]);
});

test("a person with a subscription cannot buy a second one, also before the notification", async () => {
  const { cookie, userId } = await signIn();
  await bench.buy(cookie, PRO);
  const again = await post("/api/acta/billing/checkout", cookie, PRO);
  expect(await refusalOf(again)).toMatchObject({ status: 409, code: "already-subscribed" });
  expect(await bench.planOf(userId)).toBe("pro");
});

test("nothing is sold at another price than the one that is shown, and the operator is told", async () => {
  const { cookie } = await signIn();
  const price = bench.stripe.state.prices.get("price_local_pro_year");
  if (price) price.unit_amount = 14_500;
  const answer = await post("/api/acta/billing/checkout", cookie, PRO);
  expect(await refusalOf(answer)).toMatchObject({
    status: 503,
    code: "price-differs",
    message: "There was an error creating the payment session. Please try again.",
  });
  expect(bench.stripe.state.sessions.size).toBe(0);
});

test("a failure of Stripe is the specification's error", async () => {
  const { cookie } = await signIn();
  for (const [status, type] of [
    [402, "card_error"],
    [409, "invalid_request_error"],
    [429, "rate_limit_error"],
    [500, "api_error"],
  ] as const) {
    bench.stripe.orders.failures.push(refusal(status, type));
    const answer = await post("/api/acta/billing/checkout", cookie, PRO);
    expect(await refusalOf(answer)).toMatchObject({
      message: "Error creating checkout session. Please try again.",
    });
  }
});

test("a purchase that was cut off after Stripe had made its page gets the same page", async () => {
  const { cookie, userId } = await signIn();
  const session = await bench.startCheckout(cookie, PRO);
  // As if the answer had not been stored.
  await bench.db.update(checkouts).set({ sessionId: null, url: null }).where(eq(checkouts.workspaceId, userId));
  expect((await bench.startCheckout(cookie, PRO)).id).toBe(session.id);
});

test("a person whose name has changed since Stripe's answer was lost can buy all the same", async () => {
  const { cookie, userId } = await signIn();
  await bench.startCheckout(cookie, PRO);
  // As if the customer had not been stored.
  await bench.db.delete(billingCustomers).where(eq(billingCustomers.workspaceId, userId));
  await bench.db.update(users).set({ name: "Nora Puig Serra" }).where(eq(users.id, userId));
  const { customer } = await bench.startCheckout(cookie, { ...PRO, plan: "business" });
  expect(bench.stripe.state.customers.get(customer)).toMatchObject({ name: "Nora Puig Serra" });
});

test("a notification without Stripe's signature is refused", async () => {
  const { cookie, userId } = await signIn();
  await bench.buy(cookie, PRO);
  const body = JSON.stringify(bench.stripe.waiting[0]);
  for (const signature of ["", "t=1,v1=00", `t=${Math.floor(Date.now() / 1000)},v1=${"0".repeat(64)}`]) {
    const answer = await call("/api/webhooks/stripe", {
      method: "POST",
      body,
      headers: { "Stripe-Signature": signature },
    });
    expect(answer.status).toBe(401);
  }
  expect(await bench.planOf(userId)).toBe("free");
});

test("a notification that comes twice is worked off once, and one that failed is worked off later", async () => {
  const { cookie, userId } = await signIn();
  await bench.buy(cookie, PRO);
  const [event] = bench.stripe.waiting;
  if (!event) throw new Error("there is no notification");
  bench.stripe.orders.failures.push(refusal(500));
  expect((await bench.stripe.deliver(event)).status).toBe(503);
  expect((await bench.stripe.deliver(event)).status).toBe(200);
  const reads = vi.mocked(fetch).mock.calls.length;
  expect((await bench.stripe.deliver(event)).status).toBe(200);
  expect(vi.mocked(fetch).mock.calls).toHaveLength(reads);
  expect(await bench.planOf(userId)).toBe("pro");
  expect(await bench.db.select().from(stripeEvents).where(eq(stripeEvents.id, event.id))).toMatchObject([
    { doneAt: expect.any(Number) },
  ]);
});

test("the reconciliation finds a purchase of which nothing was heard", async () => {
  const { cookie, userId } = await signIn();
  await bench.buy(cookie, PRO);
  const later = Date.now() + CHECKOUT_LATE_MS;
  await reconcileBilling({ ...bench.services, now: () => later });
  expect(await bench.planOf(userId)).toBe("pro");
});

test("a cancelled plan runs until its paid time is over", async () => {
  const { cookie, userId } = await signIn();
  const { subscription } = await bench.buy(cookie, PRO);
  bench.stripe.state.cancelLater(subscription, true);
  await bench.deliverAll();
  expect(await bench.planOf(userId)).toBe("pro");
  const [row] = await bench.subscriptionsOf(userId);
  expect(row?.cancelsAt).toBe(row?.periodEndsAt);
  bench.stripe.state.renew(subscription);
  await bench.deliverAll();
  expect(await bench.planOf(userId)).toBe("free");
});

test("a failed payment leaves 14 days and one mail, their end another, and a later failure does not begin them again", async () => {
  const { cookie, userId } = await signIn();
  const { subscription } = await bench.buy(cookie, PRO);
  bench.stripe.state.renew(subscription, { fails: true });
  await bench.deliverAll();
  const [row] = await bench.subscriptionsOf(userId);
  const owedSince = row?.owedSince ?? 0;
  expect(await bench.planOf(userId, owedSince + PAYMENT_GRACE_MS - 1)).toBe("pro");
  expect(await bench.planOf(userId, owedSince + PAYMENT_GRACE_MS)).toBe("free");
  await reconcileBilling(bench.services);
  await reconcileBilling(bench.services);
  const mails = (await outboxOf(workerEnv, () => {}).newest()).filter(({ to }) => to.startsWith(userId));
  expect(mails.map(({ subject }) => subject)).toEqual(["A payment for Pro failed"]);
  const afterwards = { ...bench.services, now: () => owedSince + PAYMENT_GRACE_MS };
  await tellOwed(afterwards);
  await tellOwed(afterwards);
  const told = (await outboxOf(workerEnv, () => {}).newest()).filter(({ to }) => to.startsWith(userId));
  expect(told.map(({ subject }) => subject)).toEqual(["Your Pro plan has ended", "A payment for Pro failed"]);

  bench.stripe.state.renew(subscription, { fails: true });
  bench.stripe.state.giveUp(subscription);
  await bench.deliverAll();
  expect((await bench.subscriptionsOf(userId))[0]).toMatchObject({ status: "unpaid", owedSince });
  bench.stripe.state.payOwed(subscription);
  await bench.deliverAll();
  expect(await bench.planOf(userId, owedSince + PAYMENT_GRACE_MS)).toBe("pro");
});

test.each([
  { first: "A payment for Pro failed", isHeard: true },
  { first: null, isHeard: false },
])(
  "a plan that Stripe ends within the days of grace is mailed as ended once; its debt was heard of: $isHeard",
  async ({ first, isHeard }) => {
    const { cookie, userId } = await signIn();
    const { subscription } = await bench.buy(cookie, PRO);
    await bench.deliverAll();
    const subjects = async () =>
      (await outboxOf(workerEnv, () => {}).newest())
        .filter(({ to }) => to.startsWith(userId))
        .map(({ subject }) => subject);
    bench.stripe.state.renew(subscription, { fails: true });
    if (isHeard) await bench.deliverAll();
    await reconcileBilling(bench.services);
    bench.stripe.state.end(subscription, { reason: "payment_failed" });
    // A repeated notification makes no second mail.
    bench.stripe.waiting.push(...bench.stripe.waiting.map((event) => ({ ...event, id: `${event.id}-again` })));
    await bench.deliverAll();
    expect(await bench.planOf(userId)).toBe("free");
    await reconcileBilling(bench.services);
    const { endedAt } = (await bench.services.billing?.readSubscription(subscription.id, null)) ?? {};
    await tellOwed({ ...bench.services, now: () => (endedAt ?? 0) + PAYMENT_GRACE_MS });
    expect(await subjects()).toEqual(["Your Pro plan has ended", ...(first === null ? [] : [first])]);
  },
);

test("a plan that a person ends while a payment is owed is not mailed as ended", async () => {
  const { cookie, userId } = await signIn();
  const { subscription } = await bench.buy(cookie, PRO);
  bench.stripe.state.renew(subscription, { fails: true });
  bench.stripe.state.end(subscription);
  await bench.deliverAll();
  await reconcileBilling(bench.services);
  expect((await outboxOf(workerEnv, () => {}).newest()).filter(({ to }) => to.startsWith(userId))).toEqual([]);
});

test("owed invoices are found behind the first page of them", async () => {
  const { cookie, userId } = await signIn();
  const { subscription } = await bench.buy(cookie, { plan: "pro", interval: "month" });
  const first = bench.stripe.state.seconds() - 150 * 86_400;
  for (let each = 0; each < 150; each += 1) bench.stripe.state.renew(subscription, { fails: true });
  const oldest = [...bench.stripe.state.invoices.values()].find(({ status }) => status === "open");
  if (oldest) oldest.created = first;
  bench.stripe.waiting.splice(1);
  await bench.deliverAll();
  expect((await bench.subscriptionsOf(userId))[0]?.owedSince).toBe(first * 1000);
});

test("Stripe's pages are opened for the own subscription only, and change the plan at the shown price", async () => {
  const { cookie, userId } = await signIn();
  const stranger = await signIn();
  const { subscription } = await bench.buy(cookie, PRO);
  await bench.deliverAll();
  const change = { to: { part: "change", plan: "business", interval: "year" } };
  expect(await refusalOf(await post("/api/acta/billing/portal", stranger.cookie, change))).toMatchObject({
    code: "no-subscription",
    message: "Billing information not found. Please try again or contact support.",
  });
  const others = await post("/api/acta/billing/portal", stranger.cookie, { ...change, workspaceId: userId });
  expect(others.status).toBe(404);
  expect((await post("/api/acta/billing/portal", cookie, change)).status).toBe(200);
  const [portal] = [...bench.stripe.state.portals.values()];
  expect(portal?.flow.subscription_update_confirm).toMatchObject({
    subscription: subscription.id,
    items: [{ price: "price_local_business_year", quantity: "1" }],
  });
  bench.stripe.state.change(subscription, { price: "price_local_business_year" });
  await bench.deliverAll();
  expect(await bench.planOf(userId)).toBe("business");
});

test("a call that is running when a plan ends is counted all the same", async () => {
  const { cookie, userId } = await signIn();
  const { subscription } = await bench.buy(cookie, PRO);
  await bench.deliverAll();
  const ownership = ownedBy(userId);
  for (let each = 0; each < 15; each += 1) {
    const meetId = newMeetId();
    expect(await reserveForWorkspace(bench.db, { meetId, ownership, now: Date.now() })).toBe(true);
    expect(await chargeUsage(bench.db, { meetId, kind: "recording", ...ownership, at: Date.now() })).toBe(true);
  }
  const running = newMeetId();
  expect(await reserveForWorkspace(bench.db, { meetId: running, ownership, now: Date.now() })).toBe(true);
  bench.stripe.state.end(subscription);
  await bench.deliverAll();
  expect(await bench.planOf(userId)).toBe("free");
  expect(await chargeUsage(bench.db, { meetId: running, kind: "recording", ...ownership, at: Date.now() })).toBe(true);
  expect(await reserveForWorkspace(bench.db, { meetId: newMeetId(), ownership, now: Date.now() })).toBe(false);
});

test("the end of an account ends every subscription and closes pages for payment", async () => {
  const { cookie, userId } = await signIn();
  const { subscription } = await bench.buy(cookie, PRO);
  await bench.deliverAll();
  const connection = endSubscriptions(bench.services);
  await connection.end(userId, new AbortController().signal);
  await connection.end(userId, new AbortController().signal);
  expect(subscription.status).toBe("canceled");
  for (const table of [planHolds, subscriptions]) {
    expect(await bench.db.select().from(table).where(eq(table.workspaceId, userId))).toEqual([]);
  }
});

test("the notification of a subscription's end that comes after its account is gone leaves no row behind", async () => {
  const { cookie, userId } = await signIn();
  const { subscription } = await bench.buy(cookie, PRO);
  await bench.deliverAll();
  await endSubscriptions(bench.services).end(userId, new AbortController().signal);
  await bench.db.delete(workspaces).where(eq(workspaces.id, userId));
  expect(bench.stripe.waiting.length).toBeGreaterThan(0);
  await bench.deliverAll();
  expect(await readingsOf(subscription.id)).toEqual([]);
});

test("a page that is paid after its account was deleted charges nothing further", async () => {
  const { cookie, userId } = await signIn();
  const { subscription } = await bench.buy(cookie, PRO);
  await bench.db.delete(workspaces).where(eq(workspaces.id, userId));
  const deletion = { userId, email: null, locale: "en", requestedAt: 1, finishedAt: 2 };
  await bench.db.insert(accountDeletions).values(deletion);
  await bench.deliverAll();
  expect(subscription.status).toBe("canceled");
  await bench.deliverAll();
  expect(await readingsOf(subscription.id)).toEqual([]);
});

const readingsOf = (subscriptionId: string) =>
  bench.db.select().from(subscriptionReads).where(eq(subscriptionReads.id, subscriptionId));

test("a customer that Stripe does not have any more keeps no account from its end", async () => {
  const { cookie, userId } = await signIn();
  const { session } = await bench.buy(cookie, PRO);
  await bench.deliverAll();
  bench.stripe.state.customers.delete(session.customer);
  await endSubscriptions(bench.services).end(userId, new AbortController().signal);
  expect(await bench.db.select().from(billingCustomers).where(eq(billingCustomers.workspaceId, userId))).toEqual([]);
});

test("without Stripe the pages say that payments are off, and nothing can be bought", async () => {
  const { cookie, userId } = await signIn();
  const actor = { userId, workspaceId: personalWorkspaceOf(userId) };
  const person = { name: "Nora", email: null, locale: "en" } as const;
  const asked = { actor, person, plan: "pro", interval: "month" } as const;
  expect(await startCheckout({ ...bench.services, billing: null }, asked)).toEqual({
    ok: false,
    reason: "payments-off",
  });
  const email = bench.services.config.contactEmail;
  for (const path of ["/pricing", "/seats"]) {
    const request = new Request(`${ORIGIN}${path}`, { headers: { Cookie: cookie } });
    const context = createExecutionContext();
    const page = await (await worker.fetch(request, { ...workerEnv, BILLING_ENGINE: "none" }, context)).text();
    await waitOnExecutionContext(context);
    expect(page).toContain(`Payments are off here. Whoever runs this server can grant you a plan: ${email}`);
    expect(page).not.toContain("Continue to payment");
  }
});

test("a person who comes back from Stripe's pages sees the change before its notification", async () => {
  const { cookie } = await signIn();
  const { subscription } = await bench.buy(cookie, PRO);
  await bench.deliverAll();
  bench.stripe.state.change(subscription, { price: "price_local_business_year" });
  const back = await exports.default.fetch(`${ORIGIN}/settings?billing=back`, {
    headers: { Cookie: cookie },
    redirect: "manual",
  });
  expect([back.status, back.headers.get("Location")]).toEqual([302, "/settings#plan"]);
  const section = (await (await call("/settings", { cookie })).text()).split('id="plan"')[1];
  expect(section).toContain("Business");
});

test("a team that owes a payment for longer than the grace is ended with its subscription, so that nothing is charged later", async () => {
  const { cookie } = await signIn();
  const { workspaceId, subscription } = await bench.buyTeam(cookie);
  await bench.deliverAll();
  bench.stripe.state.renew(subscription, { fails: true });
  const owedBefore = bench.stripe.state.seconds() - 15 * 86_400;
  for (const invoice of bench.stripe.state.invoices.values())
    if (invoice.status === "open") invoice.created = owedBefore;
  await bench.deliverAll();
  expect(subscription.status).toBe("past_due");
  expect((await call("/api/acta/team", { method: "DELETE", cookie })).status).toBe(200);
  expect(subscription.status).toBe("canceled");
  expect(await bench.subscriptionsOf(workspaceId)).toEqual([]);
});

test("an administrator who comes back from Stripe's pages sees the team's change; a member reads nothing", async () => {
  const [nora, otto] = [await signIn(), await signIn()];
  const { workspaceId, subscription } = await bench.buyTeam(nora.cookie);
  await bench.deliverAll();
  const [team] = await bench.db.select().from(teams).where(eq(teams.workspaceId, workspaceId));
  expect(team?.name).toBe("Agenda");
  await bench.db.insert(members).values({ workspaceId, userId: otto.userId, role: "member", joinedAt: 1 });
  bench.stripe.state.cancelLater(subscription, true);
  const comeBack = async ({ cookie }: { cookie: string }) => {
    const back = await exports.default.fetch(`${ORIGIN}/settings?billing=team`, {
      headers: { Cookie: cookie },
      redirect: "manual",
    });
    expect([back.status, back.headers.get("Location")]).toEqual([302, "/settings#team"]);
    return (await bench.subscriptionsOf(workspaceId))[0]?.cancelsAt ?? null;
  };
  expect(await comeBack(otto)).toBeNull();
  expect(await comeBack(nora)).toBeGreaterThan(Date.now());
  const portal = await post("/api/acta/billing/portal", nora.cookie, { to: { part: "overview" }, workspaceId });
  expect(portal.status).toBe(200);
  expect([...bench.stripe.state.portals.values()].at(-1)?.returnUrl).toBe(`${ORIGIN}/settings?billing=team`);
});

test.each([
  [{ company: "Clínica Sol" }, undefined, "Clínica Sol"],
  [{ locale: "en" }, "  Agenda  ", "Agenda"],
  [{ locale: "en" }, "", "Our team"],
  [{ locale: "fr" }, undefined, "Notre équipe"],
])("a team of %j that is called %j is %s, and never the person's name", async (person, name, expected) => {
  const { cookie, userId } = await signIn({ name: "Nora Puig" });
  await bench.db.update(users).set(person).where(eq(users.id, userId));
  const emails = ["a@team.test", "b@team.test", "c@team.test"];
  const order = { emails, interval: "year", ...(name === undefined ? {} : { name }) };
  expect((await post("/api/acta/team/order", cookie, order)).status).toBe(200);
  const mine = bench.db
    .select({ name: teams.name })
    .from(teams)
    .innerJoin(members, eq(members.workspaceId, teams.workspaceId));
  expect(await mine.where(eq(members.userId, userId))).toEqual([{ name: expected }]);
});
