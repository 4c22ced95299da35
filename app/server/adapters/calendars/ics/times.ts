import ICAL from "ical.js";
import { utcOf, type WallClock, wallClockOfUtc } from "#app/domain/calendar/wall-clock.ts";
import type { ContentLine } from "#app/server/adapters/calendars/ics/content-line.ts";
import { UTC, type Zone, type Zones } from "#app/server/adapters/calendars/ics/zones.ts";

/** A time of a calendar's file. Days begin at midnight UTC. */
export type IcsTime = {
  at: number;
  isDay: boolean;
  wall: WallClock;
  zone: Zone;
  /** Length of a PERIOD, in ms. */
  lengthMs?: number;
};

const TIME = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?(Z)?)?$/i;

/** Whether a text is a time, without what its zone costs. */
export function readWall(text: string): { wall: WallClock; isDay: boolean; isUtc: boolean } | null {
  const [, year, month, day, hour, minute, second, utc] = TIME.exec(text.trim()) ?? [];
  if (year === undefined) return null;
  const given = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    // A leap second is the one before.
    second: Math.min(59, Number(second ?? 0)),
  };
  if (given.hour > 24 || given.minute > 59 || given.month < 1 || given.month > 12 || given.day < 1 || given.day > 31)
    return null;
  // "24:00" and 31 June become the day after.
  return { wall: wallClockOfUtc(utcOf(given)), isDay: hour === undefined, isUtc: utc !== undefined };
}

/** `without`: the zone of a time that names none. */
export function readTime(text: string, { parameters }: ContentLine, { zones, without }: TimeRules): IcsTime | null {
  const [start = "", end] = text.split("/");
  const read = readWall(start);
  if (read === null) return null;
  if (read.isDay || parameters.get("VALUE")?.toUpperCase() === "DATE") {
    const wall = { ...read.wall, hour: 0, minute: 0, second: 0 };
    return { at: utcOf(wall), isDay: true, wall, zone: zones.floating };
  }
  const tzid = parameters.get("TZID");
  const zone = read.isUtc ? UTC : tzid ? zones.named(tzid) : without;
  const at = zone.momentOf(read.wall);
  const lengthMs = end === undefined ? null : lengthOfPeriod(at, end, zone);
  return { at, isDay: false, wall: read.wall, zone, ...(lengthMs === null ? {} : { lengthMs }) };
}

export type TimeRules = { zones: Zones; without: Zone };

function lengthOfPeriod(at: number, end: string, zone: Zone): number | null {
  const read = readWall(end);
  if (read !== null) return Math.max(0, (read.isUtc ? UTC : zone).momentOf(read.wall) - at);
  return readDuration(end);
}

/** In ms; null where the text is no duration. */
export function readDuration(text: string): number | null {
  if (!/^[+-]?P[\dWDTHMS]{2,40}$/i.test(text.trim())) return null;
  try {
    return Math.max(0, ICAL.Duration.fromString(text.trim().toUpperCase()).toSeconds() * 1000);
  } catch {
    return null;
  }
}
