import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { CHECKOUT_LATE_MS, SUBSCRIPTION_READ_EVERY_MS } from "#app/domain/limits/billing.ts";
import { planEndOf } from "#app/domain/plan/subscription.ts";
import { closeOrders } from "#app/server/billing/checkouts.ts";
import { endPayments } from "#app/server/billing/end-subscriptions.ts";
import { changeSeats } from "#app/server/billing/change-seats.ts";
import { seatsOf } from "#app/server/workspace/plan-of.ts";
import { projectSubscription } from "#app/server/billing/project-subscription.ts";
import { reconcileBilling } from "#app/server/billing/reconcile.ts";
import { startCheckout } from "#app/server/billing/start-checkout.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { checkouts, planHolds } from "#app/server/db/schema-billing.ts";
import { teamInvitations, teams } from "#app/server/db/schema-teams.ts";
import { refusal, STRIPE_ORIGIN } from "#tests/fakes/stripe.ts";
import { openBilling } from "#tests/support/billing-bench.ts";
import { call, post, refusalOf } from "#tests/support/api.ts";
import { makeTeam } from "#tests/support/make-team.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { outboxOf } from "#workers/compose/engines.ts";

/** After any order of events, lost and repeated notifications and failures of Stripe, our state is Stripe's. */

afterEach(() => vi.restoreAllMocks());

const happening = fc.constantFrom(
  "renew",
  "renew-fails",
  "pay",
  "give-up",
  "cancel",
  "resume",
  "to-business",
  "to-pro",
  "end",
);
/** The fate of each notification. `twice-at-once` reads Stripe in two requests that cross. */
const fate = fc.constantFrom("delivered", "lost", "twice", "twice-at-once", "fails-then-comes", "late");

test("our state equals Stripe's after any order of events and crashes", async () => {
  const bench = openBilling();
  const { state, waiting, deliver, orders } = bench.stripe;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(happening, fate), { maxLength: 6 }),
      fc.infiniteStream(fc.nat(1000)),
      async (steps, picks) => {
        const { cookie, userId } = await signIn();
        const { subscription } = await bench.buy(cookie, { plan: "pro", interval: "month" });
        const acts: Record<string, () => void> = {
          renew: () => state.renew(subscription),
          "renew-fails": () => state.renew(subscription, { fails: true }),
          pay: () => state.payOwed(subscription),
          "give-up": () => state.giveUp(subscription),
          cancel: () => state.cancelLater(subscription, true),
          resume: () => state.cancelLater(subscription, false),
          "to-business": () => state.change(subscription, { price: "price_local_business_month" }),
          "to-pro": () => state.change(subscription, { price: "price_local_pro_month" }),
          end: () => state.end(subscription),
        };
        const pick = () => picks.next().value ?? 0;
        for (const [what, becomes] of steps) {
          acts[what]?.();
          if (becomes === "late") continue;
          while (waiting.length > 0) {
            const [event] = waiting.splice(pick() % waiting.length, 1);
            if (!event || becomes === "lost") continue;
            if (becomes === "fails-then-comes") {
              orders.failures.push(refusal(500));
            }
            await Promise.all([deliver(event), ...(becomes === "twice-at-once" ? [deliver(event)] : [])]);
            if (becomes === "twice") await deliver(event);
            if (becomes === "fails-then-comes") await deliver(event);
          }
        }
        orders.failures.length = 0;
        // Notifications that still wait are lost, and a day passes.
        waiting.length = 0;
        const later = Date.now() + SUBSCRIPTION_READ_EVERY_MS + 1;
        await reconcileBilling({ ...bench.services, mailer: null, now: () => later });

        const truth = await bench.services.billing?.readSubscription(subscription.id, null);
        const [hold] = await bench.db.select().from(planHolds).where(eq(planHolds.id, subscription.id));
        expect(truth).toBeTruthy();
        if (!truth) return;
        expect(hold).toMatchObject({ workspaceId: userId, plan: truth.plan, seats: null, endsAt: planEndOf(truth) });
        const { status, interval, periodEndsAt, cancelsAt, owedSince } = truth;
        expect((await bench.subscriptionsOf(userId))[0]).toMatchObject({
          status,
          interval,
          periodEndsAt,
          cancelsAt,
          owedSince,
        });
      },
    ),
    { numRuns: 12 },
  );
});

