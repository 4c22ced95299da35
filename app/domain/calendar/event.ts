import { beginningOf } from "#app/domain/beginning-of.ts";
import { cleanName } from "#app/domain/clean-name.ts";
import type { MeetingLink } from "#app/domain/meeting/link.ts";
import type { MeetingRole } from "#app/domain/meeting/list.ts";

/** An event of a calendar as Acta keeps it, whatever the provider. One row for each occurrence of a series. */
export type CalendarEvent = {
  /** The provider's id of this occurrence; unique within its calendar. */
  providerId: string;
  /** The same in every calendar that shows the event (RFC 5545 UID). */
  icalUid: string;
  /** The start that the series gives an occurrence, however it was moved; null for an event that is no occurrence. */
  originalStartAt: number | null;
  startsAt: number;
  endsAt: number;
  isAllDay: boolean;
  /** False: the calendar names a zone that nobody knows, so that the hour may be another. Absent in events stored before this was known. */
  isTimeCertain?: boolean;
  isCancelled: boolean;
  isTentative: boolean;
  isPrivate: boolean;
  /** The provider tells only that the time is taken. */
  isBusyOnly: boolean;
  title: string;
  /** The person's own event. Only where `isVouched`, or in a feed that the person called their own and for an event that names no organiser. */
  isOrganiser: boolean;
  /** A feed names the person's own address as organiser. Anybody can write that, so only lists show it. */
  isSaidOrganiser?: true;
  response: "accepted" | "declined" | "tentative" | "none";
  /** Addresses of all invited people and of the organiser, in lower case. */
  people: readonly string[];
  /** Their names, where the calendar has them. Absent in events that were stored before names were read. */
  names?: readonly string[];
  /** The provider vouches for `people`. False: they come from a feed, from an import, or from an invitation of another program. */
  isVouched: boolean;
  link: MeetingLink | null;
  /** There is no other link than one to a room that goes by its owner's name, which Acta cannot join. */
  isPersonalRoom?: boolean;
  /** The calendar's own zone of the event; null where it names none. */
  timeZone: string | null;
};

/** People of an event that are kept. */
export const EVENT_PEOPLE_MAX = 300;
/** Name of a person that is kept, in UTF-16 units. */
const PERSON_NAME_CHARS_MAX = 100;
/** Title that is kept, in UTF-16 units. */
export const EVENT_TITLE_CHARS_MAX = 300;

/**
 * The key by which an event is one in all calendars of a person: its iCalUID and the original start of the occurrence. The time of
 * an event that is no occurrence is no part of it, so that a moved event stays the same.
 */
export function eventKeyOf({ icalUid, originalStartAt }: Pick<CalendarEvent, "icalUid" | "originalStartAt">): string {
  return `${originalStartAt ?? "-"}:${icalUid}`;
}

/** §6: the person's role in the meeting of an event. */
export function roleIn(event: Pick<CalendarEvent, "isOrganiser" | "isSaidOrganiser">): MeetingRole {
  return event.isOrganiser || event.isSaidOrganiser ? "organizer" : "guest";
}

/** Whether two states of an event differ in what its meeting was made from, or in what decides whether Acta joins it. */
export function differsForMeeting(one: CalendarEvent, other: CalendarEvent): boolean {
  return (
    one.startsAt !== other.startsAt ||
    one.title !== other.title ||
    one.link?.url !== other.link?.url ||
    one.isPersonalRoom !== other.isPersonalRoom ||
    one.isCancelled !== other.isCancelled ||
    one.isAllDay !== other.isAllDay ||
    (one.isTimeCertain ?? true) !== (other.isTimeCertain ?? true) ||
    one.isBusyOnly !== other.isBusyOnly ||
    one.isOrganiser !== other.isOrganiser ||
    one.response !== other.response ||
    one.people.join() !== other.people.join()
  );
}

/** The names of an event's people; a name that is only an address says nothing. */
export function namesOfPeople(names: readonly (string | null | undefined)[]): string[] {
  const clean = names.map((name) => cleanName(beginningOf(name ?? "", PERSON_NAME_CHARS_MAX)));
  return [...new Set(clean.filter((name) => name !== "" && !name.includes("@")))].slice(0, EVENT_PEOPLE_MAX);
}
