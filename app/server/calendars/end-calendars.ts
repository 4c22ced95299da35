import { eq } from "drizzle-orm";
import {
  calendarAccounts,
  calendarConsents,
  calendarEvents,
  calendarPreferences,
  calendars,
} from "#app/server/db/schema-calendars.ts";
import type { AccountConnection } from "#app/server/ports/account-process.ts";
import type { Services } from "#app/server/services.ts";

/** The end of a person's calendars with their account: tokens are given back, and every row goes. */
export function endCalendars({
  db,
  calendarAccounts: accounts,
}: Pick<Services, "db" | "calendarAccounts">): AccountConnection {
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
      await db.batch([
        // Rows that an object has lost.
        db.delete(calendarEvents).where(eq(calendarEvents.userId, userId)),
        db.delete(calendars).where(eq(calendars.userId, userId)),
        db.delete(calendarAccounts).where(eq(calendarAccounts.userId, userId)),
        db.delete(calendarPreferences).where(eq(calendarPreferences.userId, userId)),
        db.delete(calendarConsents).where(eq(calendarConsents.userId, userId)),
      ]);
    },
  };
}
