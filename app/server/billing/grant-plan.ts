import { and, eq, inArray } from "drizzle-orm";
import { randomId } from "#app/domain/ids.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { Plan } from "#app/domain/plan/plans.ts";
import { members, users, workspaces } from "#app/server/db/schema-account.ts";
import { planHolds } from "#app/server/db/schema-billing.ts";
import type { Services } from "#app/server/services.ts";
import { activateTeam, beginTeam } from "#app/server/workspace/make-team.ts";

/**
 * Grants a plan without payment, for an Acta without Stripe and for support. The person is named by the address of their sign-in; `team`
 * goes to the team that they manage, which is made where they are in none, and the others to their personal workspace. `free` takes earlier
 * grants back, also those of teams that they manage. A new grant replaces the one before.
 */
export async function grantPlan(
  { db, log, now }: Pick<Services, "db" | "log" | "now">,
  { email, plan, seats, endsAt }: { email: string; plan: Plan; seats: number | null; endsAt: number | null },
): Promise<Outcome<{ workspaceId: string }, "not-found" | "ambiguous">> {
  const rows = await db
    .select({ userId: users.id, locale: users.locale, workspaceId: workspaces.id, kind: workspaces.kind })
    .from(users)
    .innerJoin(members, and(eq(members.userId, users.id), eq(members.role, "owner")))
    .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
    .where(eq(users.email, email));
  const wanted = rows.filter(({ kind }) => (plan === "team" ? kind === "team" : kind === "personal"));
  // Two people may have one address at two providers.
  if (wanted.length > 1 || (wanted.length === 0 && rows.length > 1)) return refused("ambiguous");
  const workspaceId =
    wanted[0]?.workspaceId ?? (plan === "team" && rows[0] ? await beginTeam({ db, now }, rows[0]) : null);
  if (workspaceId === null) return refused("not-found");
  const replaced = plan === "free" ? rows.map((row) => row.workspaceId) : [workspaceId];
  const former = db
    .delete(planHolds)
    .where(and(inArray(planHolds.workspaceId, replaced), eq(planHolds.source, "operator")));
  if (plan === "free") await former;
  else {
    const hold = { id: randomId(), workspaceId, source: "operator", plan, seats, startsAt: now(), endsAt };
    await db.batch([former, db.insert(planHolds).values(hold)]);
    // A team that was ordered begins, as with its payment.
    if (seats !== null) await activateTeam({ db, now }, { workspaceId, seats });
  }
  log("billing.plan.granted", { workspaceId, plan, seats, endsAt });
  return ok({ workspaceId });
}
