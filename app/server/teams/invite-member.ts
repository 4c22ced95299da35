import { and, eq, sql } from "drizzle-orm";
import { randomId } from "#app/domain/ids.ts";
import { parseMailAddress } from "#app/domain/mail/mail-settings.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { emailKeyOf } from "#app/domain/workspace/team.ts";
import { seatsSql } from "#app/server/workspace/plan-of.ts";
import { insertWhere } from "#app/server/db/insert-where.ts";
import { teamInvitations } from "#app/server/db/schema-teams.ts";
import type { Services } from "#app/server/services.ts";
import { findManaged, isOpenInvitation, takenSeats } from "#app/server/workspace/find-team.ts";
import { sendInvitation } from "#app/server/teams/send-invitation.ts";

type Needs = Pick<Services, "config" | "db" | "mailer" | "mailWriter" | "log" | "now" | "saltedHash">;
type Asked = { userId: string };

/**
 * An administrator invites somebody to a free seat. "Is a seat free" and "take it" are one statement: of two administrators who give
 * away the last seat at the same moment one is refused.
 */
export async function inviteMember(
  services: Needs,
  { userId }: Asked,
  typed: string,
): Promise<Outcome<{ sent: boolean }, "not-found" | "email-format" | "already-invited" | "seats-taken">> {
  const { db, now } = services;
  const team = await findManaged(db, userId);
  if (team === null) return refused("not-found");
  const { teamId } = team;
  const address = parseMailAddress(typed);
  if (address === null) return refused("email-format");
  const email = emailKeyOf(address);
  const invitationId = randomId();
  const at = now();
  const known = sql`(exists (select 1 from team_invitations as held where held.workspace_id = ${teamId}
      and held.email = ${email} and held.accepted_at is null and held.ended_at is null)
    or exists (select 1 from members as taken join users as person on person.id = taken.user_id
      where taken.workspace_id = ${teamId} and taken.has_seat = 1 and lower(person.email) = ${email} and person.email_verified = 1))`;
  const [, [row]] = await db.batch([
    insertWhere(db, teamInvitations, {
      row: { id: invitationId, workspaceId: teamId, email, invitedBy: userId, createdAt: at },
      where: sql`not ${known} and ${takenSeats(teamId)} < ${seatsSql(sql`${teamId}`, at)}`,
    }),
    db
      .select({
        id: sql<
          string | null
        >`(select ${teamInvitations.id} from ${teamInvitations} where ${teamInvitations.id} = ${invitationId})`,
        known: sql<number>`${known}`,
      })
      .from(sql`(select 1)`),
  ]);
  if (row?.id !== invitationId) return refused(row?.known === 1 ? "already-invited" : "seats-taken");
  return ok({ sent: (await sendInvitation(services, { teamId, invitationId })) === "sent" });
}

/** Sends an invitation again: the link of the mail before it ends. */
export async function resendInvitation(
  services: Needs,
  { userId }: Asked,
  invitationId: string,
): Promise<Outcome<null, "not-found" | "sent-lately" | "mail-later">> {
  const team = await findManaged(services.db, userId);
  if (team === null) return refused("not-found");
  const end = await sendInvitation(services, { teamId: team.teamId, invitationId });
  if (end === "not-found") return refused("not-found");
  if (end === "wait") return refused("sent-lately");
  return end === "sent" ? ok(null) : refused("mail-later");
}

/** Ends an open invitation: its link stops working at once, and its seat is free. */
export async function revokeInvitation(
  { db, now, log }: Pick<Services, "db" | "now" | "log">,
  { userId }: Asked,
  invitationId: string,
): Promise<Outcome<null, "not-found">> {
  const team = await findManaged(db, userId);
  if (team === null) return refused("not-found");
  const [row] = await db
    .update(teamInvitations)
    .set({ endedAt: now(), tokenHash: null })
    .where(and(eq(teamInvitations.id, invitationId), eq(teamInvitations.workspaceId, team.teamId), isOpenInvitation))
    .returning({ id: teamInvitations.id });
  if (!row) return refused("not-found");
  log("team.invitation.revoked", { teamId: team.teamId, invitationId });
  return ok(null);
}
