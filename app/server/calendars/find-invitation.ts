import { and, eq, inArray } from "drizzle-orm";
import { CONSENT_PROVIDERS } from "#app/domain/calendar/calendar.ts";
import { invites } from "#app/domain/calendar/entitle-guest.ts";
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
  return invites(events.flat(), address);
}