test("of two readings that cross, the one that began last is stored", async () => {
  const bench = openBilling();
  const { state, waiting, deliver } = bench.stripe;
  const { cookie, userId } = await signIn();
  const { subscription } = await bench.buy(cookie, { plan: "pro", interval: "month" });
  await bench.deliverAll();
  state.change(subscription, { price: "price_local_business_month" });
  const [first] = waiting.splice(0);
  // The first reading gets the state before the end, and is answered after the second one.
  const slow = await deliverSlowly(bench, first, subscription);
  state.end(subscription);
  const [second] = waiting.splice(0);
  if (!second) throw new Error("the notification is missing");
  expect((await deliver(second)).status).toBe(200);
  slow.release();
  expect((await slow.answer).status).toBe(200);
  expect(await bench.planOf(userId)).toBe("free");
});

test("a reading is stored although a later one has begun, and a later one that fails takes nothing away", async () => {
  const bench = openBilling();
  const { state, waiting, deliver, orders } = bench.stripe;
  const { cookie, userId } = await signIn();
  const { subscription } = await bench.buy(cookie, { plan: "pro", interval: "month" });
  await bench.deliverAll();
  state.change(subscription, { price: "price_local_business_month" });
  const [event] = waiting.splice(0);
  if (!event) throw new Error("the notification is missing");
  const slow = await deliverSlowly(bench, event, subscription);
  orders.failures.push(refusal(500));
  expect((await deliver({ ...event, id: `${event.id}-again` })).status).toBe(503);
  slow.release();
  expect((await slow.answer).status).toBe(200);
  expect(await bench.planOf(userId)).toBe("business");
});

test("a paid team that could not begin because the database failed begins with the next notification", async () => {
  const bench = openBilling();
  const { waiting, deliver } = bench.stripe;
  const { cookie } = await signIn();
  const { workspaceId } = await bench.buyTeam(cookie);
  const event = waiting.find(({ type }) => type === "customer.subscription.created");
  if (!event) throw new Error("the notification is missing");
  const activatedAt = async () => (await bench.db.select().from(teams).where(eq(teams.workspaceId, workspaceId)))[0];
  await env.DB.exec("create trigger fails before update on teams begin select raise(abort, 'the disk failed'); end");
  try {
    expect((await deliver(event)).status).toBe(503);
    expect(await activatedAt()).toMatchObject({ activatedAt: null });
  } finally {
    await env.DB.exec("drop trigger fails");
  }
  expect((await deliver(event)).status).toBe(200);
  expect(await activatedAt()).toMatchObject({ activatedAt: expect.any(Number) });
});

/** A team that its administrator has ordered and not paid for, and the purchase of its seats. */
async function orderedTeam(bench: Bench) {
  const { userId } = await signIn();
  const workspaceId = await makeTeam({ owner: { userId } });
  await bench.db.update(teams).set({ activatedAt: null }).where(eq(teams.workspaceId, workspaceId));
  const person = { name: "Nora", email: null, locale: "en" } as const;
  const order = { workspaceId, plan: "team", interval: "year", seats: 4 } as const;
  return {
    userId,
    workspaceId,
    buy: () => startCheckout(bench.services, { actor: sessionActor(userId), person, ...order }),
  };
}

test.each([
  ["another purchase", (bench: Bench) => bench.db.update(checkouts).set({ state: "expired" })],
  [
    "an accepted invitation",
    async (bench: Bench, { userId }: Ordered) => {
      await makeTeam({ owner: await signIn(), others: [{ userId }] });
      await closeOrders(bench.services, userId);
    },
  ],
  [
    "the end of the team",
    (bench: Bench, { workspaceId }: Ordered) =>
      endPayments(bench.services, [workspaceId], new AbortController().signal),
  ],
])("a page for payment that %s closes while Stripe makes it cannot be paid", async (_name, close) => {
  const bench = openBilling();
  const ordered = await orderedTeam(bench);
  const pass = () => null;
  // After the price and the customer.
  bench.stripe.orders.failures.push(pass, pass, async () => {
    await close(bench, ordered);
    return null;
  });
  expect(await ordered.buy()).toEqual({ ok: false, reason: "unavailable" });
  expect([...bench.stripe.state.sessions.values()].map(({ status }) => status)).toEqual(["expired"]);
});

