import { type SQL, sql } from "drizzle-orm";
import type { ListDatabase } from "#app/server/db/database.ts";
import type { ListedTeam } from "#app/server/workspace/read-lists.ts";

/**
 * Conditions for the meetings in a team's lists that others show to one of its members. A meeting that stayed with the team without being shown to it is
 * its administrators'. The member's own meetings are in the lists of their own workspace.
 */
export function shownToMember(team: ListedTeam, { userId, workspaceId }: { userId: string; workspaceId: string }): SQL {
  return sql`(${seenByMember(team)} and not (meetings.workspace_id = ${workspaceId} and meetings.created_by = ${userId}))`;
}

/** The same with the member's own: a walk that leaves many of these out reads all of them. */
export function seenByMember(team: ListedTeam): SQL {
  return isSeen(team, "meetings");
}

/** Whether a team's lists have a meeting of others that the member sees. Reads a row of each range, however many meetings the member shows. */
export function selectOthersShow(
  list: ListDatabase,
  { teamId, isAdministrator }: ListedTeam,
  { userId, workspaceId }: { userId: string; workspaceId: string },
) {
  const ofOthers = ["<", ">"].flatMap((than) => [
    sql`shown_meetings where created_by ${sql.raw(than)} ${userId}`,
    sql`shown_meetings where created_by = ${userId} and workspace_id ${sql.raw(than)} ${workspaceId}`,
  ]);
  // In the words of the indexes of a workspace's meetings.
  const stayed = ["archived_at is null", "archived_at is not null"].map(
    (which) => sql`meetings where workspace_id = ${teamId} and ${sql.raw(which)}`,
  );
  const exists = [...ofOthers, ...(isAdministrator ? stayed : [])].map((rows) => sql`exists (select 1 from ${rows})`);
  return list.select({ shared: sql<number>`${sql.join(exists, sql` or `)}`.as("shared") }).from(sql`(select 1)`);
}

/** A part is seen with the whole, where that is shown, too. */
export function isNoSeenPart(team: ListedTeam): SQL {
  return sql`(meetings.merged_into is null or not exists (
    select 1 from meetings as whole where whole.id = meetings.merged_into and ${isSeen(team, "whole")}))`;
}

function isSeen({ teamId, isAdministrator }: ListedTeam, meeting: "meetings" | "whole"): SQL {
  const isShown = sql.raw(`exists (select 1 from shown_meetings as shown where shown.meet_id = ${meeting}.id)`);
  return isAdministrator ? sql`(${isShown} or ${sql.raw(meeting)}.workspace_id = ${teamId})` : isShown;
}
