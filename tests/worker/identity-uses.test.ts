import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { newMeetId, newUserId, personalWorkspaceOf } from "#app/domain/ids.ts";
import { FREE_USES_KEPT_MS } from "#app/domain/limits/account.ts";
import { carryUses, keepUses } from "#app/server/usage/identity-uses.ts";
import { readUsage } from "#app/server/usage/usage-ledger.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { identities } from "#app/server/db/schema-account.ts";
import { identityUses, usageLedger } from "#app/server/db/schema-usage.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeServices } from "#workers/compose.ts";

/** An attack: an account is deleted and made again, for a new free limit each time. */

const db = openDatabase(env.DB);
const services = composeServices(workerEnv, () => {});

/** An account with one sign-in that has used some of its limit. */
async function used({ uploads, recordings }: { uploads: number; recordings: number }) {
  const { userId } = await signIn();
  const identity = { provider: "google", subject: `subject-${userId}` };
  await db.insert(identities).values({ ...identity, userId, createdAt: 1, lastUsedAt: 1 });
  const rows = [...Array<"upload">(uploads).fill("upload"), ...Array<"recording">(recordings).fill("recording")];
  for (const kind of rows) {
    await db.insert(usageLedger).values({
      meetId: newMeetId(),
      kind,
      workspaceId: userId,
      state: "counted",
      reservedAt: 1,
      updatedAt: 1,
    });
  }
  return { userId, identity };
}

const usageOf = (userId: ReturnType<typeof newUserId>) => readUsage(db, personalWorkspaceOf(userId), Date.now());

test("an account that is deleted and made again has what was left of the free limit", async () => {
  const { userId, identity } = await used({ uploads: 2, recordings: 14 });
  await keepUses(services, userId);
  await db.delete(usageLedger).where(eq(usageLedger.workspaceId, userId));
  // A crash between the two: the step is done again, and takes nothing away.
  await keepUses(services, userId);
  const back = newUserId();
  await carryUses(services, back, identity);
  expect(await usageOf(back)).toEqual({ uploads: 2, recordings: 14 });
  const stranger = newUserId();
  await carryUses(services, stranger, { provider: "microsoft", subject: identity.subject });
  expect(await usageOf(stranger)).toEqual({ uploads: 0, recordings: 0 });
  const rows = await db.select().from(identityUses);
  expect(JSON.stringify(rows)).not.toContain(userId);
});

test("the mark of a deleted account goes after a year", async () => {
  const { userId, identity } = await used({ uploads: 1, recordings: 0 });
  await keepUses(services, userId);
  const later = { ...services, now: () => Date.now() + FREE_USES_KEPT_MS };
  const back = newUserId();
  await carryUses(later, back, identity);
  expect([await usageOf(back), await db.select().from(identityUses)]).toEqual([{ uploads: 0, recordings: 0 }, []]);
});
