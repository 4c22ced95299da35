import { and, eq, inArray } from "drizzle-orm";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { parsePlan, type Plan } from "#app/domain/plan/plans.ts";
import { isUnderWay } from "#app/domain/plan/subscription.ts";
import { type BillingServices, projectSubscription } from "#app/server/billing/project-subscription.ts";
import { settleCheckout } from "#app/server/billing/checkouts.ts";
import { members } from "#app/server/db/schema-account.ts";
import { checkouts, subscriptions } from "#app/server/db/schema-billing.ts";
import { faultOf } from "#app/server/log.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/** `waiting`: Stripe has not said that it is paid. `unread`: Stripe cannot be asked now. */
export type Purchase = {
  state: "done" | "waiting" | "unread" | "not-paid";
  plan: Plan;
  isTeam: boolean;
};

/**
 * The state of a purchase, for the page to which Stripe sends the browser. The notification may be late, first or lost, so Stripe itself is
 * asked. Only a purchase of a workspace whose subscription the caller manages is known here.
 */
export async function readPurchase(
  services: BillingServices,
  { userId }: Pick<PersonActor, "userId">,
  sessionId: string,
): Promise<Outcome<Purchase, "not-found">> {
  const { billing, db, log } = services;
  const managed = db
    .select({ id: members.workspaceId })
    .from(members)
    .where(and(eq(members.userId, userId), eq(members.role, "owner")));
  const own = () =>
    db
      .select()
      .from(checkouts)
      .where(and(eq(checkouts.sessionId, sessionId), inArray(checkouts.workspaceId, managed)));
  const [row] = await own();
  if (!row) return refused("not-found");
  const facts = { plan: parsePlan(row.plan), isTeam: row.plan === "team" };
  if (billing === null) return ok({ state: "unread", ...facts });
  const needs = { ...services, billing };
  try {
    const state = row.state === "open" ? await settleCheckout(needs, sessionId) : row.state;
    if (state === "open") return ok({ state: "waiting", ...facts });
    if (state === "expired") return ok({ state: "not-paid", ...facts });
    const [settled] = await own();
    const subscriptionId = settled?.subscriptionId ?? null;
    if (subscriptionId === null) return ok({ state: "waiting", ...facts });
    const [subscription] = await db.select().from(subscriptions).where(eq(subscriptions.id, subscriptionId));
    if (subscription?.status === "incomplete" || !subscription) {
      await projectSubscription(needs, subscriptionId);
      return ok({ state: "waiting", ...facts });
    }
    return ok({ state: isUnderWay(subscription) ? "done" : "not-paid", ...facts });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log("billing.purchase.unread", { error: faultOf(error) });
    return ok({ state: "unread", ...facts });
  }
}
