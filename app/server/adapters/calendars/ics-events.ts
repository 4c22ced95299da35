import ICAL from "ical.js";
import {
  type CalendarEvent,
  EVENT_PEOPLE_MAX,
  EVENT_TITLE_CHARS_MAX,
  namesOfPeople,
} from "#app/domain/calendar/event.ts";
import { findLink } from "#app/domain/calendar/find-link.ts";
import { momentOf } from "#app/domain/calendar/wall-clock.ts";
import { beginningOf } from "#app/domain/beginning-of.ts";
import {
  FEED_EVENTS_MAX,
  FEED_OCCURRENCES_MAX,
  FEED_SERIES_OVER_MS,
  FEED_STEPS_MAX,
} from "#app/domain/limits/calendars.ts";
import type { LinkRules } from "#app/domain/meeting/link.ts";
import { parseTimeZone } from "#app/domain/time.ts";
import { mayExpand } from "#app/server/adapters/calendars/recurrence-guard.ts";
import type { CalendarWindow } from "#app/server/ports/calendar-provider.ts";

/** Reads the file of a calendar (RFC 5545) into the events of a window. The file is a stranger's: everything in it has a limit. */

type Read = { window: CalendarWindow; own: string | null; links: LinkRules };
type Zones = { calendar: string | null };

/** `isCut`: a limit was met, so that some may be missing. */
type Found = { events: CalendarEvent[]; isCut: boolean; name: string | null };

/** Null where the text is no calendar. */
export function readIcsEvents(text: string, read: Read): Found | null {
  if (!/^﻿?\s*BEGIN:VCALENDAR/i.test(text)) return null;
  const parsed = parseFile(text);
  if (parsed === null) return null;
  const { file } = parsed;
  const zones = { calendar: parseTimeZone(textOf(file, "x-wr-timezone")) };
  const components = file.getAllSubcomponents("vevent");
  const into: Expanding = {
    ...read,
    zones,
    stepsLeft: FEED_STEPS_MAX * 5,
    events: new Map(),
    isCut: parsed.isCut || components.length > FEED_EVENTS_MAX,
  };
  for (const { series, changed } of seriesOf(components.slice(0, FEED_EVENTS_MAX))) {
    // Whether this one has an occurrence in the window is not known.
    if (into.events.size >= FEED_OCCURRENCES_MAX) {
      into.isCut = true;
      break;
    }
    // One event that cannot be read does not cost the others.
    try {
      into.stepsLeft -= expand(series, changed, into);
    } catch {
      continue;
    }
  }
  return { events: [...into.events.values()], isCut: into.isCut, name: textOf(file, "x-wr-calname") };
}

/** ical.js refuses a whole file for one property that it cannot read; such a file is read event by event. */
function parseFile(text: string): { file: ICAL.Component; isCut: boolean } | null {
  const whole = parseText(text);
  if (whole !== null) return { file: whole, isCut: false };
  const blocks = text.match(EVENT_BLOCK) ?? [];
  const file = parseText(text.replace(EVENT_BLOCK, "").replace(/\n\s*\n/g, "\n"));
  if (file === null) return null;
  for (const block of blocks.slice(0, FEED_EVENTS_MAX)) {
    const event = parseText(`BEGIN:VCALENDAR\r\n${block}\r\nEND:VCALENDAR`)?.getFirstSubcomponent("vevent");
    if (event) file.addSubcomponent(event);
  }
  return { file, isCut: blocks.length > FEED_EVENTS_MAX };
}

const EVENT_BLOCK = /^BEGIN:VEVENT\r?$[\s\S]*?^END:VEVENT\r?$/gm;

function parseText(text: string): ICAL.Component | null {
  try {
    const parsed: unknown = ICAL.parse(text);
    // Several calendars in one file: the first.
    const first: unknown = Array.isArray(parsed) && Array.isArray(parsed[0]) ? parsed[0] : parsed;
    return new ICAL.Component(first as ConstructorParameters<typeof ICAL.Component>[0]);
  } catch {
    return null;
  }
}

