import { eq, lte, sql } from "drizzle-orm";
import { FREE_USES_KEPT_MS } from "#app/domain/limits/account.ts";
import { personalWorkspaceOf, type UserId } from "#app/domain/ids.ts";
import { readUsage } from "#app/server/usage/usage-ledger.ts";
import { insertFrom } from "#app/server/db/insert-where.ts";
import { identities } from "#app/server/db/schema-account.ts";
import { identityUses, usageLedger } from "#app/server/db/schema-usage.ts";
import type { Services } from "#app/server/services.ts";

/** The free limit of people who delete their account and come back (decision 009). */

type Needs = Pick<Services, "db" | "now" | "saltedHash">;
type Identity = { provider: string; subject: string };

const hashOf = ({ saltedHash }: Needs, { provider, subject }: Identity) =>
  saltedHash("identity-use", `${provider}\n${subject}`);

/** Notes what an account has used, before its ledger goes. May be done again: a repetition finds less, and takes nothing away. */
export async function keepUses(needs: Needs, userId: UserId): Promise<void> {
  const { db, now } = needs;
  const at = now();
  const { uploads, recordings } = await readUsage(db, personalWorkspaceOf(userId), at);
  if (uploads + recordings === 0) return;
  for (const identity of await db.select().from(identities).where(eq(identities.userId, userId))) {
    await db
      .insert(identityUses)
      .values({ identityHash: await hashOf(needs, identity), uploads, recordings, deletedAt: at })
      .onConflictDoUpdate({
        target: identityUses.identityHash,
        set: {
          uploads: sql`max(${identityUses.uploads}, excluded.uploads)`,
          recordings: sql`max(${identityUses.recordings}, excluded.recordings)`,
          deletedAt: at,
        },
      });
  }
}

/** Counts in a new account what the same sign-in has used before. */
export async function carryUses(needs: Needs, userId: UserId, identity: Identity): Promise<void> {
  const { db, now } = needs;
  const at = now();
  await db.delete(identityUses).where(lte(identityUses.deletedAt, at - FREE_USES_KEPT_MS));
  const [kept] = await db
    .select()
    .from(identityUses)
    .where(eq(identityUses.identityHash, await hashOf(needs, identity)));
  if (!kept) return;
  const kinds = [
    ...Array.from({ length: kept.uploads }, () => "upload"),
    ...Array.from({ length: kept.recordings }, () => "recording"),
  ];
  const workspaceId = personalWorkspaceOf(userId);
  await insertFrom(db, usageLedger, {
    row: {
      // Of no meeting.
      meetId: sql`lower(hex(randomblob(12)))`,
      kind: sql`value`,
      workspaceId,
      state: "counted",
      reason: "carried",
      reservedAt: at,
      updatedAt: at,
    },
    from: sql`from json_each(${JSON.stringify(kinds)}) where true`,
  });
}
