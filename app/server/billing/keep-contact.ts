import { and, asc, eq, inArray, min, notExists, sql } from "drizzle-orm";
import { randomId } from "#app/domain/ids.ts";
import { RECONCILE_ROWS_MAX } from "#app/domain/limits/billing.ts";
import { openDeletion } from "#app/server/identity/deletion-mark.ts";
import { hashToken } from "#app/server/identity/session.ts";
import type { BillingNeeds, BillingServices } from "#app/server/billing/project-subscription.ts";
import type { Database } from "#app/server/db/database.ts";
import { members, users } from "#app/server/db/schema-account.ts";
import { billingCustomers, billingLeavers } from "#app/server/db/schema-billing.ts";
import { mailAddresses } from "#app/server/db/schema-mail.ts";
import { faultOf } from "#app/server/log.ts";
import { mailAddressOf } from "#app/server/mail/prepare-mail.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/** Stripe mails the invoices of a team to an administrator, not to one who was (decision 075). */

/** Hashes of the addresses under which Stripe may know a person. */
export async function addressHashes(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .select({ email: users.email, confirmed: mailAddresses.email })
    .from(users)
    .leftJoin(mailAddresses, eq(mailAddresses.userId, users.id))
    .where(eq(users.id, userId));
  const known = rows.flatMap(({ email, confirmed }) => [email, confirmed]).filter((each) => typeof each === "string");
  return Promise.all(known.map(hashOf));
}

/** Notes the addresses of an administrator whose role may end. A statement for the batch that ends it, before that statement. */
export function noteLeaver(
  db: Database,
  { teamId, userId, hashes }: { teamId: string; userId: string; hashes: readonly string[] },
) {
  return db
    .insert(billingLeavers)
    .select(
      sql`select ${teamId}, value, 0 from json_each(${JSON.stringify(hashes)}) where
        exists (select 1 from members where workspace_id = ${teamId} and user_id = ${userId} and role = 'owner')
        and exists (select 1 from ${billingCustomers} where workspace_id = ${teamId})`,
    )
    .onConflictDoNothing();
}

/**
 * Gives the customers at Stripe that still have a noted address the one of an administrator. An address that is nobody's of the noted ones, as
 * one of a bookkeeper, is kept. Does not throw: what Stripe did not answer stays noted, and the sweep tries again. `teamId`: null for all teams.
 */
export async function keepContacts({ billing, ...services }: BillingServices, teamId: string | null): Promise<void> {
  const { db, log } = services;
  if (billing === null) return;
  const rows = await db
    .select({ workspaceId: billingLeavers.workspaceId })
    .from(billingLeavers)
    .where(teamId === null ? undefined : eq(billingLeavers.workspaceId, teamId))
    .groupBy(billingLeavers.workspaceId)
    .orderBy(asc(min(billingLeavers.triedAt)))
    .limit(RECONCILE_ROWS_MAX);
  for (const { workspaceId } of rows) {
    try {
      await keepContact({ ...services, billing }, workspaceId);
    } catch (error) {
      log("billing.contact.failed", { workspaceId, error: faultOf(error) });
      // Stripe is down: the other teams wait for the next sweep as well.
      if (error instanceof UpstreamError && error.retryable) return;
    }
  }
}

async function keepContact({ billing, db, log, now }: BillingNeeds, workspaceId: string): Promise<void> {
  const ofTeam = eq(billingLeavers.workspaceId, workspaceId);
  const [noted, [customer]] = await db.batch([
    // One that fails each time is tried after the others.
    db.update(billingLeavers).set({ triedAt: now() }).where(ofTeam).returning({ hash: billingLeavers.addressHash }),
    db.select().from(billingCustomers).where(eq(billingCustomers.workspaceId, workspaceId)),
  ]);
  const hashes = noted.map(({ hash }) => hash);
  const stored = customer ? await billing.readCustomer(customer.customerId) : null;
  const isLeavers = stored?.email ? hashes.includes(await hashOf(stored.email)) : false;
  if (!customer || !stored?.email || !isLeavers) return forget(db, workspaceId, hashes);
  const administrators = await administratorsOf(db, workspaceId);
  const email = stored.email.toLowerCase();
  const isPresent = ({ addresses }: { addresses: readonly string[] }) => addresses.includes(email);
  if (administrators.some(isPresent)) return forget(db, workspaceId, hashes);
  // Every administrator's account is being deleted: the team ends, or its heir is known in a moment.
  if (administrators.length === 0) return;
  const heir = administrators.find(({ mailAddress }) => mailAddress !== null);
  const heirHash = heir?.mailAddress ? await hashOf(heir.mailAddress) : "";
  // Noted before Stripe is asked: should the heir leave meanwhile, the sweep looks at their address too.
  const noteHeir = () =>
    db.insert(billingLeavers).values({ workspaceId, addressHash: heirHash, triedAt: now() }).onConflictDoNothing();
  await noteHeir();
  // Without any address Stripe mails nobody; invoices are in the portal.
  const change = { customerId: customer.customerId, email: heir?.mailAddress ?? null, changeId: randomId() };
  await billing.changeCustomerEmail(change);
  log("billing.contact.changed", { workspaceId });
  const there = await administratorsOf(db, workspaceId);
  if (heir && !there.some(({ userId }) => userId === heir.userId)) await noteHeir();
  else await forget(db, workspaceId, [...hashes, heirHash]);
}

async function forget(db: Database, workspaceId: string, hashes: readonly string[]): Promise<void> {
  await db
    .delete(billingLeavers)
    .where(and(eq(billingLeavers.workspaceId, workspaceId), inArray(billingLeavers.addressHash, [...hashes])));
}

/** In the order in which they joined. */
async function administratorsOf(db: Database, teamId: string) {
  const rows = await db
    .select({
      userId: members.userId,
      email: users.email,
      isVouched: users.emailVerified,
      confirmed: mailAddresses.email,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .leftJoin(mailAddresses, eq(mailAddresses.userId, users.id))
    .where(and(eq(members.workspaceId, teamId), eq(members.role, "owner"), notExists(openDeletion(db, users.id))))
    .orderBy(members.joinedAt, members.userId);
  return rows.map((row) => ({
    userId: row.userId,
    mailAddress: mailAddressOf(row),
    addresses: [row.email, row.confirmed].flatMap((each) => each?.toLowerCase() ?? []),
  }));
}

function hashOf(address: string): Promise<string> {
  return hashToken(address.toLowerCase());
}
