import { and, asc, eq, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import {
  CHECKOUT_LATE_MS,
  CHECKOUT_MS,
  RECONCILE_ROWS_MAX,
  STRIPE_EVENT_KEPT_MS,
  SUBSCRIPTION_DUE_EVERY_MS,
  SUBSCRIPTION_READ_EVERY_MS,
} from "#app/domain/limits/billing.ts";
import { keepContacts } from "#app/server/billing/keep-contact.ts";
import { tellDoubles } from "#app/server/billing/tell-doubles.ts";
import { tellOwed } from "#app/server/billing/tell-owed.ts";
import {
  type BillingNeeds,
  type BillingServices,
  projectSubscription,
} from "#app/server/billing/project-subscription.ts";
import { settleLate, workOff } from "#app/server/billing/checkouts.ts";
import { checkouts, stripeEvents, subscriptions } from "#app/server/db/schema-billing.ts";
import { faultOf } from "#app/server/log.ts";
import type { Services } from "#app/server/services.ts";

type Needs = BillingServices & Pick<Services, "config" | "mailer" | "mailWriter" | "unsubscribeTokens">;

/**
 * The work of lost notifications: purchases that nobody came back from, notifications that failed, and subscriptions that were
 * not read for a day, or for an hour while something is due. Then the addresses for invoices, and the mails about failed payments. One that fails does not hold up the
 * others. Returns how many were read.
 */
export async function reconcileBilling(services: Needs): Promise<number> {
  const { billing, db, log, now } = services;
  if (billing === null) return 0;
  const needs: BillingNeeds = { ...services, billing };
  let read = 0;
  const each = async (kind: string, work: Promise<unknown>) => {
    try {
      await work;
      read += 1;
    } catch (error) {
      log("billing.reconcile.failed", { kind, error: faultOf(error) });
    }
  };
  for (const purchase of await lateCheckouts(needs)) await each("checkout", settleLate(needs, purchase));
  for (const event of await openEvents(needs)) await each("event", workOff(needs, event));
  for (const { id } of await dueSubscriptions(needs)) await each("subscription", projectSubscription(needs, id));
  await tellDoubles(services);
  await keepContacts(services, null);
  await tellOwed(services);
  await db
    .delete(stripeEvents)
    .where(and(isNotNull(stripeEvents.doneAt), lt(stripeEvents.receivedAt, now() - STRIPE_EVENT_KEPT_MS)));
  return read;
}

function lateCheckouts({ db, now }: BillingNeeds) {
  return db
    .select()
    .from(checkouts)
    .where(
      and(
        eq(checkouts.state, "open"),
        lte(checkouts.createdAt, now() - CHECKOUT_LATE_MS),
        // One whose page was never made is left to the person who asks again.
        or(isNotNull(checkouts.sessionId), lt(checkouts.createdAt, now() - CHECKOUT_MS)),
      ),
    )
    .orderBy(asc(checkouts.createdAt))
    .limit(RECONCILE_ROWS_MAX);
}

function openEvents({ db, now }: BillingNeeds) {
  return db
    .select()
    .from(stripeEvents)
    .where(and(isNull(stripeEvents.doneAt), lte(stripeEvents.receivedAt, now() - CHECKOUT_LATE_MS)))
    .orderBy(asc(stripeEvents.receivedAt))
    .limit(RECONCILE_ROWS_MAX);
}

function dueSubscriptions({ db, now }: BillingNeeds) {
  const at = now();
  const isDue = or(
    isNotNull(subscriptions.owedSince),
    eq(subscriptions.status, "incomplete"),
    lte(subscriptions.periodEndsAt, at),
    lte(subscriptions.cancelsAt, at),
  );
  return db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        sql`${subscriptions.status} not in ('canceled', 'incomplete_expired')`,
        or(
          lte(subscriptions.readAt, at - SUBSCRIPTION_READ_EVERY_MS),
          and(lte(subscriptions.readAt, at - SUBSCRIPTION_DUE_EVERY_MS), isDue),
        ),
      ),
    )
    .orderBy(asc(subscriptions.readAt))
    .limit(RECONCILE_ROWS_MAX);
}
