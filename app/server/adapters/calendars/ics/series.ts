import { utcOf } from "#app/domain/calendar/wall-clock.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { type ContentLine, readContentLine } from "#app/server/adapters/calendars/ics/content-line.ts";
import type { ScannedCalendar, ScannedEvent } from "#app/server/adapters/calendars/ics/scan-file.ts";
import { readDuration, readWall } from "#app/server/adapters/calendars/ics/times.ts";
import type { CalendarWindow } from "#app/server/ports/calendar-provider.ts";

/** A VEVENT, property by property. */
export type IcsComponent = { calendar: ScannedCalendar; uid: string; properties: ReadonlyMap<string, ContentLine[]> };

/** A series or a single event, with the occurrences that were changed. */
export type IcsSeries = { series: IcsComponent; changed: IcsComponent[] };

/** Properties of an event that are read. A fault in another one costs nothing. */
const READ = new Set(
  `UID SEQUENCE DTSTAMP LAST-MODIFIED DTSTART DTEND DURATION RRULE RDATE EXDATE RECURRENCE-ID STATUS CLASS TRANSP SUMMARY DESCRIPTION
   X-ALT-DESC STYLED-DESCRIPTION LOCATION URL CONFERENCE X-GOOGLE-CONFERENCE X-GOOGLE-HANGOUT X-MICROSOFT-SKYPETEAMSMEETINGURL
   X-MICROSOFT-CDO-BUSYSTATUS X-MICROSOFT-CDO-ALLDAYEVENT ORGANIZER ATTENDEE`.split(/\s+/),
);
export const isReadProperty = (name: string): boolean => READ.has(name);

const UID_CHARS_MAX = 1000;

export function componentOf({ calendar, lines }: ScannedEvent): IcsComponent {
  const properties = new Map<string, ContentLine[]>();
  for (const line of lines) {
    const read = readContentLine(line);
    if (read === null) continue;
    const known = properties.get(read.name);
    if (known) known.push(read);
    else properties.set(read.name, [read]);
  }
  const given = properties.get("UID")?.[0]?.value.trim().slice(0, UID_CHARS_MAX) ?? "";
  // Google and Outlook take events without a UID too: such an event is told from others by its time and title.
  const value = (name: string) => properties.get(name)?.[0]?.value ?? "";
  const uid = given === "" ? `${value("DTSTART")} ${value("SUMMARY")}`.slice(0, UID_CHARS_MAX) : given;
  return { calendar, uid, properties };
}

export const first = ({ properties }: IcsComponent, name: string): ContentLine | null =>
  properties.get(name)?.[0] ?? null;

export const isRecurring = ({ properties }: IcsComponent): boolean =>
  properties.has("RRULE") || properties.has("RDATE");

/** Whether a component may have to do with the window. Most of a calendar that is long in use lies in the past, and is not kept in memory. */
export function mayBeSeen(component: IcsComponent, { from, to }: CalendarWindow): boolean {
  if (isRecurring(component) || first(component, "RECURRENCE-ID")?.parameters.has("RANGE")) return true;
  const days = ["DTSTART", "DTEND", "RECURRENCE-ID"].flatMap((name) => {
    const read = readWall(first(component, name)?.value ?? "");
    return read === null ? [] : [utcOf(read.wall)];
  });
  const lengthMs = readDuration(first(component, "DURATION")?.value ?? "") ?? 0;
  const isNear = (at: number) => at + lengthMs >= from - ZONE_MS && at <= to + ZONE_MS;
  return days.length === 0 || days.some(isNear) || (Math.min(...days) < from && Math.max(...days) > to);
}

/** Zones differ from UTC by less. */
const ZONE_MS = 2 * DAY_MS;

type Version = { sequence: number; isCancel: boolean; stamp: string };

export function sequenceOf(component: IcsComponent): number {
  const sequence = Number(first(component, "SEQUENCE")?.value ?? 0);
  return Number.isFinite(sequence) ? sequence : 0;
}

function versionOf(component: IcsComponent): Version {
  return {
    sequence: sequenceOf(component),
    isCancel: isCancelMessage(component),
    stamp: first(component, "LAST-MODIFIED")?.value ?? first(component, "DTSTAMP")?.value ?? "",
  };
}

/** Tells whether one version of an event is older than another one. */
export function isOlderVersion(one: IcsComponent, other: IcsComponent): boolean {
  return isOlder(versionOf(one), versionOf(other));
}

/** RFC 5546 §2.1.4 and §2.1.5; a cancellation comes after what it cancels, and of two alike the later one in the file counts. */
function isOlder(one: Version, other: Version): boolean {
  if (one.sequence !== other.sequence) return one.sequence < other.sequence;
  return one.isCancel === other.isCancel ? one.stamp < other.stamp : other.isCancel;
}

/** RFC 5546 §3.2.5: the file calls its events off. */
export const isCancelMessage = ({ calendar }: IcsComponent): boolean =>
  calendar.head.get("METHOD")?.toUpperCase() === "CANCEL";

/** The newest version of each event and of each changed occurrence. */
export type Versions = { add(component: IcsComponent, isSeen: boolean): void; size(): number; all(): IcsComponent[] };

export function newestVersions(): Versions {
  const kept = new Map<string, IcsComponent>();
  /** Of changed events that are not seen: the newest version may have left the window, and the older ones with it. */
  const unseen = new Map<string, Version>();
  return {
    add(component, isSeen) {
      const key = `${component.uid}\n${first(component, "RECURRENCE-ID")?.value ?? ""}`;
      const version = versionOf(component);
      const known = kept.get(key);
      const newest = unseen.get(key) ?? (known ? versionOf(known) : null);
      if (newest !== null && isOlder(version, newest)) return;
      if (isSeen) {
        kept.set(key, component);
        unseen.delete(key);
        return;
      }
      kept.delete(key);
      if (version.sequence > 0) unseen.set(key, version);
    },
    size: () => kept.size,
    all: () => [...kept.values()],
  };
}

/** Events by their UID: the series, and the occurrences that were changed (RECURRENCE-ID). */
export function seriesOf(components: readonly IcsComponent[]): IcsSeries[] {
  const byUid = new Map<string, { changed: IcsComponent[]; others: IcsComponent[] }>();
  for (const component of components) {
    const known = byUid.get(component.uid) ?? { changed: [], others: [] };
    // A copy of a series in Outlook has the UID of the first one, a RECURRENCE-ID, and a rule of its own.
    const isChange = component.properties.has("RECURRENCE-ID") && !isRecurring(component);
    if (isChange) known.changed.push(component);
    else if (component.properties.has("RECURRENCE-ID")) known.others.push(component);
    else known.others.unshift(component);
    byUid.set(component.uid, known);
  }
  return [...byUid.values()].flatMap(({ changed, others }) =>
    others.length === 0
      ? changed.map((series) => ({ series, changed: [] }))
      : others.map((series, at) => ({ series, changed: at === 0 ? changed : [] })),
  );
}
