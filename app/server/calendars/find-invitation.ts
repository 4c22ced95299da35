import { and, eq, inArray } from "drizzle-orm";
import { CONSENT_PROVIDERS } from "#app/domain/calendar/calendar.ts";
import { invitedBy, invites } from "#app/domain/calendar/entitle-guest.ts";
import { users } from "#app/server/db/schema-account.ts";
import { eventsOf } from "#app/server/workspace/events-of.ts";
import { calendarAccounts } from "#app/server/db/schema-calendars.ts";
import type { Services } from "#app/server/services.ts";
import { calendarEvents } from "#app/server/workspace/list-tables.ts";

/**
 * Tells whether the event of a person's meetings, as Google or Microsoft have it now, invites an address. Each account is read first: a
 * guest who was removed a moment ago is not invited. An account that cannot be read, and a feed, invite nobody.
 */
export async function isInvited(
  needs: Pick<Services, "db" | "lists" | "calendarAccounts">,
  { ownerUserId, meetIds, address }: { ownerUserId: string; meetIds: readonly string[]; address: string },
): Promise<boolean> {
  const events = await readEvents(needs, { ownerUserId, meetIds });
  return invites(events, address);
}

/** The addresses of the people whom the event of a meeting invites, by the same rule, without the person's own. */
export async function guestsOf(
  services: Pick<Services, "db" | "lists" | "calendarAccounts">,
  { userId, meetId }: { userId: string; meetId: string },
): Promise<string[]> {
  const [events, [own]] = await Promise.all([
    readEvents(services, { ownerUserId: userId, meetIds: [meetId] }),
    services.db.select({ email: users.email }).from(users).where(eq(users.id, userId)),
  ]);
  return invitedBy(events).filter((address) => address !== own?.email?.toLowerCase());
}

async function readEvents(
  { db, lists, calendarAccounts: accounts }: Pick<Services, "db" | "lists" | "calendarAccounts">,
  { ownerUserId, meetIds }: { ownerUserId: string; meetIds: readonly string[] },
) {
  const [shown, vouching] = await Promise.all([
    eventsOf({ lists }, ownerUserId)
      .selectDistinct({ accountId: calendarEvents.accountId })
      .from(calendarEvents)
      .where(inArray(calendarEvents.meetId, [...meetIds])),
    db
      .select({ id: calendarAccounts.id })
      .from(calendarAccounts)
      .where(and(eq(calendarAccounts.userId, ownerUserId), inArray(calendarAccounts.provider, [...CONSENT_PROVIDERS]))),
  ]);
  const events = await Promise.all(
    shown
      .filter(({ accountId }) => vouching.some(({ id }) => id === accountId))
      .map(({ accountId }) => accounts.of(accountId).invitations(ownerUserId, [...meetIds])),
  );
  return events.flat();
}
