import { and, eq, gt, sql } from "drizzle-orm";
import type { InvitationAnswer } from "#app/contracts/teams.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { joinStateOf } from "#app/domain/workspace/team.ts";
import { hashToken } from "#app/server/identity/session.ts";
import { closeOrders } from "#app/server/billing/checkouts.ts";
import { seatsSql } from "#app/server/workspace/plan-of.ts";
import type { Database } from "#app/server/db/database.ts";
import { members, users } from "#app/server/db/schema-account.ts";
import { teamInvitations, teams } from "#app/server/db/schema-teams.ts";
import type { Services } from "#app/server/services.ts";
import { addressesOf } from "#app/server/workspace/access-to.ts";
import { isOpenInvitation } from "#app/server/workspace/find-team.ts";

/**
 * The join page of an invitation. Its answer depends on the invitation and on the reader's own addresses alone: it never tells whether
 * an address belongs to an account.
 */
export async function readInvitation(
  { db, now }: Pick<Services, "db" | "now">,
  { token, userId }: { token: string; userId: string | null },
): Promise<InvitationAnswer> {
  const [row] = await db
    .select({
      invitation: teamInvitations,
      team: teams.name,
      inviter: users.name,
      showsNew: sql<number>`${teams.defaultVisibility} is 'team'`,
    })
    .from(teamInvitations)
    .innerJoin(teams, eq(teams.workspaceId, teamInvitations.workspaceId))
    .innerJoin(users, eq(users.id, teamInvitations.invitedBy))
    .where(eq(teamInvitations.tokenHash, await hashToken(token)));
  const emails = userId === null ? [] : await ownAddresses(db, userId);
  const reader = userId === null ? null : { userId, emails };
  const state = joinStateOf(row?.invitation ?? null, reader, now());
  if (state === "invalid" || !row) return { state: "invalid" };
  const { team, inviter, invitation, showsNew } = row;
  return {
    state,
    team,
    inviter,
    email: invitation.email,
    showsNew: showsNew === 1,
    ...(state === "mismatch" ? { signedInAs: emails[0] ?? null } : {}),
  };
}

async function ownAddresses(db: Database, userId: string): Promise<string[]> {
  const rows = await db.all<{ email: string }>(sql`select email from ${addressesOf(userId)}`);
  return rows.map(({ email }) => email);
}

type AcceptRefusal = "invitation-invalid" | "email-mismatch" | "other-team" | "seat-unpaid";

type AcceptNeeds = Pick<Services, "billing" | "db" | "now" | "log" | "waitUntil">;

/**
 * Accepts an invitation: one statement makes the member where the link still holds, the address is theirs, the seat is paid for, and they are in
 * no other team; so that a link is used once, whoever is faster.
 */
export async function acceptInvitation(
  services: AcceptNeeds,
  { token, userId }: { token: string; userId: string },
): Promise<Outcome<{ team: string }, AcceptRefusal>> {
  const { db, now, log } = services;
  const at = now();
  const tokenHash = await hashToken(token);
  const link = and(eq(teamInvitations.tokenHash, tokenHash), isOpenInvitation, gt(teamInvitations.expiresAt, at));
  const isTheirs = sql`${teamInvitations.email} in ${addressesOf(userId)}`;
  const inOther = sql`exists (select 1 from members as mine join teams as other on other.workspace_id = mine.workspace_id
    where mine.user_id = ${userId} and other.activated_at is not null and other.workspace_id <> ${teamInvitations.workspaceId})`;
  const isPaid = sql`(select count(*) from members as taken
      where taken.workspace_id = ${teamInvitations.workspaceId} and taken.has_seat = 1)
    < ${seatsSql(sql`${teamInvitations.workspaceId}`, at)}`;
  const [, [accepted], [found]] = await db.batch([
    db
      .insert(members)
      .select(
        sql`select ${teamInvitations.workspaceId}, ${userId}, 'member', ${at}, 1 from ${teamInvitations}
          where ${link} and ${isTheirs} and not ${inOther} and ${isPaid}`,
      )
      // An administrator without a seat takes one.
      .onConflictDoUpdate({ target: [members.workspaceId, members.userId], set: { hasSeat: true } }),
    db
      .update(teamInvitations)
      .set({ acceptedAt: at, acceptedBy: userId })
      .where(
        and(
          link,
          isTheirs,
          sql`exists (select 1 from members as joined
            where joined.workspace_id = ${teamInvitations.workspaceId} and joined.user_id = ${userId} and joined.has_seat = 1)`,
        ),
      )
      .returning({ teamId: teamInvitations.workspaceId }),
    db
      .select({
        team: teams.name,
        acceptedBy: teamInvitations.acceptedBy,
        isOpen: sql<number>`${link}`,
        isTheirs: sql<number>`${isTheirs}`,
        inOther: sql<number>`${inOther}`,
      })
      .from(teamInvitations)
      .innerJoin(teams, eq(teams.workspaceId, teamInvitations.workspaceId))
      .where(and(eq(teamInvitations.tokenHash, tokenHash), sql`${teamInvitations.endedAt} is null`)),
  ]);
  if (accepted) {
    log("team.joined", { teamId: accepted.teamId, userId });
    services.waitUntil(closeOrders(services, userId));
  }
  if (!found) return refused("invitation-invalid");
  // A second click, or a second tab: the same answer again.
  if (found.acceptedBy === userId) return ok({ team: found.team });
  if (found.isOpen !== 1) return refused("invitation-invalid");
  if (found.isTheirs !== 1) return refused("email-mismatch");
  return refused(found.inOther === 1 ? "other-team" : "seat-unpaid");
}

/** Declines: the seat is free again, and the link ends. Only the invited person can. */
export async function declineInvitation(
  { db, now, log }: Pick<Services, "db" | "now" | "log">,
  { token, userId }: { token: string; userId: string },
): Promise<Outcome<null, "invitation-invalid">> {
  const [row] = await db
    .update(teamInvitations)
    .set({ endedAt: now() })
    .where(
      and(
        eq(teamInvitations.tokenHash, await hashToken(token)),
        isOpenInvitation,
        sql`${teamInvitations.email} in ${addressesOf(userId)}`,
      ),
    )
    .returning({ id: teamInvitations.id, teamId: teamInvitations.workspaceId });
  if (!row) return refused("invitation-invalid");
  log("team.invitation.declined", { teamId: row.teamId, invitationId: row.id });
  return ok(null);
}
