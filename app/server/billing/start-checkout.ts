import { and, eq, inArray, sql } from "drizzle-orm";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { randomId } from "#app/domain/ids.ts";
import { type Locale, parseLocale } from "#app/domain/languages.ts";
import { CHECKOUT_CLOSE_TRIES_MAX, CHECKOUT_MS, TEAM_SEATS_MAX, TEAM_SEATS_MIN } from "#app/domain/limits/billing.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { CURRENCY, type Interval, priceOf } from "#app/domain/plan/prices.ts";
import type { SoldPlan } from "#app/domain/plan/plans.ts";
import { isUnderWay } from "#app/domain/plan/subscription.ts";
import { administered } from "#app/server/billing/administered.ts";
import { isIncluded } from "#app/server/workspace/plan-of.ts";
import type { Services } from "#app/server/services.ts";
import type { BillingNeeds, BillingServices } from "#app/server/billing/project-subscription.ts";
import { closeAsRead, closeOrders, isInOtherTeam, isUnwanted, settleCheckout } from "#app/server/billing/checkouts.ts";
import { billingCustomers, checkouts, subscriptions } from "#app/server/db/schema-billing.ts";
import { takenSeats } from "#app/server/workspace/find-team.ts";

type CheckoutAsked = {
  actor: Pick<PersonActor, "userId" | "workspaceId">;
  person: { name: string; email: string | null; locale: Locale };
  /** The caller's personal workspace where it is left out. */
  workspaceId?: string | undefined;
  plan: SoldPlan;
  interval: Interval;
  /** Of a team. */
  seats?: number | undefined;
};
type CheckoutRefusal =
  | "payments-off"
  | "not-found"
  | "invalid-payload"
  | "already-subscribed"
  | "plan-included"
  | "seats-taken"
  | "price-differs"
  | "unavailable";

type Wanted = { workspaceId: string; plan: SoldPlan; interval: Interval; seats: number | null };

/**
 * Begins a purchase and returns the address of Stripe's page. Price, seats and customer are the server's. A workspace has one open
 * purchase: the same one asked again gets the same page, another one closes the page before.
 */
export async function startCheckout(
  services: BillingServices & Pick<Services, "config">,
  asked: CheckoutAsked,
): Promise<Outcome<{ url: string }, CheckoutRefusal>> {
  const { billing, db } = services;
  if (billing === null) return refused("payments-off");
  const needs = { ...services, billing };
  const workspace = await administered(db, asked.actor, asked.workspaceId);
  if (workspace === null) return refused("not-found");
  const { plan, interval } = asked;
  const seats = plan === "team" ? (asked.seats ?? 0) : null;
  if ((plan === "team") !== workspace.isTeam) return refused("invalid-payload");
  if (seats !== null && (seats < TEAM_SEATS_MIN || seats > TEAM_SEATS_MAX)) return refused("invalid-payload");
  const wanted = { workspaceId: workspace.workspaceId, plan, interval, seats };

  if (await isSubscribed(needs, wanted.workspaceId)) return refused("already-subscribed");
  // One person is in one paid team: an order from before they joined another one is not paid any more.
  const { userId } = asked.actor;
  if (workspace.isTeam && (await isInOtherTeam(db, userId, wanted.workspaceId))) return refused("already-subscribed");
  if (!workspace.isTeam && (await isIncluded(db, wanted.workspaceId, plan))) return refused("plan-included");
  // A team whose subscription ran out still has its members: each has the plan, so each needs a seat.
  if (seats !== null && seats < (await countTaken(needs, wanted.workspaceId))) return refused("seats-taken");
  if (!(await isPriceRight(needs, plan, interval))) return refused("price-differs");
  const open = await clearOpen(needs, wanted);
  if (open === "paid") return refused("already-subscribed");
  if (open === "unclear") return refused("unavailable");
  if (open !== null) return ok(open);
  // Again: an earlier page that was paid and noted since the first look is not open any more.
  if (await isSubscribed(needs, wanted.workspaceId)) return refused("already-subscribed");
  const url = await openPage(needs, asked, wanted);
  if (url === null) return refused("unavailable");
  // They may have joined a team before the page was noted, so that joining did not find it.
  if (!(await isUnwanted(db, { ...wanted, createdBy: userId }))) return ok({ url });
  await closeOrders(needs, userId);
  return refused(workspace.isTeam ? "already-subscribed" : "plan-included");
}

async function isSubscribed({ db }: BillingNeeds, workspaceId: string): Promise<boolean> {
  const rows = await db
    .select({ status: subscriptions.status })
    .from(subscriptions)
    .where(eq(subscriptions.workspaceId, workspaceId));
  return rows.some(isUnderWay);
}

async function countTaken({ db }: BillingNeeds, teamId: string): Promise<number> {
  const [row] = await db.all<{ taken: number }>(sql`select ${takenSeats(teamId)} as taken`);
  return row?.taken ?? 0;
}

/** A person pays the price that they were shown. Another price at Stripe is an operator's error, and nothing is sold until it is put right. */
export async function isPriceRight(
  { billing, log }: Pick<BillingNeeds, "billing" | "log">,
  plan: SoldPlan,
  interval: Interval,
): Promise<boolean> {
  const price = await billing.readPrice(plan, interval);
  const expected = priceOf(plan, interval);
  const isRight =
    price !== null &&
    price.isActive &&
    price.amount === expected &&
    price.currency === CURRENCY &&
    price.interval === interval;
  if (!isRight) log("billing.price.differs", { plan, interval, expected, found: price?.amount ?? null });
  return isRight;
}

