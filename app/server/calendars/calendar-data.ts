import { eq } from "drizzle-orm";
import type { Database } from "#app/server/db/database.ts";
import { calendarAccounts, calendarEvents, calendarPreferences, calendars } from "#app/server/db/schema-calendars.ts";

/** The rows of D1 about a person's calendars, for `account.json` of the archive. Left out: the digest of a feed's secret address. */
export async function readCalendarData(db: Database, userId: string) {
  const [accounts, own, events, [preference]] = await db.batch([
    db.select().from(calendarAccounts).where(eq(calendarAccounts.userId, userId)),
    db.select().from(calendars).where(eq(calendars.userId, userId)),
    db.select().from(calendarEvents).where(eq(calendarEvents.userId, userId)),
    db.select().from(calendarPreferences).where(eq(calendarPreferences.userId, userId)),
  ]);
  return {
    accounts: accounts.map(({ subject: _digest, ...account }) => account),
    calendars: own.map(({ rule, ...calendar }) => ({ ...calendar, rule: JSON.parse(rule) as unknown })),
    events,
    joins: preference?.joins ?? true,
  };
}
