import type { CalendarEvent } from "#app/domain/calendar/event.ts";
import { utcOf, type WallClock, wallClockOfUtc } from "#app/domain/calendar/wall-clock.ts";
import { FEED_ALL_STEPS_MAX, FEED_EVENTS_MAX, FEED_OCCURRENCES_MAX } from "#app/domain/limits/calendars.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { runAtOnce, type Turns } from "#app/domain/turns.ts";
import {
  describeEvent,
  type DescribeRules,
  type Description,
} from "#app/server/adapters/calendars/ics/describe-event.ts";
import {
  type Occurrence,
  occurrencesOf,
  onClockOf,
  type StepBudget,
  timeOf,
} from "#app/server/adapters/calendars/ics/occurrences.ts";
import { type ScannedCalendar, type ScannedEvent, scanFile } from "#app/server/adapters/calendars/ics/scan-file.ts";
import {
  componentOf,
  first,
  type IcsComponent,
  type IcsSeries,
  isOlderVersion,
  isReadProperty,
  isRecurring,
  mayBeSeen,
  newestVersions,
  sequenceOf,
  seriesOf,
} from "#app/server/adapters/calendars/ics/series.ts";
import type { IcsTime, TimeRules } from "#app/server/adapters/calendars/ics/times.ts";
import { type Zone, type Zones, zonesOf } from "#app/server/adapters/calendars/ics/zones.ts";
import type { CalendarWindow, FeedEvents } from "#app/server/ports/calendar-provider.ts";

/**
 * Reads the file of a calendar (RFC 5545) into the events of a window, chunk by chunk. The file is a stranger's: everything in it has a
 * limit, and the work is done in turns.
 */

export type IcsRead = DescribeRules & { window: CalendarWindow /** The person's IANA zone. */; timeZone: string };

export type IcsFound = FeedEvents;

/** Null where the text is no calendar. */
export function readIcsEvents(text: string, read: IcsRead): IcsFound | null {
  const file = icsFile(read);
  runAtOnce(file.take(text));
  return runAtOnce(file.finish({ isCut: false }));
}

export type IcsFile = {
  /** The next piece of the file. */
  take(chunk: string): Turns<void>;
  /** `isCut`: the file has more than was taken. */
  finish(end: { isCut: boolean }): Turns<IcsFound | null>;
};

/** Characters that are scanned between two turns. */
const SCAN_CHARS = 16_384;

export function icsFile(read: IcsRead): IcsFile {
  const scanner = scanFile(isReadProperty);
  const versions = newestVersions();
  let isCut = false;
  const keep = (events: readonly ScannedEvent[]) => {
    for (const scanned of events) {
      const component = componentOf(scanned);
      const isSeen = mayBeSeen(component, read.window);
      if (isSeen && versions.size() >= FEED_EVENTS_MAX) isCut = true;
      else versions.add(component, isSeen);
    }
  };
  return {
    *take(chunk) {
      for (let at = 0; at < chunk.length; at += SCAN_CHARS) {
        const part = chunk.slice(at, at + SCAN_CHARS);
        keep(scanner.push(part));
        yield part.length;
      }
    },
    *finish(end) {
      const { events, isCalendar, calendars, broken } = scanner.end();
      keep(events);
      if (!isCalendar) return null;
      const into = expanding(read);
      into.budget.isCut = isCut || end.isCut;
      let unreadable = broken;
      for (const series of seriesOf(versions.all())) {
        // Whether this one has an occurrence in the window is not known.
        if (into.events.size >= FEED_OCCURRENCES_MAX) {
          into.budget.isCut = true;
          break;
        }
        // One event that cannot be read does not cost the others.
        if (!(yield* expand(series, into))) unreadable += 1;
      }
      const name = calendars.map(({ head }) => head.get("X-WR-CALNAME")).find((each) => each !== undefined) ?? null;
      return { events: [...into.events.values()], isCut: into.budget.isCut, unreadable, name };
    },
  };
}

type Expanding = {
  read: IcsRead;
  budget: StepBudget;
  events: Map<string, CalendarEvent>;
  zonesIn: (calendar: ScannedCalendar) => Zones;
};

function expanding(read: IcsRead): Expanding {
  const known = new Map<ScannedCalendar, Zones>();
  return {
    read,
    budget: { left: FEED_ALL_STEPS_MAX, isCut: false },
    events: new Map(),
    zonesIn: (calendar) => {
      const zones = known.get(calendar) ?? zonesOf(calendar, read.timeZone);
      known.set(calendar, zones);
      return zones;
    },
  };
}

/** A component with its times: `originalAt` is the start by the series that it changes. */
type Change = { component: IcsComponent; start: IcsTime; times: TimeRules; original: IcsTime };

