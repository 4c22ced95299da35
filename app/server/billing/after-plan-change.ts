import { activateTeam } from "#app/server/teams/after-team-plan.ts";
import type { BillingNeeds, Standing } from "#app/server/billing/project-subscription.ts";

/**
 * Follows a change of a workspace's plan or seats. A crash may lose the call, so work that must happen is also looked for by the sweep.
 */
export async function afterPlanChange(
  needs: BillingNeeds,
  { workspaceId, before, after }: { workspaceId: string; before: Standing; after: Standing },
): Promise<void> {
  needs.log("billing.plan.changed", { workspaceId, from: before.plan, to: after.plan, seats: after.seats });
  await activateTeam(needs, { workspaceId, seats: after.seats });
}
