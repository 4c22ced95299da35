import { eq } from "drizzle-orm";
import { eventsOf } from "#app/server/workspace/events-of.ts";
import { calendarAccounts, calendarConsents, calendarPreferences, calendars } from "#app/server/db/schema-calendars.ts";
import type { AccountConnection } from "#app/server/ports/account-process.ts";
import type { Services } from "#app/server/services.ts";
import { calendarEvents } from "#app/server/workspace/list-tables.ts";

/** The end of a person's calendars with their account: tokens are given back, and every row goes. */
export function endCalendars({
  db,
  lists,
  calendarAccounts: accounts,
}: Pick<Services, "db" | "lists" | "calendarAccounts">): AccountConnection {
  return {
    name: "calendars",
    async end(userId, signal) {
      const own = await db
        .select({ id: calendarAccounts.id })
        .from(calendarAccounts)
        .where(eq(calendarAccounts.userId, userId));
      for (const { id } of own) {
        signal.throwIfAborted();
        await accounts.of(id).disconnect(userId);
      }
      // Rows that an object has lost.
      await eventsOf({ lists }, userId).delete(calendarEvents);
      await db.batch([
        db.delete(calendars).where(eq(calendars.userId, userId)),
        db.delete(calendarAccounts).where(eq(calendarAccounts.userId, userId)),
        db.delete(calendarPreferences).where(eq(calendarPreferences.userId, userId)),
        db.delete(calendarConsents).where(eq(calendarConsents.userId, userId)),
      ]);
    },
  };
}
