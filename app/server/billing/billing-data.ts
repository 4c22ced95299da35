import { eq } from "drizzle-orm";
import type { Database } from "#app/server/db/database.ts";
import { billingCustomers, checkouts, planHolds, subscriptions } from "#app/server/db/schema-billing.ts";

/** The rows about plans and payments of a workspace, for the archive: without hashes of codes and addresses of pages for payment. */
export async function readBillingData(db: Database, workspaceId: string) {
  const [holds, customers, owned, purchases] = await db.batch([
    db.select().from(planHolds).where(eq(planHolds.workspaceId, workspaceId)),
    db.select().from(billingCustomers).where(eq(billingCustomers.workspaceId, workspaceId)),
    db.select().from(subscriptions).where(eq(subscriptions.workspaceId, workspaceId)),
    db.select().from(checkouts).where(eq(checkouts.workspaceId, workspaceId)),
  ]);
  return {
    plans: holds.map(({ codeHash: _hash, ...hold }) => hold),
    customers,
    subscriptions: owned,
    purchases: purchases.map(({ url: _url, ...purchase }) => purchase),
  };
}
