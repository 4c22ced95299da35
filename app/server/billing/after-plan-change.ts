import type { BillingNeeds, Standing } from "#app/server/billing/project-subscription.ts";

/**
 * Follows a change of a workspace's plan or seats. A crash may lose the call, so work that must happen is also looked for by the sweep.
 */
export async function afterPlanChange(
  { log }: BillingNeeds,
  { workspaceId, before, after }: { workspaceId: string; before: Standing; after: Standing },
): Promise<void> {
  log("billing.plan.changed", { workspaceId, from: before.plan, to: after.plan, seats: after.seats });
}
