import ICAL from "ical.js";
import { utcOf, type WallClock, wallClockOfUtc } from "#app/domain/calendar/wall-clock.ts";
import { FEED_STEPS_MAX } from "#app/domain/limits/calendars.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { mayExpand } from "#app/server/adapters/calendars/recurrence-guard.ts";
import { first, type IcsComponent } from "#app/server/adapters/calendars/ics/series.ts";
import { type IcsTime, readTime, readWall, type TimeRules } from "#app/server/adapters/calendars/ics/times.ts";
import type { CalendarWindow } from "#app/server/ports/calendar-provider.ts";

/** An occurrence by the series: `at` is the start that it would have if nobody had moved it. */
export type Occurrence = { at: number /** In the zone of the series. */; wall: WallClock; lengthMs?: number };

/** The work that is left for a file: occurrences and dates that may still be stepped through. */
export type StepBudget = { left: number; isCut: boolean };

/** Zones differ from UTC by less. */
const ZONE_MS = 2 * DAY_MS;
/** Work of one step, in units of turns.ts. */
const STEP_UNITS = 20;

/**
 * The occurrences of a series that begin in the window. ical.js steps through the rule by the wall clock; the zone of the series turns each
 * wall clock into a moment, so that a series keeps its hour when clocks change, and dates in other zones are compared as moments.
 */
export function* occurrencesOf(
  component: IcsComponent,
  start: IcsTime,
  { rules: times, window, budget }: { rules: TimeRules; window: CalendarWindow; budget: StepBudget },
): Generator<number, Occurrence[], void> {
  const within = { from: window.from - ZONE_MS, to: window.to + ZONE_MS };
  const found = new Map<number, Occurrence>();
  const add = (occurrence: Occurrence) => {
    if (!found.has(occurrence.at)) found.set(occurrence.at, occurrence);
  };
  const rules = rulesOf(component, start, times);
  // Of a rule that cannot be followed at least its beginning is known.
  if (rules.length === 0 || rules.some((rule) => rule === null)) add({ at: start.at, wall: start.wall });
  for (const rule of rules) {
    if (rule === null) continue;
    const iterator = rule.recur.iterator(
      new ICAL.Time({ ...firstWall(rule.recur, start, within.from), isDate: start.isDay }, ICAL.Timezone.localTimezone),
    );
    for (let steps = 0; ; steps += 1) {
      if (steps >= FEED_STEPS_MAX || budget.left <= 0) {
        budget.isCut = true;
        break;
      }
      budget.left -= 1;
      yield STEP_UNITS;
      const next: ICAL.Time | null | undefined = iterator.next();
      if (!next) break;
      const { year, month, day, hour, minute, second } = next;
      const wall = { year, month, day, hour, minute, second };
      const rough = utcOf(wall);
      if (rough > within.to || rough > rule.untilAt + ZONE_MS) break;
      if (rough < within.from) continue;
      const at = start.isDay ? rough : start.zone.momentOf(wall);
      if (at > rule.untilAt) break;
      add({ at, wall });
    }
  }
  for (const extra of yield* datesOf(component, "RDATE", { start, times, within, budget })) {
    const isOnClock = start.isDay || extra.zone.iana === start.zone.iana;
    const wall = isOnClock ? extra.wall : start.zone.wallOf(extra.at);
    add({ at: extra.at, wall, ...(extra.lengthMs === undefined ? {} : { lengthMs: extra.lengthMs }) });
  }
  const excluded = yield* datesOf(component, "EXDATE", { start, times, within, budget });
  const moments = new Set(excluded.map(({ at }) => at));
  return [...found.values()].filter(({ at }) => !moments.has(at));
}

type Rule = { recur: ICAL.Recur; untilAt: number };

/** Null for a rule that is not followed. */
function rulesOf(component: IcsComponent, start: IcsTime, times: TimeRules): (Rule | null)[] {
  return (component.properties.get("RRULE") ?? []).map((line) => {
    // The end is compared here, as a moment: ical.js would compare it without the zone of the series.
    const parts = line.value
      .replaceAll(/\s/g, "")
      .toUpperCase()
      .split(";")
      .filter((part) => part !== "" && !repeatsClock(part, start));
    const until = parts.find((part) => part.startsWith("UNTIL="))?.slice("UNTIL=".length);
    const recur = recurOf(parts.filter((part) => !part.startsWith("UNTIL=")).join(";"));
    if (recur === null) return null;
    return { recur, untilAt: until === undefined ? Number.MAX_SAFE_INTEGER : endOf(until, start, times) };
  });
}

/** Some programs repeat the hour of the start in the rule, which says nothing more. */
function repeatsClock(part: string, { isDay, wall }: IcsTime): boolean {
  const [, unit, value] = /^BY(HOUR|MINUTE|SECOND)=(\d{1,2})$/.exec(part) ?? [];
  if (unit === undefined || isDay) return false;
  return Number(value) === { HOUR: wall.hour, MINUTE: wall.minute, SECOND: wall.second }[unit];
}

