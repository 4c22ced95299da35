import { and, asc, eq, getTableColumns, gt, ne, notExists, sql } from "drizzle-orm";
import { isOnAtFirst, type MailKind } from "#app/domain/mail/mail-kinds.ts";
import type { Database } from "#app/server/db/database.ts";
import { calendarAccounts, calendarEndings, calendarEvents, calendars } from "#app/server/db/schema-calendars.ts";
import { mailPreferences, users } from "#app/server/db/schema-account.ts";

/** The rows of D1 that an account's object writes: a projection, for lists and for the cron. Every statement may be repeated. */

export type AccountProjection = typeof calendarAccounts.$inferInsert;
export type CalendarProjection = typeof calendars.$inferInsert;
export type EventProjection = typeof calendarEvents.$inferInsert;

/** The columns of an upsert, each from the row that was to be inserted. */
const fresh = (...columns: string[]) =>
  Object.fromEntries(columns.map((column) => [column, sql.raw(`excluded.${snake(column)}`)]));
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export async function projectAccount(
  db: Database,
  account: AccountProjection,
  own: readonly CalendarProjection[],
): Promise<void> {
  const first = db
    .insert(calendarAccounts)
    .values(account)
    .onConflictDoUpdate({ target: calendarAccounts.id, set: fresh("name", "state", "syncedAt", "nextSyncAt") });
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

/** The columns of an event in the order of the schema, each with its field in the JSON of an EventProjection. */
const EVENT_FIELDS = Object.keys(getTableColumns(calendarEvents));
const EVENT_VALUES = sql.raw(EVENT_FIELDS.map((field) => `json_extract(value, '$.${field}')`).join(", "));

/**
 * Two statements, however many events there are: a statement of D1 may have a hundred parameters, and one statement for each event costs
 * the memory of its SQL and its parameters.
 */
export async function projectEvents(
  db: Database,
  written: readonly EventProjection[],
  removedIds: readonly string[],
): Promise<void> {
  const removed = sql`(select value from json_each(${JSON.stringify(removedIds)}))`;
  await db.batch([
    db.delete(calendarEvents).where(sql`${calendarEvents.id} in ${removed}`),
    db
      .insert(calendarEvents)
      // Without "where", SQLite reads "on conflict" as a condition of a join.
      .select(sql`select ${EVENT_VALUES} from json_each(${jsonOf(written)}) where true`)
      .onConflictDoUpdate({
        target: calendarEvents.id,
        set: fresh(...EVENT_FIELDS.filter((field) => field !== "id")),
      }),
  ]);
}

/** A title that was cut inside a surrogate pair would be no UTF-8 in the database. */
function jsonOf(rows: readonly EventProjection[]): string {
  return JSON.stringify(rows, (_field, value: unknown) =>
    typeof value === "string" ? value.replaceAll(/\p{Surrogate}/gu, "\uFFFD") : value,
  );
}

/** Everything of an account whose object keeps nothing. */
export async function removeProjection(db: Database, accountId: string): Promise<void> {
  await db.batch(removalOf(db, accountId));
}

/** The same of an account that ends. Its object keeps a secret for a while, which is found by a row of its own from now on. */
export async function endProjection(db: Database, accountId: string): Promise<void> {
  await db.batch([db.insert(calendarEndings).values({ accountId }).onConflictDoNothing(), ...removalOf(db, accountId)]);
}

function removalOf(db: Database, accountId: string) {
  return [
    db.delete(calendarEvents).where(eq(calendarEvents.accountId, accountId)),
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
