import { and, eq, gt, isNull, lt, lte, sql } from "drizzle-orm";
import { LOCALE_FALLBACK, parseLocale } from "#app/domain/languages.ts";
import {
  INVITATION_MS,
  INVITATION_RESEND_MS,
  INVITATION_SENDS_MAX,
  INVITATIONS_SWEEP_MAX,
} from "#app/domain/limits/teams.ts";
import { hashToken, newToken } from "#app/server/identity/session.ts";
import { seatsSql } from "#app/server/workspace/plan-of.ts";
import { users } from "#app/server/db/schema-account.ts";
import { teamInvitations, teams } from "#app/server/db/schema-teams.ts";
import { claimTypedMail } from "#app/server/mail/typed-mails.ts";
import { eachByItself } from "#app/server/each-by-itself.ts";
import type { Services } from "#app/server/services.ts";
import { isOpenInvitation } from "#app/server/workspace/find-team.ts";

/**
 * The mail of an invitation. Its link is known to the mail alone: D1 has the hash, and each mail replaces the link before. Whether the
 * address belongs to an account is asked nowhere.
 */
export const JOIN_PATH = "/join/";

type Needs = Pick<Services, "config" | "db" | "mailer" | "mailWriter" | "log" | "now" | "saltedHash">;

/** - `wait`: it was sent a moment ago, or too often. - `later`: the mail service did not take it; the sweep tries again. */
type SendEnd = "sent" | "wait" | "later" | "not-found";

/** Sends an open invitation of a team, or sends it again with a new link and a new term. */
export async function sendInvitation(
  services: Needs,
  { teamId, invitationId }: { teamId: string; invitationId: string },
): Promise<SendEnd> {
  const { config, db, mailer, mailWriter, log, now } = services;
  const at = now();
  const token = newToken();
  const named = and(eq(teamInvitations.id, invitationId), eq(teamInvitations.workspaceId, teamId), isOpenInvitation);
  const [known] = await db
    .select({
      team: teams.name,
      inviter: users.name,
      locale: users.locale,
      email: teamInvitations.email,
      senderId: teamInvitations.invitedBy,
    })
    .from(teamInvitations)
    .innerJoin(teams, eq(teams.workspaceId, teamInvitations.workspaceId))
    .innerJoin(users, eq(users.id, teamInvitations.invitedBy))
    .where(named);
  if (!known) return "not-found";
  if (mailer === null) return "later";
  // An address that is invited, revoked and invited again is still one inbox.
  const place = await claimTypedMail(services, { address: known.email, senderId: known.senderId });
  if (place === null) return "wait";
  // One statement: of two requests at the same time one sends.
  const [claimed] = await db
    .update(teamInvitations)
    .set({
      tokenHash: await hashToken(token),
      triedAt: at,
      sends: sql`${teamInvitations.sends} + 1`,
      expiresAt: at + INVITATION_MS,
    })
    .where(
      and(
        named,
        lte(teamInvitations.triedAt, at - INVITATION_RESEND_MS),
        lt(teamInvitations.sends, INVITATION_SENDS_MAX),
      ),
    )
    .returning({ email: teamInvitations.email });
  if (!claimed) {
    await place.release();
    return "wait";
  }
  const written = await mailWriter.write(
    {
      kind: "team-invitation",
      team: known.team,
      inviter: known.inviter,
      joinUrl: `${config.origin}${JOIN_PATH}${token}`,
    },
    { locale: parseLocale(known.locale) ?? LOCALE_FALLBACK, timeZone: "UTC", unsubscribeUrl: null },
  );
  const answer = await mailer.send({
    to: claimed.email,
    ...written,
    // RFC 3834: no vacation notice answers it.
    headers: { "Auto-Submitted": "auto-generated" },
    // Each try has a link of its own.
    idempotencyKey: `team-invitation/${invitationId}/${at}`,
  });
  const isSent = answer.kind === "accepted" || (answer.kind === "refused" && answer.reason === "key-reused");
  if (isSent) await db.update(teamInvitations).set({ sentAt: at }).where(named);
  // A service that is down for hours must not use up the times that an invitation may be sent.
  if (answer.kind === "later") {
    await place.release();
    await db
      .update(teamInvitations)
      .set({ sends: sql`max(0, ${teamInvitations.sends} - 1)` })
      .where(named);
  }
  log("team.invitation.sent", { teamId, invitationId, end: answer.kind });
  return isSent ? "sent" : "later";
}

/** Sends the invitations that wait for the payment of their team, or for the mail service. Null: those of all teams. */
export async function sendDueInvitations(services: Needs, teamId: string | null): Promise<number> {
  const { db, now } = services;
  const due = await db
    .select({ invitationId: teamInvitations.id, teamId: teamInvitations.workspaceId })
    .from(teamInvitations)
    .where(
      and(
        teamId === null ? undefined : eq(teamInvitations.workspaceId, teamId),
        isOpenInvitation,
        isNull(teamInvitations.sentAt),
        lt(teamInvitations.sends, INVITATION_SENDS_MAX),
        gt(seatsSql(sql`${teamInvitations.workspaceId}`, now()), 0),
      ),
    )
    .limit(INVITATIONS_SWEEP_MAX);
  let sent = 0;
  await eachByItself(due, async (invitation) => {
    if ((await sendInvitation(services, invitation)) === "sent") sent += 1;
  });
  return sent;
}
