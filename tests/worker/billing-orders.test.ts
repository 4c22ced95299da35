import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { CHECKOUT_LATE_MS, SUBSCRIPTION_READ_EVERY_MS } from "#app/domain/limits/billing.ts";
import { planEndOf } from "#app/domain/plan/subscription.ts";
import { takeEvent } from "#app/server/billing/checkouts.ts";
import { readPurchase } from "#app/server/billing/read-purchase.ts";
import { reconcileBilling } from "#app/server/billing/reconcile.ts";
import { planHolds, stripeEvents } from "#app/server/db/schema-billing.ts";
import { teams } from "#app/server/db/schema-teams.ts";
import { refusal } from "#tests/fakes/stripe.ts";
import { openBilling } from "#tests/support/billing-bench.ts";
import { signIn } from "#tests/support/sign-in.ts";

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
  const { state, waiting, deliver, orders } = bench.stripe;
  const { cookie, userId } = await signIn();
  const { subscription } = await bench.buy(cookie, { plan: "pro", interval: "month" });
  await bench.deliverAll();
  state.change(subscription, { price: "price_local_business_month" });
  const [first] = waiting.splice(0);
  state.end(subscription);
  const [second] = waiting.splice(0);
  if (!first || !second) throw new Error("the notifications are missing");
  // The first reading gets the state before the end, and is answered after the second one.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const old = structuredClone(subscription);
  old.status = "active";
  old.ended_at = null;
  let asked = () => {};
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  orders.failures.push(async () => {
    asked();
    await held;
    return Response.json(old);
  });
  const slow = deliver(first);
  await isAsked;
  expect((await deliver(second)).status).toBe(200);
  release();
  expect((await slow).status).toBe(200);
  expect(await bench.planOf(userId)).toBe("free");
});

test.each([
  { tries: 1, plan: "pro" },
  { tries: 3, plan: "free" },
])("a notification that is overtaken $tries times by a reading that fails is not lost", async ({ tries, plan }) => {
  const bench = openBilling();
  const { failures } = bench.stripe.orders;
  const { billing } = bench.services;
  if (billing === null) throw new Error("payments are off");
  const { cookie, userId } = await signIn();
  const { session } = await bench.buy(cookie, { plan: "pro", interval: "month" });
  bench.stripe.waiting.length = 0;
  // The page after the payment asks for the checkout and for its subscription while the notification's reading waits for Stripe.
  const overtake = async () => {
    failures.unshift(() => null, refusal(500));
    expect(await readPurchase(bench.services, { userId }, session.id)).toMatchObject({ value: { state: "unread" } });
    return null;
  };
  failures.push(() => null, ...Array.from({ length: tries }, () => overtake));
  const event = {
    id: `evt_${userId}`,
    type: "checkout.session.completed",
    subscriptionId: null,
    sessionId: session.id,
  };
  await takeEvent({ ...bench.services, billing }, event);
  expect(failures).toEqual([]);
  expect(await bench.planOf(userId)).toBe(plan);
  const doneAt = async () =>
    (await bench.db.select().from(stripeEvents).where(eq(stripeEvents.id, event.id)))[0]?.doneAt;
  expect((await doneAt()) !== null).toBe(plan === "pro");
  const later = Date.now() + CHECKOUT_LATE_MS;
  await reconcileBilling({ ...bench.services, mailer: null, now: () => later });
  expect(await bench.planOf(userId)).toBe("pro");
  expect(await doneAt()).toEqual(expect.any(Number));
});

test.each(["the same notification", "the daily reading"])(
  "a paid team that could not begin because D1 failed begins with %s",
  async (repair) => {
    const bench = openBilling();
    const { cookie } = await signIn();
    const { workspaceId } = await bench.buyTeam(cookie);
    const [event] = bench.stripe.waiting.splice(0);
    if (!event) throw new Error("the notification is missing");
    const activatedAt = async () =>
      (await bench.db.select().from(teams).where(eq(teams.workspaceId, workspaceId)))[0]?.activatedAt;
    await env.DB.exec(
      "create trigger d1_fails before update of activated_at on teams begin select raise(abort, 'D1 failed'); end",
    );
    expect((await bench.stripe.deliver(event)).status).toBe(503);
    await env.DB.exec("drop trigger d1_fails");
    expect((await bench.subscriptionsOf(workspaceId))[0]).toMatchObject({ status: "active" });
    expect(await activatedAt()).toBeNull();
    if (repair === "the same notification") await bench.stripe.deliver(event);
    else {
      const later = Date.now() + SUBSCRIPTION_READ_EVERY_MS + 1;
      await reconcileBilling({ ...bench.services, mailer: null, now: () => later });
    }
    expect(await activatedAt()).toEqual(expect.any(Number));
  },
);
