import { and, sql } from "drizzle-orm";
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
  const keys = emails.map(emailKeyOf);
  const at = services.now();
  const ordered = orderedTeam(userId);
  const teamName = name || (await neutralName(services, actor, user.locale));
  const [, , , , , , [row]] = await db.batch([
    ...newTeam(db, { userId, at }),
    db
      .update(teams)
      .set({ name: teamName })
      .where(sql`${teams.workspaceId} = ${ordered}`),
    db
      .update(teamInvitations)
      .set({ endedAt: at })
      .where(
        and(
          sql`${teamInvitations.workspaceId} = ${ordered}`,
          isOpenInvitation,
          sql`${teamInvitations.email} not in (select value from json_each(${JSON.stringify(keys)}))`,
        ),
      ),
    db
      .insert(teamInvitations)
      .select(
        sql`select lower(hex(randomblob(12))), ${ordered}, value, null, ${userId}, ${at}, null, 0, 0, null, null, null, null
          from json_each(${JSON.stringify(keys)}) where ${ordered} is not null`,
      )
      .onConflictDoNothing(),
    db.select({ teamId: teams.workspaceId }).from(teams).where(sql`${teams.workspaceId} = ${ordered}`),
  ]);
  // They have joined a team in this moment.
  if (!row) return refused("already-subscribed" as const);
  return startCheckout(services, {
    actor,
    person: { name: user.name, email: user.email, locale: user.locale },
    workspaceId: row.teamId,
    plan: "team",
    interval,
    // The administrator has a seat too.
    seats: keys.length + 1,
  });
}

/** The team that the person has ordered and not paid for, as a scalar of a statement; null where they are in a team that is paid for. */
function orderedTeam(userId: string) {
  return sql`(select case when own.activated_at is null then own.workspace_id end
    from members as mine join teams as own on own.workspace_id = mine.workspace_id
    where mine.user_id = ${userId} order by own.activated_at is null, own.created_at desc limit 1)`;
}

/**
 * The statements that make a team of a person who is in none. The condition is theirs, not the caller's: of two first orders at once, the second
 * one finds the team of the first. Each names all columns of its table in their order, because that is how an insert from a select is built.
 */
function newTeam(db: Services["db"], { userId, at }: { userId: string; at: number }) {
  const teamId = randomId();
  const isMade = sql`exists (select 1 from ${workspaces} where id = ${teamId})`;
  return [
    db
      .insert(workspaces)
      .select(
        sql`select ${teamId}, 'team', 'free', ${at} where not exists (
          select 1 from members as mine join teams as own on own.workspace_id = mine.workspace_id where mine.user_id = ${userId})`,
      ),
    db.insert(teams).select(sql`select ${teamId}, '', 0, null, null, null, ${at}, null where ${isMade}`),
    db.insert(members).select(sql`select ${teamId}, ${userId}, 'owner', ${at} where ${isMade}`),
  ] as const;
}

/** The company, else words that name nobody: a team is not called after the person who pays for it. An administrator can change them. */
async function neutralName(services: Services, { userId }: Caller["actor"], locale: Locale): Promise<string> {
  const { company } = await readProfile(services, userId);
  if (company !== null) return company;
  const { t } = await openI18n(locale);
  return t("seats:unnamed");
}
