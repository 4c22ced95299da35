import { and, eq, sql } from "drizzle-orm";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { projectSubscription } from "#app/server/billing/project-subscription.ts";
import { members } from "#app/server/db/schema-account.ts";
import { subscriptions } from "#app/server/db/schema-billing.ts";
import { faultOf } from "#app/server/log.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { Services } from "#app/server/services.ts";

/**
 * Reads the subscriptions that a person manages again, for somebody who comes back from Stripe's pages: the notification of a change may
 * be later than they are. Where Stripe does not answer, the page shows what is known.
 */
export async function refreshSubscriptions(
  services: Pick<Services, "billing" | "db" | "log" | "now" | "rates">,
  { userId }: Pick<PersonActor, "userId">,
): Promise<void> {
  const { billing, db, log, rates } = services;
  if (billing === null || !(await rates.take("retry", "billing-back", userId))) return;
  const rows = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .innerJoin(members, eq(members.workspaceId, subscriptions.workspaceId))
    .where(
      and(
        eq(members.userId, userId),
        eq(members.role, "owner"),
        sql`${subscriptions.status} not in ('canceled', 'incomplete_expired')`,
      ),
    );
  for (const { id } of rows) {
    try {
      await projectSubscription({ ...services, billing }, id);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log("billing.purchase.unread", { error: faultOf(error) });
    }
  }
}