test("a purchase that is paid while a second one begins is not sold again", async () => {
  const bench = openBilling();
  const { buy, workspaceId } = await orderedTeam(bench);
  await buy();
  const [session] = bench.stripe.state.sessions.values();
  if (!session) throw new Error("there is no page");
  bench.stripe.orders.failures.push(async () => {
    bench.stripe.state.pay(session);
    await reconcileBilling({ ...bench.services, mailer: null, now: () => Date.now() + CHECKOUT_LATE_MS });
    return null;
  });
  expect(await buy()).toEqual({ ok: false, reason: "already-subscribed" });
  expect(bench.stripe.state.sessions.size).toBe(1);
  expect(await bench.subscriptionsOf(workspaceId)).toHaveLength(1);
});

test("a person who is in a paid team cannot pay for another one that they had ordered before", async () => {
  const bench = openBilling();
  const { buy, userId } = await orderedTeam(bench);
  const other = await signIn();
  await makeTeam({ owner: other, others: [{ userId }] });
  expect(await buy()).toEqual({ ok: false, reason: "already-subscribed" });
  expect(bench.stripe.state.sessions.size).toBe(0);
});

/** A paid team of four seats with one person in it, and Stripe's page that changes it from a year to a month, which is open. */
async function changedTeam(bench: Bench) {
  const { cookie } = await signIn();
  const { workspaceId, subscription } = await bench.buyTeam(cookie);
  await bench.deliverAll();
  await bench.db.delete(teamInvitations).where(eq(teamInvitations.workspaceId, workspaceId));
  const openPage = (interval: string) =>
    post("/api/acta/billing/portal", cookie, { workspaceId, to: { part: "change", plan: "team", interval } });
  expect((await openPage("month")).status).toBe(200);
  const [portal] = [...bench.stripe.state.portals.values()];
  return {
    cookie,
    workspaceId,
    subscription,
    openPage,
    setSeats: (seats: number) => call("/api/acta/team/seats", { method: "PUT", cookie, json: { seats } }),
    change: (seats: number) => changeSeats(bench.services, { workspaceId, seats, taken: sql`1` }),
    /** The press of the page's button; its notification is the only one that waits then. */
    confirm: async () => {
      bench.stripe.waiting.length = 0;
      const page = `${STRIPE_ORIGIN}/stripe/portal/${portal?.id}`;
      const answer = await bench.stripe.answer(new Request(page, { method: "POST", body: "confirm=yes" }));
      expect(answer?.status).toBe(303);
      expect(quantityOf(subscription)).toBe(4);
    },
    /** The price and the number of seats at Stripe, and what is stored of them. */
    terms: async () => {
      const [row] = await bench.subscriptionsOf(workspaceId);
      return {
        stripe: [subscription.items.data[0]?.price.recurring.interval, quantityOf(subscription)],
        stored: [row?.interval, row?.seats],
        seats: await seatsOf(bench.db, workspaceId, Date.now()),
      };
    },
  };
}

const quantityOf = (subscription: { items: { data: { quantity: number }[] } }) => subscription.items.data[0]?.quantity;
const monthly = (seats: number) => ({ stripe: ["month", seats], stored: ["month", seats], seats });

test.each([
  [6, "the notification", (bench: Bench) => bench.deliverAll()],
  [3, "the notification", (bench: Bench) => bench.deliverAll()],
  [6, "the way back", (_bench: Bench, cookie: string) => call("/settings?billing=team", { cookie })],
  [
    3,
    "the reconciliation",
    (bench: Bench) =>
      reconcileBilling({ ...bench.services, mailer: null, now: () => Date.now() + SUBSCRIPTION_READ_EVERY_MS + 1 }),
  ],
])(
  "Stripe's page for another interval that was opened before the seats became %i leaves them so: %s",
  async (seats, _way, read) => {
    const bench = openBilling();
    const { cookie, confirm, setSeats, terms } = await changedTeam(bench);
    expect((await setSeats(seats)).status).toBe(200);
    await confirm();
    await read(bench, cookie);
    expect(await terms()).toEqual(monthly(seats));
    // Its own notification changes nothing more.
    await bench.deliverAll();
    expect(await terms()).toEqual(monthly(seats));
  },
);

test("the agreed seats are set again after a failure of Stripe, and where it refuses them the paid number counts", async () => {
  const bench = openBilling();
  const { waiting, deliver, orders } = bench.stripe;
  const { confirm, setSeats, terms, subscription } = await changedTeam(bench);
  await setSeats(6);
  await confirm();
  const [event] = waiting.splice(0);
  if (!event) throw new Error("the notification is missing");
  const pass = () => null;
  orders.failures.push(pass, refusal(500));
  expect((await deliver(event)).status).toBe(503);
  expect((await terms()).stored).toEqual(["year", 6]);
  orders.failures.push(pass, refusal(402, "card_error"));
  expect((await deliver(event)).status).toBe(200);
  expect(await terms()).toEqual(monthly(4));
  // From now on that is the agreed number.
  await setSeats(5);
  await bench.deliverAll();
  expect(await terms()).toEqual(monthly(5));
  expect(subscription.status).toBe("active");
});

