import type { CalendarEvent } from "#app/domain/calendar/event.ts";

/** An event, reduced to the fields that say whom it invites. */
export type InvitingEvent = Pick<
  CalendarEvent,
  "isVouched" | "isCancelled" | "isBusyOnly" | "isOrganiser" | "response" | "people"
>;

/**
 * Tells whether the events from which a person's meeting was planned invite an address to it. Only lists that a provider vouches for
 * count. Where the person organises one of the events, that one alone decides: another event in the same room may come from anybody.
 * Otherwise the person has accepted the event, and seen who else is invited.
 */
export function invites(events: readonly InvitingEvent[], address: string): boolean {
  const sought = address.trim().toLowerCase();
  return sought !== "" && invitedBy(events).includes(sought);
}

/** All addresses that the events invite, by the same rule. */
export function invitedBy(events: readonly InvitingEvent[]): string[] {
  const valid = events.filter(({ isVouched, isCancelled, isBusyOnly }) => isVouched && !isCancelled && !isBusyOnly);
  const own = valid.filter(({ isOrganiser }) => isOrganiser);
  const deciding = own.length > 0 ? own : valid.filter(({ response }) => response === "accepted");
  return [...new Set(deciding.flatMap(({ people }) => people))];
}
