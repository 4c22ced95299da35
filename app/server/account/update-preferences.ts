import { eq } from "drizzle-orm";
import type { Locale } from "#app/domain/languages.ts";
import { users } from "#app/server/db/schema.ts";
import type { Services } from "#app/server/services.ts";

/** Keeps language and zone with the person too: cron, mail and PDF have no cookie. What is undefined stays as it is. */
export async function updatePreferences(
  { db }: Pick<Services, "db">,
  userId: string,
  chosen: { locale: Locale | undefined; timeZone: string | undefined },
): Promise<void> {
  if (chosen.locale === undefined && chosen.timeZone === undefined) return;
  await db.update(users).set(chosen).where(eq(users.id, userId));
}