/**
 * The address of the open page if it sells the same; another page is closed. A page may get its address at Stripe while this looks: what was
 * read is looked at again until it can be closed as it was read.
 */
async function clearOpen(needs: BillingNeeds, wanted: Wanted): Promise<{ url: string } | "paid" | "unclear" | null> {
  for (let tries = 0; tries < CHECKOUT_CLOSE_TRIES_MAX; tries += 1) {
    const [row] = await needs.db
      .select()
      .from(checkouts)
      .where(and(eq(checkouts.workspaceId, wanted.workspaceId), eq(checkouts.state, "open")));
    if (!row) return null;
    const end = await clearRow(needs, wanted, row);
    if (end !== "changed") return end;
  }
  return "unclear";
}

async function clearRow(
  needs: BillingNeeds,
  wanted: Wanted,
  row: typeof checkouts.$inferSelect,
): Promise<{ url: string } | "paid" | "changed" | null> {
  const { billing, now } = needs;
  const isSame = row.plan === wanted.plan && row.interval === wanted.interval && row.seats === wanted.seats;
  const isFresh = 2 * (now() - row.createdAt) < CHECKOUT_MS;
  // A request before was cut off: its page is asked for again, under the same key.
  if (row.sessionId === null && isSame && isFresh) return null;
  if (row.sessionId !== null) {
    const state = await settleCheckout(needs, row.sessionId);
    if (state === "complete") return "paid";
    if (state === "open" && isSame && row.url !== null) return { url: row.url };
    if (state === "open" && !(await billing.expireCheckout(row.sessionId))) {
      // Paid in this moment, or over.
      return (await settleCheckout(needs, row.sessionId)) === "complete" ? "paid" : null;
    }
  }
  return (await closeAsRead(needs, row)) ? null : "changed";
}

async function openPage(
  needs: BillingNeeds & Pick<Services, "config">,
  { actor, person }: CheckoutAsked,
  wanted: Wanted,
): Promise<string | null> {
  const { billing, config, db, now } = needs;
  const customerId = await customerOf(needs, wanted.workspaceId, person);
  const [, [row]] = await db.batch([
    db
      .insert(checkouts)
      .values({
        id: randomId(),
        ...wanted,
        createdBy: actor.userId,
        state: "open",
        createdAt: now(),
        locale: person.locale,
      })
      // Two clicks at once share the row, and so the key.
      .onConflictDoNothing(),
    db
      .select()
      .from(checkouts)
      .where(and(eq(checkouts.workspaceId, wanted.workspaceId), eq(checkouts.state, "open"))),
  ]);
  // Another purchase was begun, or this one closed, in this moment.
  if (!row || row.plan !== wanted.plan || row.interval !== wanted.interval || row.seats !== wanted.seats) return null;
  if (row.url !== null) return row.url;
  const { sessionId, url } = await billing.createCheckout({
    ...wanted,
    checkoutId: row.id,
    createdAt: row.createdAt,
    customerId,
    locale: parseLocale(row.locale) ?? person.locale,
    successUrl: `${config.origin}/purchase?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${config.origin}/pricing`,
  });
  const [kept] = await db
    .update(checkouts)
    .set({ sessionId, url })
    .where(and(eq(checkouts.id, row.id), eq(checkouts.state, "open")))
    .returning({ id: checkouts.id });
  // Closed while Stripe made the page: another purchase was begun, or the payments of the workspace end.
  if (!kept) {
    await billing.expireCheckout(sessionId);
    return null;
  }
  needs.log("billing.checkout.begun", {
    workspaceId: wanted.workspaceId,
    plan: wanted.plan,
    interval: wanted.interval,
  });
  return url;
}

/** The customer of a workspace; made once, and anew where an operator has deleted it at Stripe, which sells nothing to it any more. */
async function customerOf(
  { billing, db, now }: BillingNeeds,
  workspaceId: string,
  person: CheckoutAsked["person"],
): Promise<string> {
  const own = db.select().from(billingCustomers).where(eq(billingCustomers.workspaceId, workspaceId));
  const [known] = await own;
  if (known && (await billing.readCustomer(known.customerId)) !== null) return known.customerId;
  const before = known?.customerId ?? null;
  const customerId = await billing.createCustomer({ workspaceId, before, ...person });
  await db
    .insert(billingCustomers)
    .values({ workspaceId, customerId, createdAt: now() })
    .onConflictDoUpdate({
      target: billingCustomers.workspaceId,
      set: { customerId },
      setWhere: eq(billingCustomers.customerId, before ?? ""),
    });
  const [stored] = await own;
  return stored?.customerId ?? customerId;
}

/** The purchases of a workspace that can still be paid. For the end of an account. */
export function openCheckouts({ db }: Pick<BillingNeeds, "db">, workspaceIds: readonly string[]) {
  return db
    .select({ id: checkouts.id, sessionId: checkouts.sessionId })
    .from(checkouts)
    .where(and(inArray(checkouts.workspaceId, [...workspaceIds]), eq(checkouts.state, "open")));
}
