import { and, eq, sql } from "drizzle-orm";
import type { SeatsOrder } from "#app/contracts/team-changes.ts";
import { randomId } from "#app/domain/ids.ts";
import type { Locale } from "#app/domain/languages.ts";
import { refused } from "#app/domain/outcome.ts";
import { checkSeats, emailKeyOf, type SeatsRefusal } from "#app/domain/workspace/team.ts";
import type { Caller } from "#app/server/auth/session.ts";
import { startCheckout } from "#app/server/billing/start-checkout.ts";
import { members, workspaces } from "#app/server/db/schema-account.ts";
import { teamInvitations, teams } from "#app/server/db/schema-teams.ts";
import { readProfile } from "#app/server/account/profile.ts";
import type { Services } from "#app/server/services.ts";
import { openI18n } from "#app/i18n/server.ts";
import { findTeam, isOpenInvitation } from "#app/server/teams/find-team.ts";

/**
 * The seats page: notes the team with its invitations, and begins the payment. The invitations are sent once the seats are paid for. A second
 * order before that replaces the name and the addresses of the first.
 */
export async function orderSeats(services: Services, { actor, user }: Caller, { emails, interval, name }: SeatsOrder) {
  const { db } = services;
  const refusal: SeatsRefusal | null = checkSeats(emails, user.email).refusal;
  if (refusal !== null) return refused(refusal);
  const { userId } = actor;
  const known = await findTeam(db, userId);
  if (known !== null && known.activatedAt !== null) return refused("already-subscribed" as const);
  const teamId = known?.teamId ?? randomId();
  const keys = emails.map(emailKeyOf);
  const at = services.now();
  await db.batch([
    db.insert(workspaces).values({ id: teamId, kind: "team", createdAt: at }).onConflictDoNothing(),
    nameTeam(db, { teamId, name: name || (await neutralName(services, actor, user.locale)), at }),
    db.insert(members).values({ workspaceId: teamId, userId, role: "owner", joinedAt: at }).onConflictDoNothing(),
    db
      .update(teamInvitations)
      .set({ endedAt: at })
      .where(
        and(
          eq(teamInvitations.workspaceId, teamId),
          isOpenInvitation,
          sql`${teamInvitations.email} not in (select value from json_each(${JSON.stringify(keys)}))`,
        ),
      ),
    db
      .insert(teamInvitations)
      .select(
        sql`select lower(hex(randomblob(12))), ${teamId}, value, null, ${userId}, ${at}, null, 0, 0, null, null, null, null
          from json_each(${JSON.stringify(keys)}) where 1`,
      )
      .onConflictDoNothing(),
  ]);
  return startCheckout(services, {
    actor,
    person: { name: user.name, email: user.email, locale: user.locale },
    workspaceId: teamId,
    plan: "team",
    interval,
    // The administrator has a seat too.
    seats: keys.length + 1,
  });
}

function nameTeam(db: Services["db"], { teamId, name, at }: { teamId: string; name: string; at: number }) {
  return db
    .insert(teams)
    .values({ workspaceId: teamId, name, createdAt: at })
    .onConflictDoUpdate({ target: teams.workspaceId, set: { name }, setWhere: sql`${teams.activatedAt} is null` });
}

/** The company, else words that name nobody: a team is not called after the person who pays for it. An administrator can change them. */
async function neutralName(services: Services, { userId }: Caller["actor"], locale: Locale): Promise<string> {
  const { company } = await readProfile(services, userId);
  if (company !== null) return company;
  const { t } = await openI18n(locale);
  return t("seats:unnamed");
}