test("a page that is confirmed while the seats are changed leaves the number of the change", async () => {
  const bench = openBilling();
  const { orders, state } = bench.stripe;
  const { billing } = bench.services;
  if (billing === null) throw new Error("payments are off");
  const { change, terms, subscription } = await changedTeam(bench);
  const confirm = (price: string) => state.change(subscription, { price, quantity: 4 });
  expect(await change(5)).toMatchObject({ ok: true });
  // A change first reads what is paid. Before Stripe has the change: another reading waits for its end.
  const isRead = () => null;
  let meanwhile: unknown;
  orders.failures.push(isRead, async () => {
    confirm("price_local_team_month");
    meanwhile = await projectSubscription({ ...bench.services, billing }, subscription.id).catch(String);
    return null;
  });
  expect(await change(6)).toEqual({ ok: true, value: { seats: 6 } });
  expect(meanwhile).toContain("stripe failed");
  expect(await terms()).toEqual(monthly(6));
  // After Stripe has it, and before it is read.
  orders.failures.push(
    isRead,
    () => null,
    () => {
      confirm("price_local_team_year");
      return null;
    },
  );
  expect(await change(7)).toEqual({ ok: true, value: { seats: 7 } });
  expect(await terms()).toEqual({ stripe: ["year", 7], stored: ["year", 7], seats: 7 });
  await bench.deliverAll();
  expect((await terms()).stripe).toEqual(["year", 7]);
});

test("a number of seats that an operator sets at Stripe is kept, and Stripe's page is not opened for the terms of now", async () => {
  const bench = openBilling();
  const { openPage, terms, subscription } = await changedTeam(bench);
  bench.stripe.state.change(subscription, { quantity: 9 });
  await bench.deliverAll();
  expect(await terms()).toEqual({ stripe: ["year", 9], stored: ["year", 9], seats: 9 });
  expect(await refusalOf(await openPage("year"))).toMatchObject({ status: 422, code: "invalid-payload" });
});

type Ordered = Awaited<ReturnType<typeof orderedTeam>>;
type Bench = ReturnType<typeof openBilling>;

/**
 * Delivers a notification whose reading gets the subscription as it is now, and is answered when it is released. Both sides look at a
 * variable instead of waiting for a promise: one that another request resolves may never continue in workerd.
 */
async function deliverSlowly(
  { stripe: { deliver, orders } }: Bench,
  event: Bench["stripe"]["waiting"][number] | undefined,
  subscription: object,
) {
  if (!event) throw new Error("the notification is missing");
  const seen = structuredClone(subscription);
  const state = { isAsked: false, isReleased: false };
  orders.failures.push(async () => {
    state.isAsked = true;
    await vi.waitUntil(() => state.isReleased, WAIT);
    return Response.json(seen);
  });
  const answer = deliver(event);
  await vi.waitUntil(() => state.isAsked, WAIT);
  return {
    answer,
    release() {
      state.isReleased = true;
    },
  };
}

const WAIT = { timeout: 60_000, interval: 5 };

function signal() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}

/** D1 that waits before the first statement of this kind. */
function pausedBefore(part: string, pause: () => Promise<void>) {
  let isPassed = false;
  const waiting = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        if (name === "bind") return (...values: unknown[]) => waiting(target.bind(...values));
        return async (...given: unknown[]) => {
          if (!isPassed) {
            isPassed = true;
            await pause();
          }
          return Reflect.apply(value, target, given);
        };
      },
    });
  const prepare = (text: string) => (text.includes(part) ? waiting(env.DB.prepare(text)) : env.DB.prepare(text));
  return openDatabase(
    new Proxy(env.DB, {
      get: (target, name) => (name === "prepare" ? prepare : Reflect.get(target, name, target)),
    }),
  );
}

