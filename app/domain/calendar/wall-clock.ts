import { DAY_MS } from "#app/domain/limits/units.ts";

/** A time on the clock of a zone; `month` is 1 to 12. */
export type WallClock = { year: number; month: number; day: number; hour: number; minute: number; second: number };

const formats = new Map<string, Intl.DateTimeFormat>();
/** Feeds name zones; more than there are would be made up. */
const FORMATS_MAX = 600;

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  if (formats.size >= FORMATS_MAX) formats.clear();
  const format = new Intl.DateTimeFormat("en-US-u-ca-iso8601", {
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
  return format;
}

/** The clock of an IANA zone at `at`. */
export function wallClockAt(at: number, timeZone: string): WallClock {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return {
    year: part("year"),
    month: part("month"),
    day: part("day"),
    hour: part("hour"),
    minute: part("minute"),
    second: part("second"),
  };
}

/** A wall clock as if it were one of UTC, in epoch ms. Unlike Date.UTC it takes the years 0 to 99 as they are. */
export function utcOf({ year, month, day, hour, minute, second }: WallClock): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) + ((hour * 60 + minute) * 60 + second) * 1000;
}

export function wallClockOfUtc(utc: number): WallClock {
  const date = new Date(utc);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
}

/** The offset of a zone from UTC at `at`, in ms. */
function offsetMs(at: number, timeZone: string): number {
  return utcOf(wallClockAt(at, timeZone)) - Math.floor(at / 1000) * 1000;
}

/**
 * The moment of a wall clock in an IANA zone, in epoch ms. RFC 5545 §3.3.5: a time that comes twice is its first; one that is skipped
 * counts with the offset before the gap.
 */
export function momentOf(wall: WallClock, timeZone: string): number {
  const utc = utcOf(wall);
  const [before, after] = [offsetMs(utc - DAY_MS, timeZone), offsetMs(utc + DAY_MS, timeZone)];
  const candidates = [utc - before, utc - after].filter((at) => at + offsetMs(at, timeZone) === utc);
  return candidates.length > 0 ? Math.min(...candidates) : utc - before;
}
