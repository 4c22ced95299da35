import { and, desc, eq, sql } from "drizzle-orm";
import type { TeamRole } from "#app/domain/workspace/team.ts";
import type { Database } from "#app/server/db/database.ts";
import { members } from "#app/server/db/schema-account.ts";
import { teamInvitations, teams } from "#app/server/db/schema-teams.ts";

/** A person's part in a team. */
export type Membership = {
  teamId: string;
  name: string;
  role: TeamRole;
  membersEdit: boolean;
  defaultTemplateId: string | null;
  defaultLanguage: string | null;
  defaultVisibility: string | null;
  /** Null: an order that is not paid. */
  activatedAt: number | null;
};

/** The person's team; one that is only ordered comes after one that is paid for. A person is in one paid team at most. */
export async function findTeam(db: Database, userId: string): Promise<Membership | null> {
  return membershipOf(await selectTeam(db, userId));
}

export function selectTeam(db: Database, userId: string) {
  return db
    .select({
      teamId: teams.workspaceId,
      name: teams.name,
      role: members.role,
      membersEdit: teams.membersEdit,
      defaultTemplateId: teams.defaultTemplateId,
      defaultLanguage: teams.defaultLanguage,
      defaultVisibility: teams.defaultVisibility,
      activatedAt: teams.activatedAt,
    })
    .from(members)
    .innerJoin(teams, eq(teams.workspaceId, members.workspaceId))
    .where(eq(members.userId, userId))
    .orderBy(...firstTeam())
    .limit(1);
}

/** The order in which the first team is the person's. */
export const firstTeam = () => [desc(sql`${teams.activatedAt} is not null`), desc(teams.createdAt)];

/** The answer of `selectTeam`. */
export function membershipOf([row]: Awaited<ReturnType<typeof selectTeam>>): Membership | null {
  return row ? { ...row, role: row.role === "owner" ? "owner" : "member" } : null;
}

/** The team that the person administers; null where there is none, or they are a member only. */
export async function findManaged(db: Database, userId: string): Promise<Membership | null> {
  const team = await findTeam(db, userId);
  return team?.role === "owner" ? team : null;
}

/** The member who stands for a team where one is needed: its administrator of the longest standing. A scalar of a statement. */
export function firstAdministrator(teamId: string, otherwise: string) {
  return sql<string>`coalesce((select heir.user_id from members as heir where heir.workspace_id = ${teamId}
    order by heir.role = 'owner' desc, heir.joined_at, heir.user_id limit 1), ${otherwise})`;
}

/** An invitation that still holds its seat. Part of a statement on `team_invitations`. */
export const isOpenInvitation = and(
  sql`${teamInvitations.acceptedAt} is null`,
  sql`${teamInvitations.endedAt} is null`,
);

/** The seats of a team that are taken, by members and by open invitations, as a scalar of a statement. */
export function takenSeats(teamId: string) {
  return sql<number>`((select count(*) from members as taken where taken.workspace_id = ${teamId} and taken.has_seat = 1)
    + (select count(*) from team_invitations as held
      where held.workspace_id = ${teamId} and held.accepted_at is null and held.ended_at is null))`;
}
