import { and, eq, isNull, sql } from "drizzle-orm";
import { randomId } from "#app/domain/ids.ts";
import { type Locale, LOCALE_FALLBACK, parseLocale } from "#app/domain/languages.ts";
import { openI18n } from "#app/i18n/server.ts";
import { insertWhere } from "#app/server/db/insert-where.ts";
import { namedBatch } from "#app/server/db/named-batch.ts";
import { members, users, workspaces } from "#app/server/db/schema-account.ts";
import { teams } from "#app/server/db/schema-teams.ts";
import type { Services } from "#app/server/services.ts";

/** A team from the order of its seats until they are paid for. */

/** Begins a team whose seats are paid for. Idempotent. Its invitations are sent by the page of the purchase, or the sweep. */
export async function activateTeam(
  { db, now }: Pick<Services, "db" | "now">,
  { workspaceId, seats }: { workspaceId: string; seats: number },
): Promise<void> {
  if (seats === 0) return;
  await db
    .update(teams)
    .set({ activatedAt: now() })
    .where(and(eq(teams.workspaceId, workspaceId), isNull(teams.activatedAt)));
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

export function readOrdered(db: Services["db"], userId: string) {
  return db
    .select({ teamId: teams.workspaceId })
    .from(teams)
    .where(sql`${teams.workspaceId} = ${orderedTeam(userId)}`);
}

/** The team that the person has ordered and not paid for, as a scalar of a statement; null where they are in a team that is paid for. */
export function orderedTeam(userId: string) {
  return sql`(select case when own.activated_at is null then own.workspace_id end
    from members as mine join teams as own on own.workspace_id = mine.workspace_id
    where mine.user_id = ${userId} order by own.activated_at is null, own.created_at desc limit 1)`;
}

/**
 * The statements that make a team of a person who is in none. The condition is theirs, not the caller's: of two first orders at once, the second
 * one finds the team of the first.
 */
export function newTeam(db: Services["db"], { userId, name, at }: { userId: string; name: string; at: number }) {
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
export async function neutralName(
  db: Services["db"],
  { userId, locale }: { userId: string; locale: Locale },
): Promise<string> {
  const [row] = await db.select({ company: users.company }).from(users).where(eq(users.id, userId));
  if (row?.company) return row.company;
  const { t } = await openI18n(locale);
  return t("seats:unnamed");
}
