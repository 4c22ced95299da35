import { parseTimeZone } from "#app/domain/time.ts";
import { WINDOWS_ZONES } from "#app/server/adapters/calendars/ics/windows-zones.ts";

/**
 * The IANA zone of a zone's name in a calendar's file, null where nobody knows it. Programs write IANA names, those of Windows
 * ("Romance Standard Time", numbered by Exchange: "GMT Standard Time 1"), names of Outlook's list ("(UTC+01:00) Brussels, Copenhagen,
 * Madrid, Paris"), paths that end in one of them ("/freeassociation.sourceforge.net/Europe/Madrid", "tzone://Microsoft/Utc"), names of
 * Lotus Notes and Java ("Romance", "Central European Time"), and cities (Rails).
 */
export function ianaZoneOf(name: string | null | undefined): string | null {
  const given = name?.trim().replace(/^"|"$/g, "").trim() ?? "";
  if (given === "" || given.length > NAME_CHARS_MAX) return null;
  const whole = knownZone(given);
  if (whole !== null) return whole;
  const parts = given.split("/").filter((part) => part !== "");
  // America/Argentina/Buenos_Aires has three parts.
  for (let count = Math.min(3, parts.length - 1); count >= 1; count -= 1) {
    const zone = knownZone(parts.slice(-count).join("/"));
    if (zone !== null) return zone;
  }
  return null;
}

const NAME_CHARS_MAX = 200;

function knownZone(name: string): string | null {
  return (
    parseTimeZone(name) ??
    (name.includes("/") ? parseTimeZone(name.replaceAll(" ", "_")) : null) ??
    windowsZoneOf(name) ??
    offsetZoneOf(name) ??
    listedZoneOf(name) ??
    (/^US-/i.test(name) ? parseTimeZone(name.replace("-", "/")) : null) ??
    cityZoneOf(name, null)
  );
}

function windowsZoneOf(name: string): string | null {
  const plain = name
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/ \d{1,3}$/, "");
  const base = plain.replace(/(?: (?:standard|daylight|summer))?(?: time)?(?: \(us (?:&|and) canada\))?$/, "");
  const known = WINDOWS_ZONES.get(plain) ?? WINDOWS_ZONES.get(`${base} standard time`) ?? OTHER_ZONES[base];
  return known ?? (plain === "coordinated universal time" ? "UTC" : null);
}

/** Names of no other list: entries of Outlook's that no city gives, and long names of Java. */
const OTHER_ZONES: Record<string, string> = {
  brasilia: "America/Sao_Paulo",
  "west central africa": "Africa/Lagos",
  "indiana (east)": "America/Indiana/Indianapolis",
  hawaii: "Pacific/Honolulu",
  alaska: "America/Anchorage",
  arizona: "America/Phoenix",
  mexico: "America/Mexico_City",
  "eastern european": "Europe/Bucharest",
  "western european": "Europe/Lisbon",
  "greenwich mean": "Europe/London",
  "british summer": "Europe/London",
};

/** "UTC+2", "GMT-0500": the same hour all year. Zones of Etc count the other way round, and only whole hours have one. */
function offsetZoneOf(name: string): string | null {
  const minutes = offsetOf(name);
  if (minutes === null || minutes % 60 !== 0) return null;
  return minutes === 0 ? "UTC" : parseTimeZone(`Etc/GMT${minutes > 0 ? "-" : "+"}${Math.abs(minutes) / 60}`);
}

/** Minutes east of Greenwich of a zone that is named by its offset ("UTC+05:30", "-0330"); null for another name. */
export function offsetOf(name: string): number | null {
  const [, sign, hours = "", minutes = "0"] = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?([0-5]\d))?$/i.exec(name.trim()) ?? [];
  if (sign === undefined || Number(hours) > 14) return null;
  return (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
}

/** A name of Outlook's list: an offset in winter, and cities or a Windows name. A city counts only with that offset. */
function listedZoneOf(name: string): string | null {
  const [, sign, hours = "0", minutes = "0", rest] =
    /^\((?:UTC|GMT)(?:([+-])(\d{1,2})[:.](\d{2}))?\)\s*(.+)$/i.exec(name) ?? [];
  if (rest === undefined) return null;
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  const windows = windowsZoneOf(rest.replace(/ time \(.*\)$/i, " Standard Time"));
  if (windows !== null) return windows;
  for (const city of rest.replace(/^.* : /, "").split(/,| \/ /)) {
    const zone = cityZoneOf(city, offset);
    if (zone !== null) return zone;
  }
  return null;
}

/** `offset`: that of its winter, where the name tells it. */
function cityZoneOf(city: string, offset: number | null): string | null {
  const place = city.trim().replaceAll(" ", "_");
  const zones = CONTINENTS.map((continent) => parseTimeZone(`${continent}/${place}`));
  return zones.find((each) => each !== null && (offset === null || winterOffset(each) === offset)) ?? null;
}

const CONTINENTS = ["Europe", "America", "Asia", "Africa", "Australia", "Pacific", "Atlantic"];

/** The smaller one of the offsets in January and July, in minutes east of Greenwich. */
function winterOffset(zone: string): number {
  const offsets = [0, 6].map((month) => {
    const text = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" })
      .formatToParts(Date.UTC(2026, month, 15))
      .find(({ type }) => type === "timeZoneName")?.value;
    const [, sign, hours = "0", minutes = "0"] = /([+-])(\d{2}):(\d{2})/.exec(text ?? "") ?? [];
    return (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  });
  return Math.min(...offsets);
}