/** Events by their UID: the series, and the occurrences that were changed (RECURRENCE-ID). */
function seriesOf(components: readonly ICAL.Component[]) {
  const byUid = new Map<string, { series: ICAL.Component[]; changed: ICAL.Component[] }>();
  for (const component of components) {
    const uid = textOf(component, "uid") ?? "";
    if (uid === "") continue;
    const known = byUid.get(uid) ?? { series: [], changed: [] };
    byUid.set(uid, known);
    (component.hasProperty("recurrence-id") ? known.changed : known.series).push(component);
  }
  return [...byUid.values()].flatMap(({ series, changed }) =>
    series.length > 0
      ? series.map((one, at) => ({ series: one, changed: at === 0 ? changed : [] }))
      : changed.map((one) => ({ series: one, changed: [] as ICAL.Component[] })),
  );
}

type Expanding = Read & { zones: Zones; stepsLeft: number; events: Map<string, CalendarEvent>; isCut: boolean };

/** Adds the occurrences in the window; answers how many were stepped through. */
function expand(series: ICAL.Component, changed: readonly ICAL.Component[], into: Expanding): number {
  const overrides = new Map(
    changed.flatMap((component) => {
      const original = timeOf(component, "recurrence-id", into.zones);
      return original ? [[original.at, component] as const] : [];
    }),
  );
  const start = timeOf(series, "dtstart", into.zones);
  if (!start) return 0;
  const add = (component: ICAL.Component, originalStartAt: number | null, startsAt: number) => {
    const event = eventOf(component, { originalStartAt, startsAt, ...into });
    const isSeen = event.endsAt >= into.window.from && event.startsAt < into.window.to;
    if (!isSeen) return;
    if (into.events.size < FEED_OCCURRENCES_MAX) into.events.set(event.providerId, event);
    else into.isCut = true;
  };
  for (const [original, component] of overrides) {
    const moved = timeOf(component, "dtstart", into.zones);
    if (moved) add(component, original, moved.at);
  }
  const rules = series.getAllProperties("rrule").map((property) => property.getFirstValue());
  const isSeries = rules.length > 0 || series.hasProperty("rdate");
  const canExpand = rules.every((rule) => rule instanceof ICAL.Recur && mayExpand(rule));
  // Stepping through series that ended years ago would take the steps of those that go on.
  if (canExpand && rules.length > 0 && !series.hasProperty("rdate") && rules.every((rule) => isOver(rule, into)))
    return 1;
  if (!isSeries || !canExpand) {
    const original = timeOf(series, "recurrence-id", into.zones)?.at ?? null;
    add(series, original, start.at);
    return 1;
  }
  return walk(series, start.zone, { overrides, add, into });
}

/** The rule ends before the window, by more than an event lasts and zones differ. */
function isOver(rule: unknown, { window }: Pick<Read, "window">): boolean {
  const until: unknown = rule instanceof ICAL.Recur ? rule.until : null;
  return until instanceof ICAL.Time && until.toUnixTime() * 1000 < window.from - FEED_SERIES_OVER_MS;
}

function walk(
  series: ICAL.Component,
  zone: string | null,
  {
    overrides,
    add,
    into,
  }: {
    overrides: ReadonlyMap<number, unknown>;
    add: (component: ICAL.Component, original: number, startsAt: number) => void;
    into: Expanding;
  },
): number {
  const dtstart = series.getFirstPropertyValue("dtstart");
  if (!(dtstart instanceof ICAL.Time)) return 0;
  const occurrences = new ICAL.RecurExpansion({ component: series, dtstart });
  const stepsMax = Math.min(FEED_STEPS_MAX, into.stepsLeft);
  let steps = 0;
  while (steps < stepsMax) {
    steps += 1;
    const next: ICAL.Time | null | undefined = occurrences.next();
    if (!next) return steps;
    const at = momentIn(next, zone);
    if (at >= into.window.to) return steps;
    if (!overrides.has(at)) add(series, at, at);
  }
  into.isCut = true;
  return steps;
}

