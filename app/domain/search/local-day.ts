import { HOUR_MS } from "#app/domain/limits/units.ts";

/** Days of a person's time zone. */

/** The day at a moment in a zone, "2026-11-23". `zone` is one that Intl knows (time.ts, parseTimeZone). */
export function dayAt(at: number, zone: string): string {
  const { year, month, day } = partsAt(at, zone);
  return `${year}-${month}-${day}`;
}

/**
 * The first moment of a day in a zone, in epoch ms. Found by correcting the guess with the zone's own distance twice: the distance may
 * change between the guess and the answer. A midnight that a change of clocks leaves out is the moment after the gap.
 */
export function startOfDay(day: string, zone: string): number {
  const wanted = Date.parse(`${day}T00:00:00Z`);
  const first = wanted - distanceAt(wanted, zone);
  const second = wanted - distanceAt(first, zone);
  return dayAt(second, zone) < day ? second + HOUR_MS : second;
}

/** Local time minus UTC at a moment, in ms. */
function distanceAt(at: number, zone: string): number {
  const { year, month, day, hour, minute, second } = partsAt(at, zone);
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - Math.floor(at / 1000) * 1000;
}

function partsAt(at: number, zone: string): Record<string, string> {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
}
