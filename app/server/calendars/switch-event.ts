import { and, eq } from "drizzle-orm";
import type { UpcomingEvent } from "#app/contracts/calendars.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { listEvents } from "#app/server/calendars/list-events.ts";
import { eventsOf } from "#app/server/workspace/events-of.ts";
import type { Caller } from "#app/server/identity/session.ts";
import type { Services } from "#app/server/services.ts";
import { calendarEvents } from "#app/server/workspace/list-tables.ts";

/** The person's switch for one event, in every calendar of theirs that shows it. */
export async function switchEvent(
  services: Pick<Services, "db" | "lists" | "now" | "calendarAccounts">,
  caller: Caller,
  eventId: string,
  joins: boolean | null,
): Promise<Outcome<{ event: UpcomingEvent }, "not-found">> {
  const { userId } = caller.actor;
  const [asked] = await eventsOf(services, userId)
    .select({ key: calendarEvents.eventKey, startsAt: calendarEvents.startsAt })
    .from(calendarEvents)
    .where(eq(calendarEvents.id, eventId));
  if (!asked) return refused("not-found");
  await switchInAccounts(services, { userId, eventKey: asked.key, joins });
  const query = new URLSearchParams({ from: String(asked.startsAt), to: String(asked.startsAt + 1) });
  const { events } = await listEvents(services, caller, query);
  const event = events.find(({ id }) => id === eventId);
  return event ? ok({ event }) : refused("not-found");
}

/** The switch of an event in every account of the person that shows it. */
export async function switchInAccounts(
  { lists, calendarAccounts: accounts }: Pick<Services, "lists" | "calendarAccounts">,
  { userId, eventKey, joins }: { userId: string; eventKey: string; joins: boolean | null },
): Promise<void> {
  const shown = await eventsOf({ lists }, userId)
    .selectDistinct({ accountId: calendarEvents.accountId })
    .from(calendarEvents)
    .where(and(eq(calendarEvents.userId, userId), eq(calendarEvents.eventKey, eventKey)));
  for (const { accountId } of shown) await accounts.of(accountId).switchEvent(userId, eventKey, joins);
}
