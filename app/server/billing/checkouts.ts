import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { SOLD_PLANS } from "#app/domain/plan/plans.ts";
import { isIncluded } from "#app/server/workspace/plan-of.ts";
import {
  type BillingNeeds,
  type BillingServices,
  projectSubscription,
} from "#app/server/billing/project-subscription.ts";
import type { Database } from "#app/server/db/database.ts";
import { workspaces } from "#app/server/db/schema-account.ts";
import { checkouts, stripeEvents } from "#app/server/db/schema-billing.ts";
import { faultOf } from "#app/server/log.ts";
import type { BillingEvent } from "#app/server/ports/billing.ts";
import { findTeam } from "#app/server/workspace/find-team.ts";

type CheckoutState = "open" | "complete" | "expired";

/** Reads a started purchase at Stripe and takes over how far it is. Idempotent. */
export async function settleCheckout(needs: BillingNeeds, sessionId: string): Promise<CheckoutState> {
  const { billing, db } = needs;
  const session = await billing.readCheckout(sessionId);
  // One that Stripe does not know is not paid any more either.
  const state = session?.state ?? "expired";
  if (state === "open") return state;
  const subscriptionId = session?.subscriptionId ?? null;
  // The subscription first: a purchase that is noted as complete is not looked at again.
  if (session?.workspaceId && subscriptionId !== null) await projectSubscription(needs, subscriptionId);
  await db
    .update(checkouts)
    .set({ state, subscriptionId })
    .where(and(eq(checkouts.sessionId, sessionId), eq(checkouts.state, "open")));
  return state;
}

type Purchase = Pick<typeof checkouts.$inferSelect, "workspaceId" | "createdBy" | "plan">;

/**
 * Whether a started purchase should not be paid any more because its person has joined a team: it sells a plan that the team includes, or
 * another team, and one person is in one team.
 */
export async function isUnwanted(db: Database, { workspaceId, createdBy, plan: word }: Purchase): Promise<boolean> {
  const [row] = await db.select({ kind: workspaces.kind }).from(workspaces).where(eq(workspaces.id, workspaceId));
  if (row?.kind === "team") return isInOtherTeam(db, createdBy, workspaceId);
  const plan = SOLD_PLANS.find((each) => each === word);
  return plan !== undefined && isIncluded(db, workspaceId, plan);
}

export async function isInOtherTeam(db: Database, userId: string, teamId: string): Promise<boolean> {
  const team = await findTeam(db, userId);
  return team !== null && team.activatedAt !== null && team.teamId !== teamId;
}

/**
 * Closes the pages for payment that a person has opened and should not pay any more, now that they are in a team. One that is paid in this
 * moment stays paid, and they are told (decision 075). Does not throw: the sweep closes what Stripe did not answer.
 */
export async function closeOrders({ billing, ...services }: BillingServices, userId: string): Promise<void> {
  const { db, log } = services;
  if (billing === null) return;
  const open = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.createdBy, userId), eq(checkouts.state, "open")));
  for (const purchase of open) {
    if (!(await isUnwanted(db, purchase))) continue;
    try {
      await closePurchase({ ...services, billing }, purchase);
    } catch (error) {
      log("billing.order.open", { userId, error: faultOf(error) });
    }
  }
}

type OpenPurchase = Purchase & Pick<typeof checkouts.$inferSelect, "id" | "sessionId">;

async function closePurchase(needs: BillingNeeds, { id, sessionId }: OpenPurchase): Promise<void> {
  if (sessionId !== null) {
    await needs.billing.expireCheckout(sessionId);
    await settleCheckout(needs, sessionId);
    return;
  }
  if (await closeAsRead(needs, { id, sessionId })) return;
  // Stripe has made its page meanwhile.
  const [row] = await needs.db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.id, id), eq(checkouts.state, "open"), isNotNull(checkouts.sessionId)));
  if (row) await closePurchase(needs, row);
}

/** For the reconciliation: takes over how far a purchase is, and closes one that should not be paid any more. */
export async function settleLate(needs: BillingNeeds, purchase: OpenPurchase): Promise<void> {
  const { id, sessionId } = purchase;
  if (sessionId === null) {
    await closeAsRead(needs, { id, sessionId });
    return;
  }
  const state = await settleCheckout(needs, sessionId);
  if (state === "open" && (await isUnwanted(needs.db, purchase))) await closePurchase(needs, purchase);
}

/**
 * Closes a purchase if it still is as it was read; false where it has another page, or is closed. One whose page is being made is closed by the
 * request that makes it (start-checkout.ts).
 */
export async function closeAsRead(
  { db }: Pick<BillingNeeds, "db">,
  { id, sessionId }: Pick<OpenPurchase, "id" | "sessionId">,
): Promise<boolean> {
  const isAsRead = sessionId === null ? isNull(checkouts.sessionId) : eq(checkouts.sessionId, sessionId);
  const closed = await db
    .update(checkouts)
    .set({ state: "expired" })
    .where(and(eq(checkouts.id, id), isAsRead, eq(checkouts.state, "open")))
    .returning({ id: checkouts.id });
  return closed.length > 0;
}

/**
 * Works a notification off once. Stripe sends it again until it is answered, also beside a slow answer; the same work twice does no harm,
 * because it reads the present state. Throws where Stripe cannot be read now.
 */
export async function takeEvent(needs: BillingNeeds, event: BillingEvent): Promise<"taken" | "known"> {
  const { db, now } = needs;
  const { id, type, subscriptionId, sessionId } = event;
  await db
    .insert(stripeEvents)
    .values({ id, type, subscriptionId, sessionId, receivedAt: now() })
    .onConflictDoNothing();
  const [row] = await db.select({ doneAt: stripeEvents.doneAt }).from(stripeEvents).where(eq(stripeEvents.id, id));
  if (row?.doneAt) return "known";
  await workOff(needs, { id, subscriptionId, sessionId });
  return "taken";
}

/** The work of a stored notification. The reconciliation calls it for those that failed. */
export async function workOff(
  needs: BillingNeeds,
  { id, subscriptionId, sessionId }: Pick<BillingEvent, "id" | "subscriptionId" | "sessionId">,
): Promise<void> {
  if (sessionId !== null) await settleCheckout(needs, sessionId);
  else if (subscriptionId !== null) await projectSubscription(needs, subscriptionId);
  await needs.db.update(stripeEvents).set({ doneAt: needs.now() }).where(eq(stripeEvents.id, id));
}
