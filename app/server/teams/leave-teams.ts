import { and, eq, or, sql } from "drizzle-orm";
import type { Database } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { members, users } from "#app/server/db/schema-account.ts";
import { teamInvitations, teamMoves, teams } from "#app/server/db/schema-teams.ts";
import type { Services } from "#app/server/services.ts";
import { findHeir, takeOut } from "#app/server/teams/change-members.ts";
import { closeTeam } from "#app/server/teams/change-team.ts";
import { moveDue } from "#app/server/teams/move-meetings.ts";

type Needs = Pick<Services, "db" | "lists" | "meetings" | "pages" | "store" | "log" | "now">;

/**
 * The teams of a person whose account is deleted. A team with other people gets another administrator where the person was the last, and
 * keeps the meetings that they have shown to it; a team without anybody else ends. May be done again.
 */
export async function leaveTeams(services: Needs, userId: string): Promise<void> {
  const { db, log } = services;
  await handInvitationsOn(db, userId);
  const own = await db
    .select({ teamId: members.workspaceId })
    .from(members)
    .innerJoin(teams, eq(teams.workspaceId, members.workspaceId))
    .where(eq(members.userId, userId));
  for (const { teamId } of own) {
    const heir = await findHeir(db, { teamId, userId });
    if (heir === null) {
      // The membership stays until the person's rows go: the subscription is ended by it.
      await closeTeam(services, { teamId, heir: userId, keep: userId });
      continue;
    }
    await db
      .update(members)
      .set({ role: "owner" })
      .where(and(eq(members.workspaceId, teamId), eq(members.userId, heir.userId)));
    const left = await takeOut(services, { teamId, memberId: userId, copies: false });
    // The heir has left meanwhile: the repetition finds another one.
    if (left === "last-administrator") throw new Error("a team has no other administrator yet");
    log("team.left", { teamId, userId });
  }
  // Their address stands in the invitations that they have accepted.
  await db.delete(teamInvitations).where(eq(teamInvitations.acceptedBy, userId));
  await finishMoves(services, userId);
}

/** Invitations are the team's, also those that the person sent before they left it: without who invites, no link could be read. */
async function handInvitationsOn(db: Database, userId: string): Promise<void> {
  const heir = sql<string>`(select heir.user_id from members as heir
    where heir.workspace_id = ${teamInvitations.workspaceId} and heir.user_id <> ${userId}
    order by heir.role = 'owner' desc, heir.joined_at, heir.user_id limit 1)`;
  await db
    .update(teamInvitations)
    .set({ invitedBy: heir })
    .where(and(eq(teamInvitations.invitedBy, userId), sql`${heir} is not null`));
}

/**
 * Before the person's meetings are deleted: what the teams keep is not theirs any more then, and what an ended team gives back has arrived, so
 * that it is deleted with the rest. Throws while something is left, to be repeated.
 */
async function finishMoves(services: Needs, userId: string): Promise<void> {
  const { db } = services;
  // No person is left for the copies of an earlier departure.
  const administrator = sql`coalesce((select user_id from members where members.workspace_id = ${teamMoves.workspaceId}
    order by role = 'owner' desc, joined_at limit 1), ${teamMoves.createdBy})`;
  await db
    .update(teamMoves)
    .set({ copyFor: null, createdBy: sql`${administrator}` })
    .where(eq(teamMoves.copyFor, userId));
  const left = () =>
    db
      .select({ meetId: teamMoves.meetId })
      .from(teamMoves)
      .innerJoin(meetings, eq(meetings.id, teamMoves.meetId))
      .where(
        or(eq(teamMoves.workspaceId, userId), and(eq(meetings.createdBy, userId), eq(meetings.workspaceId, userId))),
      );
  for (let before = (await left()).length; before > 0; ) {
    await moveDue(services);
    const now = (await left()).length;
    if (now >= before) throw new Error("a meeting could not be handed over by or to a team yet");
    before = now;
  }
}

/** The effect of the account's deletion on the person's team, so that it can be announced; null where they are in none. */
export async function foreseeLeaving(
  db: Database,
  userId: string,
): Promise<{ team: string; ends: boolean; heir: string | null } | null> {
  const [row] = await db
    .select({ teamId: teams.workspaceId, team: teams.name, role: members.role })
    .from(members)
    .innerJoin(teams, eq(teams.workspaceId, members.workspaceId))
    .where(and(eq(members.userId, userId), sql`${teams.activatedAt} is not null`))
    .limit(1);
  if (!row) return null;
  const heir = await findHeir(db, { teamId: row.teamId, userId });
  if (heir === null) return { team: row.team, ends: true, heir: null };
  // Another administrator is there, or the person is none: nothing is handed over.
  if (row.role !== "owner" || heir.role === "owner") return { team: row.team, ends: false, heir: null };
  const [named] = await db.select({ name: users.name }).from(users).where(eq(users.id, heir.userId));
  return { team: row.team, ends: false, heir: named?.name ?? null };
}
