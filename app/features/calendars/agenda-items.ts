import type { UpcomingEvent } from "#app/contracts/calendars.ts";
import type { MeetingListItem } from "#app/contracts/meeting/lists.ts";
import type { Locale } from "#app/domain/languages.ts";
import { formatDay } from "#app/i18n/format.ts";

/** The agenda: planned meetings and events of calendars in one list, each thing once. */
export type AgendaItem =
  | { kind: "meeting"; id: string; at: number; meeting: MeetingListItem }
  | { kind: "event"; id: string; at: number; event: UpcomingEvent };

export type AgendaDay = { day: string; items: AgendaItem[] };

const DAY_MS = 86_400_000;
export const WEEK_DAYS = 7;

/** A meeting that was planned from an event is shown as the event, which says from which calendar and why. */
export function agendaOf(
  meetings: readonly MeetingListItem[],
  events: readonly UpcomingEvent[],
  now: number,
): AgendaItem[] {
  const ofEvents = new Set(events.map(({ meet_id }) => meet_id));
  const items: AgendaItem[] = [
    ...events
      .filter(({ ends_at }) => ends_at > now)
      .map((event) => ({ kind: "event" as const, id: event.id, at: event.starts_at, event })),
    ...meetings
      .filter(({ id }) => !ofEvents.has(id))
      .map((meeting) => ({ kind: "meeting" as const, id: meeting.id, at: meeting.startsAt, meeting })),
  ];
  return items.toSorted((one, other) => one.at - other.at);
}

/** The day of an item in the viewer's zone. An all-day event has a day and no zone. */
export function dayOf(item: AgendaItem, locale: Locale, zone: string): string {
  return formatDay(item.at, locale, item.kind === "event" && item.event.all_day ? "UTC" : zone);
}

export function byDay(items: readonly AgendaItem[], locale: Locale, zone: string): AgendaDay[] {
  const days = new Map<string, AgendaItem[]>();
  for (const item of items) {
    const day = dayOf(item, locale, zone);
    days.set(day, [...(days.get(day) ?? []), item]);
  }
  return [...days].map(([day, ofDay]) => ({ day, items: ofDay }));
}

/** Today and the six days after it. Noon of each, so that a day of 23 or 25 hours is not left out. */
export function weekFrom(now: number, hour: number): number[] {
  const noon = now + (12 - hour) * 3_600_000;
  return Array.from({ length: WEEK_DAYS }, (_, index) => noon + index * DAY_MS);
}

/** Whether Acta joins or is in the call, as far as is known. */
export const isJoined = (item: AgendaItem): boolean =>
  item.kind === "meeting" || item.event.joins || item.event.recording !== null;

/** Reasons that a person's switch cannot overrule. */
const FIXED: ReadonlySet<UpcomingEvent["reason"]> = new Set([
  "past",
  "cancelled",
  "busy-only",
  "all-day",
  "no-link",
  "personal-room",
  "time-uncertain",
  "all-off",
  "calendar-inactive",
  "calendar-off",
  "other-calendar",
  "same-room",
  "limit-reached",
  "not-readable",
]);

/** A recording that has begun is ended on its meeting's page, not by the switch. */
export const canSwitch = ({ joins, reason, recording }: UpcomingEvent): boolean =>
  recording === null && (joins || !FIXED.has(reason));
