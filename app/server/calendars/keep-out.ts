import { and, eq } from "drizzle-orm";
import { calendarEvents } from "#app/server/db/schema-calendars.ts";
import { switchInAccounts } from "#app/server/calendars/list-events.ts";
import type { Services } from "#app/server/services.ts";

/** Keeps Acta out of the event of a link, in every calendar of the person. False for a link that is not ours, or whose event is over or gone. */
export async function keepOut(
  services: Pick<Services, "db" | "calendarAccounts" | "keepOutTokens" | "log" | "now">,
  token: string,
): Promise<boolean> {
  const { db, now } = services;
  const asked = await services.keepOutTokens.read(token);
  if (asked === null) return false;
  const { userId, accountId, eventId } = asked;
  const [row] = await db
    .select({ key: calendarEvents.eventKey, endsAt: calendarEvents.endsAt })
    .from(calendarEvents)
    .where(
      and(eq(calendarEvents.id, eventId), eq(calendarEvents.userId, userId), eq(calendarEvents.accountId, accountId)),
    );
  // The event may have been moved since the mail: its end of now counts.
  if (!row || row.endsAt <= now()) return false;
  await switchInAccounts(services, { userId, eventKey: row.key, joins: false });
  services.log("calendar.kept-out", { accountId, eventId });
  return true;
}
