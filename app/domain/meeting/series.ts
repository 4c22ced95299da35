import { personKeyOf, titleKeyOf } from "#app/domain/meeting/list.ts";
import { sha256Text } from "#app/domain/sha256-text.ts";

/** Meetings that come again. A series is one person's, and its key is all that its meetings have in common. */

/** Beginning of the keys of calendar series; the iCalUID follows, which all occurrences have in common (RFC 5545). */
export const CALENDAR_SERIES = "event:";

/** The key of an occurrence; null for an event that does not come again. */
export function seriesOfEvent(event: { icalUid: string; originalStartAt: number | null }): string | null {
  return event.originalStartAt === null ? null : `${CALENDAR_SERIES}${event.icalUid}`;
}

/**
 * The key of a meeting that no calendar knows: its title and its people. Null without people, because recordings often have a title that was made
 * for them.
 */
export function seriesOfTitle(title: string, people: readonly string[]): string | null {
  const keys = [...new Set(people.map(personKeyOf))].filter((key) => key !== "").toSorted();
  const titleKey = titleKeyOf(title);
  return titleKey === "" || keys.length === 0 ? null : `title:${sha256Text([titleKey, ...keys].join("\n"))}`;
}

/** The key of an occurrence by its key in calendars (`eventKeyOf`), which begins with "-" where the event does not come again. */
export function seriesOfEventKey(eventKey: string): string | null {
  return eventKey.startsWith("-:") ? null : `${CALENDAR_SERIES}${eventKey.slice(eventKey.indexOf(":") + 1)}`;
}

/** Fields of predefined templates that hold decisions, by their keys. */
export const DECIDED_FIELD_KEYS: ReadonlySet<string> = new Set(["decided", "agreements", "agreed"]);

/** Fields of predefined templates that hold what stayed open, by their keys. */
export const OPEN_FIELD_KEYS: ReadonlySet<string> = new Set(["openPoints", "openQuestions", "unresolved"]);
