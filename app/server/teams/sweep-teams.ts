import { sql } from "drizzle-orm";
import { workspaces } from "#app/server/db/schema-account.ts";
import type { Services } from "#app/server/services.ts";
import { eachByItself } from "#app/server/each-by-itself.ts";
import { moveDue } from "#app/server/teams/move-meetings.ts";
import { sweepTeamIndexes } from "#app/server/workspace/team-index.ts";
import { sendDueInvitations } from "#app/server/teams/send-invitation.ts";
import { tellNamed, type TellNeeds } from "#app/server/meetings/tell-named.ts";

type Needs = TellNeeds & Pick<Services, "lists" | "meetings" | "pages" | "saltedHash" | "store" | "teamIndexes">;
type Swept = { invitations: number; told: number; moved: number; indexes: number };

/**
 * The sweep: invitations that could not be sent, people who were named for a meeting, meetings on their way to another workspace, and indexes
 * of teams that lack a change.
 */
export async function sweepTeams(services: Needs): Promise<Swept> {
  const swept = { invitations: 0, told: 0, moved: 0, indexes: 0 };
  const parts = [
    async () => (swept.invitations = await sendDueInvitations(services, null)),
    async () => (swept.told = await tellNamed(services, null)),
    async () => (swept.moved = (await moveDue(services)).moved),
    async () => (swept.indexes = await sweepTeamIndexes(services)),
    async () => forgetEnded(services),
  ];
  await eachByItself(parts, (part) => part());
  return swept;
}

/** Removes teams that have ended, once everything that they had is back with its creators. */
async function forgetEnded({ db }: Pick<Services, "db">): Promise<void> {
  await db.delete(workspaces).where(
    sql`${workspaces.kind} = 'team' and ${workspaces.id} in (select workspace_id from teams where activated_at is null)
      and not exists (select 1 from members where members.workspace_id = ${workspaces.id})
      and not exists (select 1 from meetings where meetings.workspace_id = ${workspaces.id} and meetings.deleted_at is null)`,
  );
}
