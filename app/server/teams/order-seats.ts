import { and, eq, sql } from "drizzle-orm";
import type { SeatsOrder } from "#app/contracts/team-changes.ts";
import { refused } from "#app/domain/outcome.ts";
import { checkSeats, emailKeyOf, type SeatsRefusal } from "#app/domain/workspace/team.ts";
import type { Caller } from "#app/server/identity/session.ts";
import { startCheckout } from "#app/server/billing/start-checkout.ts";
import { members } from "#app/server/db/schema-account.ts";
import { teamInvitations, teams } from "#app/server/db/schema-teams.ts";
import type { Services } from "#app/server/services.ts";
import { insertFrom } from "#app/server/db/insert-where.ts";
import { namedBatch } from "#app/server/db/named-batch.ts";
import { findTeam, isOpenInvitation } from "#app/server/workspace/find-team.ts";
import { neutralName, newTeam, orderedTeam, readOrdered } from "#app/server/workspace/make-team.ts";

/**
 * The seats page: notes the team with its invitations, and begins the payment. The invitations are sent once the seats are paid for. A second
 * order before that replaces the name and the addresses of the first. A seat is an address (§5): the administrator has one where their own is among
 * them, and manages without one otherwise.
 */
export async function orderSeats(services: Services, { actor, user }: Caller, { emails, interval, name }: SeatsOrder) {
  const { db } = services;
  const refusal: SeatsRefusal | null = checkSeats(emails).refusal;
  if (refusal !== null) return refused(refusal);
  const { userId } = actor;
  const known = await findTeam(db, userId);
  if (known !== null && known.activatedAt !== null) return refused("already-subscribed" as const);
  const own = user.email === null ? null : emailKeyOf(user.email);
  const keys = emails.map(emailKeyOf);
  const invited = keys.filter((key) => key !== own);
  const hasSeat = invited.length < keys.length;
  const at = services.now();
  const ordered = orderedTeam(userId);
  const teamName = name || (await neutralName(db, { userId, locale: user.locale }));
  const {
    found: [row],
  } = await namedBatch(db, {
    ...newTeam(db, { userId, name: teamName, at }),
    seat: db
      .update(members)
      .set({ hasSeat })
      .where(and(sql`${members.workspaceId} = ${ordered}`, eq(members.userId, userId))),
    name: db.update(teams).set({ name: teamName }).where(sql`${teams.workspaceId} = ${ordered}`),
    withdrawn: db
      .update(teamInvitations)
      .set({ endedAt: at })
      .where(
        and(
          sql`${teamInvitations.workspaceId} = ${ordered}`,
          isOpenInvitation,
          sql`${teamInvitations.email} not in (select value from json_each(${JSON.stringify(invited)}))`,
        ),
      ),
    invited: insertFrom(db, teamInvitations, {
      row: {
        id: sql`lower(hex(randomblob(12)))`,
        workspaceId: ordered,
        email: sql`value`,
        invitedBy: userId,
        createdAt: at,
      },
      from: sql`from json_each(${JSON.stringify(invited)}) where ${ordered} is not null`,
    }).onConflictDoNothing(),
    found: readOrdered(db, userId),
  });
  // They have joined a team in this moment.
  if (!row) return refused("already-subscribed" as const);
  return startCheckout(services, {
    actor,
    person: { name: user.name, email: user.email, locale: user.locale },
    workspaceId: row.teamId,
    plan: "team",
    interval,
    seats: keys.length,
  });
}
