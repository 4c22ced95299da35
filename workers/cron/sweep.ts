import { sweepDeletions } from "#app/server/account/delete-account.ts";
import { sweepDefaults } from "#app/server/account/retention-default.ts";
import { sweepReservations } from "#app/server/usage/usage-reservation.ts";
import { sweepApps } from "#app/server/apps/end-access.ts";
import { sweepStreams } from "#app/server/identity/session-streams.ts";
import { sweepSessions } from "#app/server/auth/sign-out.ts";
import { sweepClaims } from "#app/server/meetings/sweep-claims.ts";
import { sweepUploads } from "#app/server/meetings/sweep-uploads.ts";
import { reconcileBilling } from "#app/server/billing/reconcile.ts";
import { handOverDigests } from "#app/server/digests/hand-over-digests.ts";
import { sweepSubmits } from "#app/server/programs/submit-once.ts";
import type { Services } from "#app/server/services.ts";
import { sweepPlans } from "#app/server/sharing/kept-plan.ts";
import { sweepTeams } from "#app/server/teams/sweep-teams.ts";
import { sweepSeries } from "#app/server/mail/follow-up-data.ts";
import { sweepTasks } from "#app/server/tasks/follow-tasks.ts";
import { sweepVoices } from "#app/server/voices/saved-voices.ts";
import { sweepAwaited } from "#app/server/meetings/sweep-awaited.ts";
import { repairLists } from "#app/server/workspace/repair-lists.ts";
import { sweepListChanges } from "#app/server/workspace/take-list-changes.ts";
import { wakeLostAccounts } from "#workers/cron/join-calendars.ts";
import type { Config } from "#workers/config.ts";
import { isFromThisMachine } from "#workers/local-host.ts";

/**
 * The sweep, every ten minutes. Each part can be run again at any time and none waits on another: what fails is logged, and thrown
 * in the end, so that the run itself is seen to have failed.
 */
export async function sweep(services: Services): Promise<void> {
  const parts = await Promise.allSettled([
    sweepUploads(services),
    sweepReservations(services),
    sweepSessions(services),
    sweepAwaited(services),
    sweepStreams(services),
    sweepDeletions(services),
    sweepDefaults(services),
    wakeLostAccounts(services),
    reconcileBilling(services),
    sweepTeams(services),
    sweepSubmits(services),
    handOverDigests(services),
    sweepApps(services),
    sweepVoices(services),
    sweepTasks(services),
    sweepSeries(services),
    sweepPlans(services),
    sweepListChanges(services),
    sweepClaims(services),
    repairLists(services),
  ]);
  const [
    uploads,
    reservations,
    sessions,
    videos,
    streams,
    deletions,
    defaults,
    accounts,
    billing,
    teams,
    ,
    digests,
    ,
    voices,
    tasks,
    series,
    plans,
    lists,
    claims,
    repairs,
  ] = parts;
  services.log("sweep.done", {
    uploadsAccepted: uploads.status === "fulfilled" ? uploads.value.accepted : null,
    uploadsRemoved: uploads.status === "fulfilled" ? uploads.value.removed : null,
    uploadsFailed: uploads.status === "fulfilled" ? uploads.value.failed : null,
    videosAccepted: videos.status === "fulfilled" ? videos.value : null,
    reservationsReleased: reservations.status === "fulfilled" ? reservations.value : null,
    sessionsDeleted: sessions.status === "fulfilled" ? sessions.value.sessions : null,
    streamsClosed: streams.status === "fulfilled" ? streams.value : null,
    deletionsBegun: deletions.status === "fulfilled" ? deletions.value.begun : null,
    deletionsForgotten: deletions.status === "fulfilled" ? deletions.value.forgotten : null,
    retentionDefaultsTold: defaults.status === "fulfilled" ? defaults.value : null,
    calendarAccountsWoken: accounts.status === "fulfilled" ? accounts.value : null,
    invitationsSent: teams.status === "fulfilled" ? teams.value.invitations : null,
    namedPeopleTold: teams.status === "fulfilled" ? teams.value.told : null,
    teamMeetingsMoved: teams.status === "fulfilled" ? teams.value.moved : null,
    teamIndexesTold: teams.status === "fulfilled" ? teams.value.indexes : null,
    billingRead: billing.status === "fulfilled" ? billing.value : null,
    digestsHandedOver: digests.status === "fulfilled" ? digests.value : null,
    voicesDeleted: voices.status === "fulfilled" ? voices.value : null,
    tasksAsked: tasks.status === "fulfilled" ? tasks.value : null,
    listsTaken: lists.status === "fulfilled" ? lists.value : null,
    followUpSeriesDeleted: series.status === "fulfilled" ? series.value : null,
    listsRepaired: repairs.status === "fulfilled" ? repairs.value : null,
    claimsRemoved: claims.status === "fulfilled" ? claims.value : null,
    clipPlansRemoved: plans.status === "fulfilled" ? plans.value : null,
    attemptsDeleted: sessions.status === "fulfilled" ? sessions.value.attempts : null,
  });
  for (const part of parts) if (part.status === "rejected") throw part.reason;
}

/** Path that the local supervisor requests instead of the cron trigger, which workerd never fires. */
const LOCAL_CRON_PATH = "/_local/cron";

/** The trigger of wrangler.toml that joins meetings; every other one sweeps. */
export const JOIN_CRON = "* * * * *";

/** `?each=minute`: only what each minute does. */
export function isJoinOnly(request: Request): boolean {
  return new URL(request.url).searchParams.get("each") === "minute";
}

/** Always false in production, where Cloudflare calls `scheduled`. */
export function isLocalCron(request: Request, config: Config): boolean {
  return (
    isFromThisMachine(request, config) && request.method === "POST" && new URL(request.url).pathname === LOCAL_CRON_PATH
  );
}
