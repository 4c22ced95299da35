import { and, asc, eq, gt, ne, notExists, sql } from "drizzle-orm";
import { isOnAtFirst, type MailKind } from "#app/domain/mail/mail-kinds.ts";
import { fresh, removeEvents } from "#app/server/calendars/project-events.ts";
import type { Database } from "#app/server/db/database.ts";
import { calendarAccounts, calendarEndings, calendars } from "#app/server/db/schema-calendars.ts";
import { mailPreferences, users } from "#app/server/db/schema-account.ts";
import type { Services } from "#app/server/services.ts";

/** The rows of D1 that an account's object writes: a projection, for lists and for the cron. Every statement may be repeated. Its events are in project-events.ts. */

export type AccountProjection = typeof calendarAccounts.$inferInsert;
export type CalendarProjection = typeof calendars.$inferInsert;

export async function projectAccount(
  db: Database,
  account: AccountProjection,
  own: readonly CalendarProjection[],
): Promise<void> {
  const first = db
    .insert(calendarAccounts)
    .values(account)
    .onConflictDoUpdate({
      target: calendarAccounts.id,
      set: fresh("name", "state", "syncedAt", "nextSyncAt", "joinAt"),
    });
  const rest = own.map((calendar) =>
    db
      .insert(calendars)
      .values(calendar)
      .onConflictDoUpdate({
        target: calendars.id,
        set: fresh(
          "name",
          "isPrimary",
          "active",
          "visible",
          "joins",
          "templateId",
          "language",
          "rule",
          "isMine",
          "unreadable",
        ),
      }),
  );
  await db.batch([first, ...rest]);
}

type Needs = Pick<Services, "db" | "lists">;
type Account = { accountId: string; userId: string };

/** Everything of an account whose object keeps nothing. */
export async function removeProjection(needs: Needs, account: Account): Promise<void> {
  await removeEvents(needs, account);
  await needs.db.batch(removalOf(needs.db, account));
}

/** The same of an account that ends. Its object keeps a secret for a while, which is found by a row of its own from now on. */
export async function endProjection(needs: Needs, account: Account): Promise<void> {
  const { db } = needs;
  const { accountId } = account;
  await removeEvents(needs, account);
  await db.batch([db.insert(calendarEndings).values({ accountId }).onConflictDoNothing(), ...removalOf(db, account)]);
}

function removalOf(db: Database, { accountId }: Account) {
  return [
    db.delete(calendars).where(eq(calendars.accountId, accountId)),
    db.delete(calendarAccounts).where(eq(calendarAccounts.id, accountId)),
  ] as const;
}

/** The object keeps no secret any more. */
export async function forgetEnding(db: Database, accountId: string): Promise<void> {
  await db.delete(calendarEndings).where(eq(calendarEndings.accountId, accountId));
}

/** A page of the ids of accounts that end, in their order. */
export async function readEndings(db: Database, { after, limit }: { after: string; limit: number }): Promise<string[]> {
  const { accountId } = calendarEndings;
  const rows = await db
    .select({ accountId })
    .from(calendarEndings)
    .where(gt(accountId, after))
    .orderBy(asc(accountId))
    .limit(limit);
  return rows.map((row) => row.accountId);
}

/**
 * Choices of the person that decide over their events and mails. Null if the person is gone, or has connected the same account again
 * under another id, as after its row was lost.
 */
export async function readPersonContext(
  db: Database,
  { accountId, userId, provider, subject }: { accountId: string; userId: string; provider: string; subject: string },
): Promise<{ timeZone: string; email: string | null; soonMail: boolean; briefMail: boolean } | null> {
  const other = db
    .select({ id: calendarAccounts.id })
    .from(calendarAccounts)
    .where(
      and(
        eq(calendarAccounts.userId, userId),
        eq(calendarAccounts.provider, provider),
        eq(calendarAccounts.subject, subject),
        ne(calendarAccounts.id, accountId),
      ),
    );
  const [row] = await db
    .select({
      timeZone: users.timeZone,
      email: users.email,
      soonMail: chosen(db, "join-soon"),
      briefMail: chosen(db, "series-brief"),
    })
    .from(users)
    .where(and(eq(users.id, userId), notExists(other)));
  if (!row) return null;
  const { timeZone, email } = row;
  const isOn = (kind: MailKind, stored: number | null) => (stored === null ? isOnAtFirst(kind) : stored === 1);
  return {
    timeZone,
    email,
    soonMail: isOn("join-soon", row.soonMail),
    briefMail: isOn("series-brief", row.briefMail),
  };
}

/** A person's switch for a kind of mail; null where they never switched it. */
function chosen(db: Database, kind: MailKind) {
  const { userId, enabled } = mailPreferences;
  const row = db
    .select({ enabled })
    .from(mailPreferences)
    .where(and(eq(userId, users.id), eq(mailPreferences.kind, kind)));
  return sql<number | null>`(${row})`;
}
