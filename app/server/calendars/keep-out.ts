import { and, eq } from "drizzle-orm";
import { eventsOf } from "#app/server/workspace/events-of.ts";
import { switchInAccounts } from "#app/server/calendars/switch-event.ts";
import type { Services } from "#app/server/services.ts";
import { calendarEvents } from "#app/server/workspace/list-tables.ts";

/** Keeps Acta out of the event of a link, in every calendar of the person. False for a link that is not ours, or whose event is over or gone. */
export async function keepOut(
  services: Pick<Services, "lists" | "calendarAccounts" | "keepOutTokens" | "log" | "now">,
  token: string,
): Promise<boolean> {
  const { now } = services;
  const asked = await services.keepOutTokens.read(token);
  if (asked === null) return false;
  const { userId, accountId, eventId } = asked;
  const [row] = await eventsOf(services, userId)
    .select({ key: calendarEvents.eventKey, endsAt: calendarEvents.endsAt })
    .from(calendarEvents)
    .where(and(eq(calendarEvents.id, eventId), eq(calendarEvents.accountId, accountId)));
  // The event may have been moved since the mail: its end of now counts.
  if (!row || row.endsAt <= now()) return false;
  await switchInAccounts(services, { userId, eventKey: row.key, joins: false });
  services.log("calendar.kept-out", { accountId, eventId });
  return true;
}
