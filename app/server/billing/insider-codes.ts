import { and, eq, exists, sql } from "drizzle-orm";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { randomId } from "#app/domain/ids.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { parsePlan, type Plan } from "#app/domain/plan/plans.ts";
import { hashToken } from "#app/server/identity/session.ts";
import { insertFrom } from "#app/server/db/insert-where.ts";
import { namedBatch } from "#app/server/db/named-batch.ts";
import { insiderCodes, planHolds } from "#app/server/db/schema-billing.ts";
import type { Services } from "#app/server/services.ts";

type InsiderPlan = Extract<Plan, "insider" | "insider-pro">;

/** Makes a code for one use or several. It is shown once; only its hash is stored. */
export async function createInsiderCode(
  { db, log, now }: Pick<Services, "db" | "log" | "now">,
  { plan, uses, endsAt }: { plan: InsiderPlan; uses: number; endsAt: number },
): Promise<{ code: string }> {
  const code = randomId().replace(/(.{6})(?=.)/g, "$1-");
  await db
    .insert(insiderCodes)
    .values({ codeHash: await hashCode(code), plan, usesMax: uses, endsAt, createdAt: now() });
  log("billing.insider.made", { plan, uses });
  return { code };
}

/**
 * Grants the caller's personal workspace the plan of a code until the code's end. One transaction: of two people for the last use one gets
 * it. The same code again changes nothing and is answered as before.
 */
export async function redeemInsiderCode(
  { db, log, now }: Pick<Services, "db" | "log" | "now">,
  { workspaceId }: Pick<PersonActor, "workspaceId">,
  code: string,
): Promise<Outcome<{ plan: Plan; endsAt: number }, "code-invalid">> {
  const codeHash = await hashCode(code);
  const holdId = randomId();
  const at = now();
  const isNew = db.select({ id: planHolds.id }).from(planHolds).where(eq(planHolds.id, holdId));
  const { plan, endsAt, codeHash: hash } = insiderCodes;
  const {
    held: [hold],
  } = await namedBatch(db, {
    hold: insertFrom(db, planHolds, {
      row: { id: holdId, workspaceId, source: "insider", plan, startsAt: at, endsAt, codeHash: hash },
      from: sql`from ${insiderCodes} where code_hash = ${codeHash} and ends_at > ${at} and uses < uses_max`,
    }).onConflictDoNothing(),
    use: db
      .update(insiderCodes)
      .set({ uses: sql`${insiderCodes.uses} + 1` })
      .where(and(eq(insiderCodes.codeHash, codeHash), exists(isNew))),
    held: db
      .select()
      .from(planHolds)
      .where(and(eq(planHolds.codeHash, codeHash), eq(planHolds.workspaceId, workspaceId))),
  });
  if (!hold || hold.endsAt === null || hold.endsAt <= at) return refused("code-invalid");
  if (hold.id === holdId) log("billing.insider.used", { workspaceId, plan: hold.plan });
  return ok({ plan: parsePlan(hold.plan), endsAt: hold.endsAt });
}

/** People type and paste: case and separators say nothing. */
function hashCode(code: string): Promise<string> {
  return hashToken(code.toLowerCase().replace(/[^0-9a-z]/g, ""));
}
