import { and, eq, notInArray, sql } from "drizzle-orm";
import type { TeamChange } from "#app/contracts/team-changes.ts";
import { PAYMENTS_END_MS_MAX } from "#app/domain/limits/billing.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { changeSeats as changePaidSeats } from "#app/server/billing/change-seats.ts";
import { endPayments } from "#app/server/billing/end-subscriptions.ts";
import { seatsOf } from "#app/server/workspace/plan-of.ts";
import { meetings } from "#app/server/db/schema.ts";
import { members } from "#app/server/db/schema-account.ts";
import { meetingVisibility, teamInvitations, teamMoves, teams } from "#app/server/db/schema-teams.ts";
import { ownWords } from "#app/server/db/schema-words.ts";
import type { Database } from "#app/server/db/database.ts";
import { namedBatch } from "#app/server/db/named-batch.ts";
import type { Services } from "#app/server/services.ts";
import { closeLostStreams } from "#app/server/identity/end-lost-streams.ts";
import { foldersOfEnd } from "#app/server/folders/change-folders.ts";
import { findManaged, takenSeats } from "#app/server/workspace/find-team.ts";
import { endCopies, moveDue, movesOfEnd } from "#app/server/teams/move-meetings.ts";
import { templatesOfEnd } from "#app/server/templates/move-templates.ts";
import { saveTeamDefaults } from "#app/server/workspace/team-defaults.ts";

type Asked = { userId: string };

/** The name of the team, whether its members edit each other's team meetings, and what their new meetings begin with. */
export async function changeTeam(
  { db }: Pick<Services, "db">,
  { userId }: Asked,
  { defaults, ...change }: TeamChange,
): Promise<Outcome<null, "not-found" | "template-not-found">> {
  const team = await findManaged(db, userId);
  if (team === null) return refused("not-found");
  const { teamId } = team;
  if (defaults && !(await saveTeamDefaults(db, { teamId, userId, defaults }))) return refused("template-not-found");
  if (Object.keys(change).length > 0) await db.update(teams).set(change).where(eq(teams.workspaceId, teamId));
  return ok(null);
}

/** More seats, or fewer: only free ones can go. The subscription follows. */
export async function changeSeats(
  services: Services,
  { userId }: Asked,
  seats: number,
): ReturnType<typeof changePaidSeats> {
  const team = await findManaged(services.db, userId);
  if (team === null) return refused("no-subscription");
  return changePaidSeats(services, { workspaceId: team.teamId, seats, taken: takenSeats(team.teamId) });
}

/**
 * Ends a team that is not paid for any more, and its subscription: one that owes a payment could still be charged. Each meeting and template
 * returns to its creator, meetings are private again, nothing is deleted, and everybody's access to the others' meetings ends with the statement.
 */
export async function endTeam(
  services: Pick<Services, "billing" | "db" | "lists" | "meetings" | "pages" | "store" | "log" | "now" | "waitUntil">,
  { userId }: Asked,
): Promise<Outcome<null, "not-found" | "team-paid">> {
  const { db, now, log } = services;
  const team = await findManaged(db, userId);
  if (team === null) return refused("not-found");
  const { teamId } = team;
  if ((await seatsOf(db, teamId, now())) > 0) return refused("team-paid");
  await endPayments(services, [teamId], AbortSignal.timeout(PAYMENTS_END_MS_MAX));
  await closeTeam(services, { teamId, heir: userId, keep: null });
  log("team.ended", { teamId });
  services.waitUntil(moveDue(services));
  return ok(null);
}

/** The statements that end a team. `keep`: a person whose membership stays for now, because their account is being deleted. */
export async function closeTeam(
  services: Pick<Services, "db" | "meetings" | "pages" | "log" | "now">,
  { teamId, heir, keep }: { teamId: string; heir: string; keep: string | null },
): Promise<void> {
  const { db, now } = services;
  const at = now();
  const { gone } = await namedBatch(db, {
    // A meeting that is still on its way to the team stays where it is.
    copies: endCopies(db, eq(teamMoves.workspaceId, teamId)),
    arriving: db.delete(teamMoves).where(eq(teamMoves.workspaceId, teamId)),
    returning: movesOfEnd(db, { teamId, heir, at }),
    visibility: db
      .update(meetingVisibility)
      .set({ visibility: "private", teamId: null, changedAt: at })
      .where(
        sql`${meetingVisibility.teamId} = ${teamId} and not exists (select 1 from ${meetings} where ${meetings.id} = ${meetingVisibility.meetId} and ${meetings.workspaceId} = ${teamId})`,
      ),
    invitations: db
      .update(teamInvitations)
      .set({ endedAt: at, tokenHash: null })
      .where(eq(teamInvitations.workspaceId, teamId)),
    team: db.update(teams).set({ activatedAt: null }).where(eq(teams.workspaceId, teamId)),
    gone: db
      .delete(members)
      .where(sql`${members.workspaceId} = ${teamId} and ${members.userId} <> ${keep ?? ""}`)
      .returning({ userId: members.userId }),
    ...templatesOfEnd(db, { teamId, heir }),
    ...wordsOfEnd(db, { teamId, heir }),
    ...foldersOfEnd(db, { teamId, heir }),
  });
  await closeLostStreams(services, { userIds: gone.map(({ userId }) => userId) });
}

/** The team's names and terms are no member's: the administrator who ends it has them, beside their own. */
function wordsOfEnd(db: Database, { teamId, heir }: { teamId: string; heir: string }) {
  const isTeams = eq(ownWords.workspaceId, teamId);
  const known = db.select({ wordKey: ownWords.wordKey }).from(ownWords).where(eq(ownWords.workspaceId, heir));
  return {
    words: db
      .update(ownWords)
      .set({ workspaceId: heir })
      .where(and(isTeams, notInArray(ownWords.wordKey, known))),
    doubledWords: db.delete(ownWords).where(isTeams),
  };
}
