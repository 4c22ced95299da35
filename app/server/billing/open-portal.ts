import { eq } from "drizzle-orm";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { Locale } from "#app/domain/languages.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { Interval } from "#app/domain/plan/prices.ts";
import type { SoldPlan } from "#app/domain/plan/plans.ts";
import { isUnderWay } from "#app/domain/plan/subscription.ts";
import { PORTAL_PARAMETER } from "#app/domain/limits/billing.ts";
import { administered } from "#app/server/billing/administered.ts";
import { isPriceRight } from "#app/server/billing/start-checkout.ts";
import { billingCustomers, subscriptions } from "#app/server/db/schema-billing.ts";
import type { PortalPart } from "#app/server/ports/billing.ts";
import type { Services } from "#app/server/services.ts";

type PortalAsked = {
  actor: Pick<PersonActor, "userId" | "workspaceId">;
  locale: Locale;
  workspaceId?: string | undefined;
  to: { part: "overview" } | { part: "cancel" } | { part: "change"; plan: SoldPlan; interval: Interval };
};
type PortalRefusal = "payments-off" | "not-found" | "no-subscription" | "invalid-payload" | "price-differs";

/** The address of Stripe's pages for one customer: invoices, VAT id, payment method, change and end of the subscription. */
export async function openPortal(
  services: Pick<Services, "billing" | "config" | "db" | "log">,
  { actor, locale, workspaceId: asked, to }: PortalAsked,
): Promise<Outcome<{ url: string }, PortalRefusal>> {
  const { billing, config, db } = services;
  if (billing === null) return refused("payments-off");
  const workspace = await administered(db, actor, asked);
  if (workspace === null) return refused("not-found");
  const { workspaceId, isTeam } = workspace;
  const [[customer], owned] = await db.batch([
    db.select().from(billingCustomers).where(eq(billingCustomers.workspaceId, workspaceId)),
    db.select().from(subscriptions).where(eq(subscriptions.workspaceId, workspaceId)),
  ]);
  if (!customer) return refused("no-subscription");
  const place = {
    customerId: customer.customerId,
    returnUrl: `${config.origin}/settings?${PORTAL_PARAMETER}=${isTeam ? "team" : "back"}`,
    locale,
  };
  const opened = async (part: PortalPart): Promise<Outcome<{ url: string }, "no-subscription">> => {
    const url = await billing.openPortal({ ...place, ...part });
    return url === null ? refused("no-subscription") : ok({ url });
  };
  if (to.part === "overview") return opened({ part: "overview" });

  const running = owned.find(isUnderWay);
  if (!running) return refused("no-subscription");
  if (to.part === "change") {
    if ((to.plan === "team") !== isTeam) return refused("invalid-payload");
    // Nothing would change but the number of seats, which Acta alone changes (change-seats.ts).
    if (to.plan === running.plan && to.interval === running.interval) return refused("invalid-payload");
    if (!(await isPriceRight({ billing, log: services.log }, to.plan, to.interval))) return refused("price-differs");
  }
  const { id: subscriptionId, itemId, seats } = running;
  const part: PortalPart =
    to.part === "cancel" ? { part: "cancel", subscriptionId } : { ...to, subscriptionId, itemId, seats };
  return opened(part);
}
