import ICAL from "ical.js";
import { momentOf, utcOf, type WallClock, wallClockAt, wallClockOfUtc } from "#app/domain/calendar/wall-clock.ts";
import { MINUTE_MS } from "#app/domain/limits/units.ts";
import { parseTimeZone } from "#app/domain/time.ts";
import { mayExpand } from "#app/server/adapters/calendars/recurrence-guard.ts";
import type { ScannedCalendar } from "#app/server/adapters/calendars/ics/scan-file.ts";
import { ianaZoneOf, offsetOf } from "#app/server/adapters/calendars/ics/zone-names.ts";

/** The clocks of a calendar's file: wall clocks become moments here and nowhere else. */
export type Zone = {
  /** Null: the file's own rules, which have no IANA name. */
  iana: string | null;
  /** False: nobody knows the zone that the file names. The moments are those of the fallback, and may be hours off. */
  isKnown: boolean;
  momentOf(wall: WallClock): number;
  wallOf(at: number): WallClock;
};

export type Zones = {
  /** Zone of a time with this TZID. */
  named(tzid: string): Zone;
  /** Zone of times that name none, and of days: the calendar's, else the person's. */
  floating: Zone;
};

function intlZone(iana: string): Zone {
  return {
    iana,
    isKnown: true,
    momentOf: (wall) => momentOf(wall, iana),
    wallOf: (at) => wallClockAt(at, iana),
  };
}

/** Hours that no IANA zone keeps all year, as "UTC+05:30". */
const offsetZone = (offsetMs: number): Zone => ({
  iana: null,
  isKnown: true,
  momentOf: (wall) => utcOf(wall) - offsetMs,
  wallOf: (at) => wallClockOfUtc(at + offsetMs),
});

export const UTC: Zone = { iana: "UTC", isKnown: true, momentOf: utcOf, wallOf: wallClockOfUtc };

/** `personZone`: the IANA zone of the calendar's reader. */
export function zonesOf({ head, zones }: ScannedCalendar, personZone: string): Zones {
  const defined = new Map(zones.flatMap((lines) => definedZone(lines) ?? []));
  const resolved = new Map<string, Zone>();
  const lookUp = (tzid: string): Zone | null => {
    const ofFile = defined.get(tzid);
    // "EST" may be any zone that a program calls so: its own rules say more than Intl. A name with a place is the same everywhere.
    const sure = tzid.includes("/") || /^(?:UTC|Z)$/i.test(tzid) ? parseTimeZone(tzid === "Z" ? "UTC" : tzid) : null;
    if (sure !== null) return intlZone(sure);
    const own = ofFile?.();
    if (own) return own;
    const known = ianaZoneOf(tzid);
    if (known !== null) return intlZone(known);
    const minutes = offsetOf(tzid);
    return minutes === null ? null : offsetZone(minutes * MINUTE_MS);
  };
  const floatingZone = (): Zone => {
    const person = intlZone(personZone);
    const declared = head.get("X-WR-TIMEZONE") ?? "";
    if (declared !== "") return lookUp(declared) ?? { ...person, isKnown: false };
    const [only, ...others] = defined.keys();
    return (only !== undefined && others.length === 0 ? lookUp(only) : null) ?? person;
  };
  const floating = floatingZone();
  return {
    floating,
    named(given) {
      const tzid = given.trim();
      const zone = resolved.get(tzid) ?? lookUp(tzid) ?? { ...floating, isKnown: false };
      resolved.set(tzid, zone);
      return zone;
    },
  };
}

/** A VTIMEZONE: its TZID, and its rules once they are asked for. */
function definedZone(lines: readonly string[]): [tzid: string, zone: () => Zone | null][] | null {
  const valueOf = (name: string) => {
    const line = lines.find((each) => each.toUpperCase().startsWith(name));
    return line?.slice(line.indexOf(":", name.length) + 1).trim();
  };
  const tzid = valueOf("TZID")?.replace(/^"|"$/g, "");
  if (!tzid) return null;
  let zone: Zone | null | undefined;
  const build = () => {
    const place = parseTimeZone(valueOf("X-LIC-LOCATION"));
    return place === null ? ruledZone(tzid, lines) : intlZone(place);
  };
  return [[tzid, () => (zone === undefined ? (zone = build()) : zone)]];
}

/** ical.js follows the rules of the file. Rules that are not yearly would make it step through years of changes. */
function ruledZone(tzid: string, lines: readonly string[]): Zone | null {
  try {
    const component = new ICAL.Component(
      ICAL.parse(lines.join("\r\n")) as ConstructorParameters<typeof ICAL.Component>[0],
    );
    const parts = [...component.getAllSubcomponents("standard"), ...component.getAllSubcomponents("daylight")];
    const rules = parts.flatMap((part) => part.getAllProperties("rrule").map((property) => property.getFirstValue()));
    const isYearly = rules.every((rule) => rule instanceof ICAL.Recur && rule.freq === "YEARLY" && mayExpand(rule));
    if (parts.length === 0 || !isYearly) return null;
    const zone = new ICAL.Timezone({ tzid, component });
    const offsetAt = (wall: WallClock) => zone.utcOffset(new ICAL.Time({ ...wall, isDate: false }, zone)) * 1000;
    return {
      iana: null,
      isKnown: true,
      momentOf: (wall) => utcOf(wall) - offsetAt(wall),
      wallOf(at) {
        const guess = wallClockOfUtc(at + offsetAt(wallClockOfUtc(at)));
        return wallClockOfUtc(at + offsetAt(guess));
      },
    };
  } catch {
    return null;
  }
}