function eventOf(
  component: ICAL.Component,
  { originalStartAt, startsAt, own, links, zones }: Expanding & { originalStartAt: number | null; startsAt: number },
): CalendarEvent {
  const uid = textOf(component, "uid") ?? "";
  const status = (textOf(component, "status") ?? "").toUpperCase();
  const privacy = (textOf(component, "class") ?? "").toUpperCase();
  const organiser = addressOf(component.getFirstProperty("organizer"));
  const attendees = component.getAllProperties("attendee").slice(0, EVENT_PEOPLE_MAX);
  const mine = attendees.find((attendee) => own !== null && addressOf(attendee) === own);
  const title = textOf(component, "summary") ?? "";
  const isAllDay = timeOf(component, "dtstart", zones)?.isDay ?? false;
  return {
    providerId: `${uid}:${originalStartAt ?? "-"}`,
    icalUid: uid,
    originalStartAt,
    startsAt,
    endsAt: startsAt + lengthOf(component, zones),
    isAllDay,
    isCancelled: status === "CANCELLED",
    isTentative: status === "TENTATIVE",
    isPrivate: privacy === "PRIVATE" || privacy === "CONFIDENTIAL",
    isBusyOnly: title === "Busy" && !component.hasProperty("description") && !component.hasProperty("location"),
    title: beginningOf(title, EVENT_TITLE_CHARS_MAX),
    // An entry without an organiser is the person's own.
    isOrganiser: organiser === null || organiser === own,
    response: responseOf(mine?.getFirstParameter("partstat")),
    people: [...new Set([...attendees.map(addressOf), organiser].flatMap((address) => address ?? []))],
    names: namesOfPeople(
      [...attendees, component.getFirstProperty("organizer")].map((one) => one?.getFirstParameter("cn")),
    ),
    isVouched: false,
    link: findLink(
      ["x-google-conference", "x-microsoft-skypeteamsmeetingurl", "conference", "url", "location", "description"].map(
        (name) => textOf(component, name),
      ),
      links,
    ),
    timeZone: timeOf(component, "dtstart", zones)?.zone ?? zones.calendar,
  };
}

/** In ms, of DTEND or DURATION; a day without either lasts the day. */
function lengthOf(component: ICAL.Component, zones: Zones): number {
  const start = timeOf(component, "dtstart", zones);
  const end = timeOf(component, "dtend", zones);
  if (start && end) return Math.max(0, end.at - start.at);
  const duration = component.getFirstPropertyValue("duration");
  if (duration instanceof ICAL.Duration) return Math.max(0, duration.toSeconds() * 1000);
  return start?.isDay ? 86_400_000 : 0;
}

type ReadTime = { at: number; isDay: boolean /** IANA; null: the file's own zone, or UTC. */; zone: string | null };

function timeOf(component: ICAL.Component, name: string, zones: Zones): ReadTime | null {
  const property = component.getFirstProperty(name);
  const value = property?.getFirstValue();
  if (!property || !(value instanceof ICAL.Time)) return null;
  const named = property.getFirstParameter("tzid");
  const isUtc = value.zone === ICAL.Timezone.utcTimezone;
  // Intl's rules for a zone that it knows; the file's own VTIMEZONE for another; a time without a zone is in the calendar's.
  const isFloating = value.zone === ICAL.Timezone.localTimezone || !value.zone;
  const zone = isUtc || value.isDate ? null : (parseTimeZone(named) ?? (isFloating ? (zones.calendar ?? "UTC") : null));
  return { at: momentIn(value, zone), isDay: value.isDate, zone };
}

function momentIn(time: ICAL.Time, zone: string | null): number {
  if (time.isDate) return Date.UTC(time.year, time.month - 1, time.day);
  return zone === null ? time.toUnixTime() * 1000 : momentOf(time, zone);
}

function textOf(component: ICAL.Component, name: string): string | null {
  const value = component.getFirstPropertyValue(name);
  return typeof value === "string" ? value : null;
}

/** "mailto:ada@acta.example" in lower case. */
function addressOf(property: ICAL.Property | null): string | null {
  const value = property?.getFirstValue();
  if (typeof value !== "string") return null;
  const address = value
    .replace(/^mailto:/i, "")
    .trim()
    .toLowerCase();
  return address.includes("@") ? address : null;
}

function responseOf(status: string | undefined | null): CalendarEvent["response"] {
  switch (status?.toUpperCase()) {
    case "ACCEPTED":
      return "accepted";
    case "DECLINED":
      return "declined";
    case "TENTATIVE":
      return "tentative";
    default:
      return "none";
  }
}