function recurOf(text: string): ICAL.Recur | null {
  try {
    const recur = ICAL.Recur.fromString(text);
    return mayExpand(recur) ? recur : null;
  } catch {
    return null;
  }
}

/** The last moment of a rule. A day counts whole; an end that cannot be read ends nothing. */
function endOf(until: string, start: IcsTime, { zones }: TimeRules): number {
  const read = readWall(until);
  if (read === null) return Number.MAX_SAFE_INTEGER;
  const dayAfter = wallClockOfUtc(utcOf({ ...read.wall, hour: 0, minute: 0, second: 0 }) + DAY_MS);
  if (start.isDay) {
    // Outlook ends a series of days at midnight of its own clock, written in UTC: the evening before.
    const local = read.isUtc ? zones.floating.wallOf(utcOf(read.wall)) : read.wall;
    return Math.max(utcOf(read.wall), utcOf(local));
  }
  if (read.isDay) return start.zone.momentOf(dayAfter) - 1;
  return read.isUtc ? utcOf(read.wall) : start.zone.momentOf(read.wall);
}

/**
 * The first occurrence that is stepped through: of a daily or weekly rule of many years one near the window, in its own rhythm. Its COUNT is lessened
 * by what was passed over.
 */
function firstWall(recur: ICAL.Recur, { wall }: IcsTime, from: number): WallClock {
  const periodDays = recur.freq === "DAILY" ? recur.interval : recur.freq === "WEEKLY" ? recur.interval * 7 : null;
  const hasParts = Object.keys(recur.parts).length > 0;
  if (periodDays === null || (recur.count && hasParts)) return wall;
  const periods = Math.floor((from - DAY_MS * 2 * periodDays - utcOf(wall)) / (periodDays * DAY_MS));
  if (periods <= 0) return wall;
  if (recur.count) {
    // None is left: one remains, which is before the window.
    const passed = Math.min(periods, recur.count - 1);
    recur.count -= passed;
    return wallClockOfUtc(utcOf(wall) + passed * periodDays * DAY_MS);
  }
  return wallClockOfUtc(utcOf(wall) + periods * periodDays * DAY_MS);
}

type Dates = { start: IcsTime; times: TimeRules; within: CalendarWindow; budget: StepBudget };

/** The dates of RDATE or EXDATE near the window. A day of a series with a clock is that day's occurrence. */
function* datesOf(
  component: IcsComponent,
  name: "RDATE" | "EXDATE",
  { start, times, within, budget }: Dates,
): Generator<number, IcsTime[], void> {
  const dates: IcsTime[] = [];
  for (const line of component.properties.get(name) ?? []) {
    for (const text of line.value.split(/[,;]/)) {
      if (budget.left <= 0) {
        budget.isCut = true;
        return dates;
      }
      budget.left -= 1;
      yield STEP_UNITS;
      const read = readWall(text.split("/")[0] ?? "");
      if (read === null || utcOf(read.wall) < within.from || utcOf(read.wall) > within.to) continue;
      // A date without a zone is on the clock of its series.
      const date = readTime(text, line, { ...times, without: start.zone });
      if (date !== null) dates.push(onClockOf(start, date, times));
    }
  }
  return dates;
}

/** A day becomes a moment of a series with a clock, and a moment the day of a series of days. */
export function onClockOf(start: IcsTime, time: IcsTime, times: TimeRules): IcsTime {
  if (time.isDay === start.isDay) return time;
  if (time.isDay) {
    const { hour, minute, second } = start.wall;
    const wall = { ...time.wall, hour, minute, second };
    return { ...time, at: start.zone.momentOf(wall), isDay: false, wall, zone: start.zone };
  }
  return dayOf(time, times).time;
}

/** The time of a property of a component; times without a zone are in `without`. Exchange may write a day as two midnights and a mark. */
export function timeOf(component: IcsComponent, name: string, times: TimeRules): IcsTime | null {
  const line = first(component, name);
  const time = line === null ? null : readTime(line.value, line, times);
  if (time === null || time.isDay || !isMarkedDay(component)) return time;
  const day = dayOf(time, times);
  return day.local.hour === 0 && day.local.minute === 0 ? day.time : time;
}

const isMarkedDay = (component: IcsComponent) =>
  first(component, "X-MICROSOFT-CDO-ALLDAYEVENT")?.value.trim().toUpperCase() === "TRUE";

/** A moment's day; one in UTC is meant on the clock of the calendar. */
function dayOf(time: IcsTime, { zones }: TimeRules): { time: IcsTime; local: WallClock } {
  const local = time.zone.iana === "UTC" ? zones.floating.wallOf(time.at) : time.wall;
  const wall = { ...local, hour: 0, minute: 0, second: 0 };
  return { time: { ...time, at: utcOf(wall), isDay: true, wall }, local };
}
