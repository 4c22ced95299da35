import { and, eq, sql } from "drizzle-orm";
import type { SeatsOrder } from "#app/contracts/team-changes.ts";
import { randomId } from "#app/domain/ids.ts";
import { type Locale, LOCALE_FALLBACK, parseLocale } from "#app/domain/languages.ts";
import { refused } from "#app/domain/outcome.ts";
import { checkSeats, emailKeyOf, type SeatsRefusal } from "#app/domain/workspace/team.ts";
import type { Caller } from "#app/server/auth/session.ts";
import { startCheckout } from "#app/server/billing/start-checkout.ts";
import { members, users, workspaces } from "#app/server/db/schema-account.ts";
import { teamInvitations, teams } from "#app/server/db/schema-teams.ts";
import type { Services } from "#app/server/services.ts";
import { openI18n } from "#app/i18n/server.ts";
import { insertFrom, insertWhere } from "#app/server/db/insert-where.ts";
import { namedBatch } from "#app/server/db/named-batch.ts";
import { findTeam, isOpenInvitation } from "#app/server/teams/find-team.ts";

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

/**
 * Makes a team for an operator's grant: where nothing is sold, the seats page cannot. Returns the one that the person has ordered, if there is
 * one; null where they are in a team that is paid for.
 */
export async function beginTeam(
  { db, now }: Pick<Services, "db" | "now">,
  { userId, locale }: { userId: string; locale: string },
): Promise<string | null> {
  const name = await neutralName(db, { userId, locale: parseLocale(locale) ?? LOCALE_FALLBACK });
  const {
    found: [row],
  } = await namedBatch(db, { ...newTeam(db, { userId, name, at: now() }), found: readOrdered(db, userId) });
  return row?.teamId ?? null;
}

function readOrdered(db: Services["db"], userId: string) {
  return db
    .select({ teamId: teams.workspaceId })
    .from(teams)
    .where(sql`${teams.workspaceId} = ${orderedTeam(userId)}`);
}

/** The team that the person has ordered and not paid for, as a scalar of a statement; null where they are in a team that is paid for. */
function orderedTeam(userId: string) {
  return sql`(select case when own.activated_at is null then own.workspace_id end
    from members as mine join teams as own on own.workspace_id = mine.workspace_id
    where mine.user_id = ${userId} order by own.activated_at is null, own.created_at desc limit 1)`;
}

/**
 * The statements that make a team of a person who is in none. The condition is theirs, not the caller's: of two first orders at once, the second
 * one finds the team of the first.
 */
function newTeam(db: Services["db"], { userId, name, at }: { userId: string; name: string; at: number }) {
  const teamId = randomId();
  const isMade = sql`exists (select 1 from ${workspaces} where id = ${teamId})`;
  return {
    workspace: insertWhere(db, workspaces, {
      row: { id: teamId, kind: "team", createdAt: at },
      where: sql`not exists (
        select 1 from members as mine join teams as own on own.workspace_id = mine.workspace_id where mine.user_id = ${userId})`,
    }),
    team: insertWhere(db, teams, { row: { workspaceId: teamId, name, createdAt: at }, where: isMade }),
    member: insertWhere(db, members, {
      row: { workspaceId: teamId, userId, role: "owner", joinedAt: at },
      where: isMade,
    }),
  };
}

/** The company, else words that name nobody: a team is not called after the person who pays for it. An administrator can change them. */
async function neutralName(
  db: Services["db"],
  { userId, locale }: { userId: string; locale: Locale },
): Promise<string> {
  const [row] = await db.select({ company: users.company }).from(users).where(eq(users.id, userId));
  if (row?.company) return row.company;
  const { t } = await openI18n(locale);
  return t("seats:unnamed");
}
