import { eq } from "drizzle-orm";
import { eventsOf } from "#app/server/workspace/events-of.ts";
import { calendarAccounts, calendarPreferences, calendars } from "#app/server/db/schema-calendars.ts";
import type { Services } from "#app/server/services.ts";
import { calendarEvents } from "#app/server/workspace/list-tables.ts";

/** The rows about a person's calendars, for `account.json` of the archive. Left out: the digest of a feed's secret address. */
export async function readCalendarData({ db, lists }: Pick<Services, "db" | "lists">, userId: string) {
  const [accounts, own, [preference]] = await db.batch([
    db.select().from(calendarAccounts).where(eq(calendarAccounts.userId, userId)),
    db.select().from(calendars).where(eq(calendars.userId, userId)),
    db.select().from(calendarPreferences).where(eq(calendarPreferences.userId, userId)),
  ]);
  const events = await eventsOf({ lists }, userId).select().from(calendarEvents);
  return {
    accounts: accounts.map(({ subject: _digest, ...account }) => account),
    calendars: own.map(({ rule, ...calendar }) => ({ ...calendar, rule: JSON.parse(rule) as unknown })),
    events,
    joins: preference?.joins ?? true,
  };
}
