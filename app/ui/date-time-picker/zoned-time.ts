/**
 * Converts between wall clock times and epochs. A picker uses days and hours in the viewer's zone; all other code uses epoch
 * milliseconds. Intl knows the zones, so the app ships no zone table.
 */
/** `month` is 1 to 12. */
export type CalendarDay = { year: number; month: number; day: number };
/** `hour` is 0 to 23 in every language; a twelve-hour clock is only a display format. */
export type ClockTime = { hour: number; minute: number };
export type WallTime = CalendarDay & ClockTime;

const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US-u-ca-iso8601", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formats.set(timeZone, format);
  }
  return format;
}

/** Calendar day and clock time at `at` in the zone. Throws RangeError for a zone that Intl does not know. */
export function wallTimeOf(at: number, timeZone: string): WallTime {
  const numbers = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map((part) => [part.type, Number(part.value)]),
  );
  const number = (name: Intl.DateTimeFormatPartTypes) => numbers.get(name) ?? 0;
  return {
    year: number("year"),
    month: number("month"),
    day: number("day"),
    hour: number("hour"),
    minute: number("minute"),
  };
}

const utcOf = (wall: WallTime) => Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute);

/** The zone's offset from UTC at `at`, in ms, rounded to the minute; positive when its clocks are ahead. */
function offsetMs(at: number, timeZone: string): number {
  return utcOf(wallTimeOf(at, timeZone)) - Math.floor(at / 60_000) * 60_000;
}

/**
 * The moment at which the zone's clocks show `wall`. Where they show it twice (clocks go back) it is the first of the
 * two; where they never do (clocks go forward) it is as long after the change as the wall time is past it, so 2:30 in a
 * gap from 2:00 to 3:00 is 3:30. These are the rules of Temporal's "compatible".
 */
export function epochOf(wall: WallTime, timeZone: string): number {
  const utc = utcOf(wall);
  // No zone changes its clocks twice within two days, so the offsets of the days around are all there are.
  const before = offsetMs(utc - DAY_MS, timeZone);
  const after = offsetMs(utc + DAY_MS, timeZone);
  const candidates = [utc - before, utc - after].sort((a, b) => a - b);
  return candidates.find((at) => utcOf(wallTimeOf(at, timeZone)) === utc) ?? utc - before;
}
