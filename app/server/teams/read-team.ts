import { and, asc, eq, sql } from "drizzle-orm";
import type { TeamAnswer } from "#app/contracts/teams.ts";
import type { Locale } from "#app/domain/languages.ts";
import { readBilling } from "#app/server/billing/read-billing.ts";
import { seatsOf } from "#app/server/workspace/plan-of.ts";
import type { Database } from "#app/server/db/database.ts";
import { members, users } from "#app/server/db/schema-account.ts";
import { teamInvitations } from "#app/server/db/schema-teams.ts";
import type { Services } from "#app/server/services.ts";
import { findTeam, isOpenInvitation, type Membership } from "#app/server/workspace/find-team.ts";
import { listTeamTemplates, showDefaults } from "#app/server/workspace/team-defaults.ts";

/**
 * The person's team as the settings show it: with members, invitations and totals for an administrator; for a member with the
 * administrators only. Totals are counts: what meetings are about is nowhere in them.
 */
export async function readTeam(
  services: Pick<Services, "billing" | "db" | "now">,
  { userId }: { userId: string },
  locale: Locale,
): Promise<TeamAnswer> {
  const { db, now } = services;
  const team = await findTeam(db, userId);
  if (team === null || team.activatedAt === null) return { team: null };
  const { teamId, name, role, membersEdit } = team;
  const [people, templates] = await Promise.all([readMembers(db, teamId), listTeamTemplates(db, teamId, locale)]);
  const shown = people.map(({ email, ...person }) => ({ ...person, isYou: person.userId === userId, email }));
  const view = { id: teamId, name, role, membersEdit, defaults: showDefaults(team, templates) };
  if (role !== "owner") {
    const administrators = shown.filter((person) => person.role === "owner" || person.isYou);
    return { team: { ...view, members: administrators.map((person) => ({ ...person, email: null })) } };
  }
  const [seats, invitations, usage, { hasInvoices, subscription }] = await Promise.all([
    seatsOf(db, teamId, now()),
    readInvitations(db, teamId, now()),
    readTotals(db, team),
    readBilling(services, { workspaceId: teamId }, "team"),
  ]);
  const payment = hasInvoices ? { subscription } : null;
  return { team: { ...view, members: shown, managed: { seats, templates, invitations, usage, payment } } };
}

async function readMembers(db: Database, teamId: string) {
  const rows = await db
    .select({
      userId: members.userId,
      role: members.role,
      name: users.name,
      email: users.email,
      hasSeat: members.hasSeat,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.workspaceId, teamId))
    .orderBy(asc(members.joinedAt), asc(members.userId));
  return rows.map((row) => ({ ...row, role: row.role === "owner" ? ("owner" as const) : ("member" as const) }));
}

async function readInvitations(db: Database, teamId: string, now: number) {
  const rows = await db
    .select()
    .from(teamInvitations)
    .where(and(eq(teamInvitations.workspaceId, teamId), isOpenInvitation))
    .orderBy(asc(teamInvitations.createdAt), asc(teamInvitations.email));
  return rows.map(({ id, email, sentAt, expiresAt }) => ({
    id,
    email,
    state:
      sentAt === null
        ? ("unsent" as const)
        : expiresAt !== null && expiresAt <= now
          ? ("expired" as const)
          : ("sent" as const),
    expiresAt,
  }));
}

/** Since each member joined. */
async function readTotals(db: Database, { teamId }: Membership) {
  const counted = (kind: string) => sql<number>`count(*) filter (where used.kind = ${kind})`;
  const [row] = await db
    .select({
      uploads: counted("upload"),
      recordings: counted("recording"),
      meetings: sql<number>`(select count(*) from meeting_visibility as seen join meetings on meetings.id = seen.meet_id
        and meetings.deleted_at is null where seen.team_id = ${teamId})`,
    })
    .from(
      sql`members as mine join usage_ledger as used on used.workspace_id = mine.user_id
        and used.state = 'counted' and used.reserved_at >= mine.joined_at where mine.workspace_id = ${teamId}`,
    );
  return row ?? { uploads: 0, recordings: 0, meetings: 0 };
}
