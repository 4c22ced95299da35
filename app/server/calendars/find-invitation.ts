import { and, eq, inArray } from "drizzle-orm";
import { CONSENT_PROVIDERS } from "#app/domain/calendar/calendar.ts";
import { invitedBy, invites } from "#app/domain/calendar/entitle-guest.ts";
import { users } from "#app/server/db/schema-account.ts";
import { calendarAccounts, calendarEvents } from "#app/server/db/schema-calendars.ts";
import type { Services } from "#app/server/services.ts";

/**
 * Tells whether the event of a person's meetings, as Google or Microsoft have it now, invites an address. Each account is read first: a
 * guest who was removed a moment ago is not invited. An account that cannot be read, and a feed, invite nobody.
 */
export async function isInvited(
  { db, calendarAccounts: accounts }: Pick<Services, "db" | "calendarAccounts">,
  { ownerUserId, meetIds, address }: { ownerUserId: string; meetIds: readonly string[]; address: string },
): Promise<boolean> {
  const events = await readEvents({ db, calendarAccounts: accounts }, { ownerUserId, meetIds });
  return invites(events, address);
}

/** The addresses of the people whom the event of a meeting invites, by the same rule, without the person's own. */
export async function guestsOf(
  services: Pick<Services, "db" | "calendarAccounts">,
  { userId, meetId }: { userId: string; meetId: string },
): Promise<string[]> {
  const [events, [own]] = await Promise.all([
    readEvents(services, { ownerUserId: userId, meetIds: [meetId] }),
    services.db.select({ email: users.email }).from(users).where(eq(users.id, userId)),
  ]);
  return invitedBy(events).filter((address) => address !== own?.email?.toLowerCase());
}

async function readEvents(
  { db, calendarAccounts: accounts }: Pick<Services, "db" | "calendarAccounts">,
  { ownerUserId, meetIds }: { ownerUserId: string; meetIds: readonly string[] },
) {
  const shown = await db
    .selectDistinct({ accountId: calendarEvents.accountId })
    .from(calendarEvents)
    .innerJoin(calendarAccounts, eq(calendarAccounts.id, calendarEvents.accountId))
    .where(
      and(
        eq(calendarEvents.userId, ownerUserId),
        inArray(calendarEvents.meetId, [...meetIds]),
        inArray(calendarAccounts.provider, [...CONSENT_PROVIDERS]),
      ),
    );
  const events = await Promise.all(
    shown.map(({ accountId }) => accounts.of(accountId).invitations(ownerUserId, [...meetIds])),
  );
  return events.flat();
}
