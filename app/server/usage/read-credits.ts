import type { CreditsResponse } from "#app/contracts/billing.ts";
import { can, PLAN_TERMS } from "#app/domain/plan/plans.ts";
import { plannedSql } from "#app/server/usage/recording-reservation.ts";
import { selectUsage, usageOf } from "#app/server/usage/usage-ledger.ts";
import type { Caller } from "#app/server/identity/session.ts";
import type { Services } from "#app/server/services.ts";

/** §3: the user credits response. */
export async function readCredits(needs: Pick<Services, "db" | "now">, caller: Caller): Promise<CreditsResponse> {
  return creditsOf(caller, await selectCredits(needs, caller));
}

/** The statement of `readCredits`, for a batch; `creditsOf` reads its rows. */
export function selectCredits({ db, now }: Pick<Services, "db" | "now">, { actor, user }: Caller) {
  // Left out when the plan has no limit, because no advance warning is needed then.
  const alsoPlanned = PLAN_TERMS[user.plan].recordings === null ? undefined : plannedSql(actor);
  return selectUsage(db, actor.workspaceId, now(), alsoPlanned);
}

export function creditsOf({ user }: Caller, rows: Awaited<ReturnType<typeof selectCredits>>): CreditsResponse {
  const { uploads, recordings, period } = PLAN_TERMS[user.plan];
  const usage = usageOf(rows);
  const planned = rows.find(({ kind }) => kind === "planned")?.rows ?? 0;
  return {
    meetCount: {
      uploadMeets: usage.uploads,
      recordMeets: usage.recordings,
      ...(planned > 0 ? { plannedMeets: planned } : {}),
    },
    freeCreditsEnableToRecord: can(user.plan, usage, "record").ok,
    freeCreditsEnableToUpload: can(user.plan, usage, "upload").ok,
    usage: {
      uploads: { used: usage.uploads, limit: uploads },
      recordings: { used: usage.recordings, limit: recordings },
      period,
    },
  };
}