test("of two purchases at once one page can be paid, whenever Stripe makes the other's", async () => {
  const bench = openBilling();
  const { userId } = await signIn();
  const actor = sessionActor(userId);
  const person = { name: "Nora Puig", email: null, locale: "en" as const };
  const [made, seen] = [signal(), signal()];
  // The first has its page at Stripe, and has not noted it.
  const first = startCheckout(
    {
      ...bench.services,
      db: pausedBefore(`update "checkouts" set "session_id"`, async () => {
        made.resolve();
        await seen.promise;
      }),
    },
    { actor, person, plan: "pro", interval: "month" },
  );
  await made.promise;
  // The second has read that there is no page, and closes it in the moment in which it is noted.
  const second = startCheckout(
    {
      ...bench.services,
      db: pausedBefore(`update "checkouts" set "state"`, async () => {
        seen.resolve();
        await first;
      }),
    },
    { actor, person, plan: "business", interval: "month" },
  );
  expect([await first, await second]).toMatchObject([{ ok: true }, { ok: true }]);
  const open = [...bench.stripe.state.sessions.values()].filter(({ status }) => status === "open");
  expect(open.map(({ metadata }) => metadata["plan"])).toEqual(["business"]);
  expect(bench.stripe.state.subscriptions.size).toBe(0);
});

test("two active subscriptions are told to the payer once, and to the operator with their ids", async () => {
  const bench = openBilling();
  const { cookie, userId } = await signIn();
  const { subscription } = await bench.buy(cookie, { plan: "pro", interval: "month" });
  await bench.deliverAll();
  // Paid at a page that was open beside the first.
  const { state } = bench.stripe;
  const [session] = [...state.sessions.values()];
  if (!session) throw new Error("there is no page");
  const twin = { ...session, id: "cs_twin", status: "open" as const };
  state.sessions.set(twin.id, twin);
  state.pay(twin);
  await bench.deliverAll();
  const ids = [...state.subscriptions.keys()].filter(
    (id) => state.subscriptions.get(id)?.customer === subscription.customer,
  );
  const logged: unknown[] = [];
  const log = (event: string, facts?: object) => {
    if (event === "billing.subscription.double") logged.push(facts);
  };
  const mailer = outboxOf(workerEnv, () => {});
  for (let time = 0; time < 2; time += 1) await reconcileBilling({ ...bench.services, mailer, log });
  const told = { workspaceId: userId, subscriptions: ids.toSorted().toReversed().join(" ") };
  expect(logged).toEqual([told, told]);
  const mails = (await mailer.newest()).filter(({ to }) => to === `${userId}@example.test`);
  expect(mails.map(({ subject, text }) => [subject, text.includes("To get the second payment back")])).toEqual([
    ["You pay for Pro twice", true],
  ]);
});

test("seats are granted when they are paid: a charge that fails or waits for the bank leaves the old number", async () => {
  const bench = openBilling();
  const { state } = bench.stripe;
  const { setSeats, terms, subscription } = await changedTeam(bench);
  const yearly = (seats: number) => ({ stripe: ["year", seats], stored: ["year", seats], seats });
  state.declined.add(subscription.customer);
  const refused = await setSeats(6);
  expect([refused.status, (await refusalOf(refused)).code]).toEqual([402, "seats-unpaid"]);
  await bench.deliverAll();
  expect(await terms()).toEqual(yearly(4));
  // They confirm the charge at their bank.
  state.declined.clear();
  state.payOwed(subscription);
  await bench.deliverAll();
  expect(await terms()).toEqual(yearly(6));
});

test("a seat that was given up comes back without a charge within its paid time, and not in the next one", async () => {
  const bench = openBilling();
  const { state } = bench.stripe;
  const { setSeats, terms, subscription } = await changedTeam(bench);
  state.declined.add(subscription.customer);
  for (const seats of [3, 4, 3, 4]) expect((await setSeats(seats)).status).toBe(200);
  expect((await terms()).seats).toBe(4);
  expect((await setSeats(5)).status).toBe(402);
  expect((await setSeats(3)).status).toBe(200);
  state.renew(subscription);
  await bench.deliverAll();
  expect((await setSeats(4)).status).toBe(402);
  expect((await terms()).seats).toBe(3);
});

test("no seat is added while a payment is owed, and seats can be given up", async () => {
  const bench = openBilling();
  const { state } = bench.stripe;
  const { setSeats, terms, subscription } = await changedTeam(bench);
  state.renew(subscription, { fails: true });
  await bench.deliverAll();
  const refused = await setSeats(6);
  expect([refused.status, (await refusalOf(refused)).code]).toEqual([402, "payment-owed"]);
  expect((await terms()).seats).toBe(4);
  expect((await setSeats(3)).status).toBe(200);
  state.payOwed(subscription);
  await bench.deliverAll();
  expect((await setSeats(6)).status).toBe(200);
  expect((await terms()).seats).toBe(6);
});