/** Adds the occurrences in the window. False: the event cannot be read. */
function* expand({ series, changed }: IcsSeries, into: Expanding): Turns<boolean> {
  const times = timesOf(series, into);
  const start = timeOf(series, "DTSTART", times);
  if (start === null) return false;
  const changes = changed.flatMap((component) => changeOf(component, { start, times }, into));
  const single = newestOf(changes.filter(({ component }) => !isForAllLater(component)));
  const ranges = changes.filter(({ component }) => isForAllLater(component));
  ranges.sort((one, other) => one.original.at - other.original.at);
  const describe = describer(into);
  const { isCancelled } = describe(series, times);

  const singles = new Set(single.map(({ original }) => original.at));
  for (const change of single) {
    const description = describe(change.component, change.times);
    // A series that was called off after one of its occurrences was changed takes that one along.
    const isGone = isCancelled && sequenceOf(change.component) < sequenceOf(series);
    add(
      isGone ? { ...description, isCancelled } : description,
      { at: change.original.at, startsAt: change.start.at },
      into,
    );
    yield DESCRIBE_UNITS;
  }
  if (!isRecurring(series)) {
    const line = first(series, "RECURRENCE-ID");
    const original = line === null ? null : timeOf(series, "RECURRENCE-ID", { ...times, without: start.zone });
    const at = original === null ? null : onClockOf(start, original, times).at;
    if (at === null || !singles.has(at)) add(describe(series, times), { at, startsAt: start.at }, into);
    yield DESCRIBE_UNITS;
    return changes.length === changed.length;
  }
  const { window } = into.read;
  const shiftMs = Math.max(0, ...ranges.map((range) => Math.abs(range.start.at - range.original.at)));
  // One that began before the window may go on in it, and one that was moved may begin in it.
  const reach = Math.min(REACH_MS_MAX, shiftMs + describe(series, times).lengthMs);
  const wide = { from: window.from - reach, to: window.to + Math.min(REACH_MS_MAX, shiftMs) };
  for (const occurrence of yield* occurrencesOf(series, start, { rules: times, window: wide, budget: into.budget })) {
    if (singles.has(occurrence.at)) continue;
    const range = ranges.findLast(({ original }) => original.at <= occurrence.at);
    if (range)
      add(
        describe(range.component, range.times),
        { at: occurrence.at, startsAt: shifted(range, occurrence, start) },
        into,
      );
    else add(withLength(describe(series, times), occurrence), { at: occurrence.at, startsAt: occurrence.at }, into);
    yield ADD_UNITS;
  }
  return changes.length === changed.length;
}

const DESCRIBE_UNITS = 2000;
const ADD_UNITS = 50;
const REACH_MS_MAX = 60 * DAY_MS;

function timesOf({ calendar }: IcsComponent, { zonesIn }: Expanding): TimeRules {
  const zones = zonesIn(calendar);
  return { zones, without: zones.floating };
}

/** One change of each occurrence: programs name the same one in UTC and in a zone. */
function newestOf(changes: readonly Change[]): Change[] {
  const newest = new Map<number, Change>();
  for (const change of changes) {
    const known = newest.get(change.original.at);
    if (!known || !isOlderVersion(change.component, known.component)) newest.set(change.original.at, change);
  }
  return [...newest.values()];
}

/** RFC 5545 §3.2.13: the change holds for the occurrence and all later ones. */
const isForAllLater = (component: IcsComponent) =>
  first(component, "RECURRENCE-ID")?.parameters.get("RANGE")?.toUpperCase() === "THISANDFUTURE";

function changeOf(component: IcsComponent, series: { start: IcsTime; times: TimeRules }, into: Expanding): Change[] {
  const times = timesOf(component, into);
  const start = timeOf(component, "DTSTART", times);
  const named = timeOf(component, "RECURRENCE-ID", { ...times, without: series.start.zone });
  if (named === null) return [];
  const original = onClockOf(series.start, named, series.times);
  // A message that calls one occurrence off need not repeat its time.
  return [{ component, start: start ?? original, times, original }];
}

/** By the wall clock, so that all later ones begin at the hour of the change. A start in UTC is meant on the clock of the series. */
function shifted({ start, original }: Change, { wall }: Occurrence, series: IcsTime): number {
  if (start.isDay || series.isDay) return start.at + utcOf(wall) - utcOf(original.wall);
  const zone = start.zone.iana === "UTC" ? series.zone : start.zone;
  const delta = utcOf(wallIn(start, zone)) - utcOf(wallIn(original, series.zone));
  return zone.momentOf(wallClockOfUtc(utcOf(wall) + delta));
}

/** As it is written where it is in that zone: clocks may skip the time. */
const wallIn = ({ at, wall, zone: own }: IcsTime, zone: Zone): WallClock =>
  own.iana === zone.iana ? wall : zone.wallOf(at);

const withLength = (description: Description, { lengthMs }: Occurrence): Description =>
  lengthMs === undefined ? description : { ...description, lengthMs };

/** The text of a series is read once, however many occurrences it has. */
function describer({ read }: Expanding): (component: IcsComponent, times: TimeRules) => Description {
  const known = new Map<IcsComponent, Description>();
  return (component, times) => {
    const description = known.get(component) ?? describeEvent(component, times, read);
    known.set(component, description);
    return description;
  };
}

function add(
  { lengthMs, ...description }: Description,
  { at, startsAt }: { at: number | null; startsAt: number },
  { events, read, budget }: Expanding,
): void {
  const endsAt = startsAt + lengthMs;
  if (endsAt < read.window.from || startsAt >= read.window.to) return;
  if (events.size >= FEED_OCCURRENCES_MAX) {
    budget.isCut = true;
    return;
  }
  const providerId = `${description.icalUid}:${at ?? "-"}`;
  events.set(providerId, { ...description, providerId, originalStartAt: at, startsAt, endsAt });
}
