import { eq, sql } from "drizzle-orm";
import type { Locale } from "#app/domain/languages.ts";
import { users } from "#app/server/db/schema-account.ts";
import type { Services } from "#app/server/services.ts";

/**
 * Keeps language and zone with the person too: cron, mail and PDF have no cookie. What is undefined stays as it is. A browser's zone
 * does not replace one that the person chose in the settings.
 */
export async function updatePreferences(
  { db }: Pick<Services, "db">,
  userId: string,
  chosen: { locale: Locale | undefined; timeZone: string | undefined },
): Promise<void> {
  const { locale, timeZone } = chosen;
  if (locale === undefined && timeZone === undefined) return;
  const zone =
    timeZone === undefined
      ? undefined
      : sql<string>`case when ${users.timeZoneChosen} then ${users.timeZone} else ${timeZone} end`;
  await db.update(users).set({ locale, timeZone: zone }).where(eq(users.id, userId));
}
