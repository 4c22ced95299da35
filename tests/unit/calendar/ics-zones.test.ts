import { expect, test } from "vitest";
import { STRICT_LINKS } from "#app/domain/meeting/link.ts";
import { readIcsEvents } from "#app/server/adapters/calendars/ics-events.ts";
import { ianaZoneOf } from "#app/server/adapters/calendars/ics/zone-names.ts";

/** Names of zones as programs write them, and the zone of times that name none. */

const read = {
  window: { from: Date.UTC(2026, 5, 1), to: Date.UTC(2026, 11, 31) },
  own: null,
  isMine: false,
  timeZone: "Asia/Tokyo",
  links: STRICT_LINKS,
};

test.each([
  ["Europe/Madrid", "Europe/Madrid"],
  ["europe/madrid", "Europe/Madrid"],
  ["America/New York", "America/New_York"],
  ["W. Europe Standard Time", "Europe/Berlin"],
  ["romance standard time", "Europe/Paris"],
  ["Central Europe Daylight Time", "Europe/Budapest"],
  ["GMT Standard Time 1", "Europe/London"],
  ["India Standard Time 12", "Asia/Calcutta"],
  ["Coordinated Universal Time", "UTC"],
  ["tzone://Microsoft/Utc", "UTC"],
  ["tzone://Microsoft/Romance Standard Time", "Europe/Paris"],
  ["/freeassociation.sourceforge.net/Tzfile/Europe/Lisbon", "Europe/Lisbon"],
  ["/softwarestudio.org/Olson_20011030_5/America/Argentina/Buenos_Aires", "America/Buenos_Aires"],
  ['"Europe/Paris"', "Europe/Paris"],
  ["(UTC+01:00) Brussels, Copenhagen, Madrid, Paris", "Europe/Brussels"],
  ["(UTC-05:00) Eastern Time (US & Canada)", "America/New_York"],
  ["(GMT+05.30) Chennai, Kolkata, Mumbai, New Delhi", "Asia/Kolkata"],
  ["(GMT+01.00) Amsterdam / Berlin / Bern / Rome / Stockholm / Vienna", "Europe/Amsterdam"],
  ["(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London", "Europe/Dublin"],
  ["(UTC-03:00) Brasilia", "America/Sao_Paulo"],
  ["(UTC-03:30) Newfoundland", "America/St_Johns"],
  ["US-Eastern", "America/New_York"],
  ["Romance", "Europe/Paris"],
  ["Central European Summer Time", "Europe/Warsaw"],
  ["Mexico Standard Time", "America/Mexico_City"],
  ["Madrid", "Europe/Madrid"],
  ["UTC+2", "Etc/GMT-2"],
  ["GMT-0500", "Etc/GMT+5"],
  ["GMT-0330", null],
  ["-0500", "Etc/GMT+5"],
  ["UTC+0", "UTC"],
  ["UTC+27", null],
  ["Pacific Time (US & Canada)", "America/Los_Angeles"],
  ["tzone://Microsoft/Custom", null],
  ["Customized Time Zone", null],
  ["Mitteleuropäische Zeit", null],
  ["", null],
  ["/".repeat(190), null],
])("the zone %j is %s", (name, zone) => {
  const found = ianaZoneOf(name);
  // Newer data of Intl calls some zones by their newer names.
  const same = (one: string | null) =>
    one && new Intl.DateTimeFormat("en", { timeZone: one }).resolvedOptions().timeZone;
  expect(found).toBe(same(zone));
});

const eventOf = (lines: readonly string[], ...head: string[]) => {
  const file = ["BEGIN:VCALENDAR", ...head, "BEGIN:VEVENT", "UID:z", ...lines, "END:VEVENT", "END:VCALENDAR"].join(
    "\r\n",
  );
  const [event] = readIcsEvents(file, read)?.events ?? [];
  return event && [new Date(event.startsAt).toISOString().slice(0, 16), event.isTimeCertain];
};

const vtimezone = (tzid: string, offset: string, ...lines: string[]) => [
  "BEGIN:VTIMEZONE",
  `TZID:${tzid}`,
  ...lines,
  "BEGIN:STANDARD",
  "DTSTART:16010101T000000",
  `TZOFFSETFROM:${offset}`,
  `TZOFFSETTO:${offset}`,
  "END:STANDARD",
  "END:VTIMEZONE",
];

test.each<[what: string, lines: string[], head: string[], expected: [string, boolean]]>([
  ["a Windows name", ["DTSTART;TZID=Romance Standard Time:20260706T090000"], [], ["2026-07-06T07:00", true]],
  ["a name with a colon", ["DTSTART;TZID=tzone://Microsoft/Utc:20260706T090000"], [], ["2026-07-06T09:00", true]],
  [
    "a name of Outlook's list",
    ["DTSTART;TZID=(UTC+01:00) Brussels, Copenhagen, Madrid, Paris:20260706T090000"],
    [],
    ["2026-07-06T07:00", true],
  ],
  [
    "the calendar's zone",
    ["DTSTART:20260706T090000"],
    ["X-WR-TIMEZONE:Romance Standard Time"],
    ["2026-07-06T07:00", true],
  ],
  ["the only zone of the file", ["DTSTART:20260706T090000"], vtimezone("Office", "+0530"), ["2026-07-06T03:30", true]],
  ["the person's zone", ["DTSTART:20260706T090000"], [], ["2026-07-06T00:00", true]],
  [
    "the person's zone, where the file has several",
    ["DTSTART:20260706T090000"],
    [...vtimezone("Office", "+0530"), ...vtimezone("Home", "+0100")],
    ["2026-07-06T00:00", true],
  ],
  [
    "the file's rules for a Windows name",
    ["DTSTART;TZID=Romance Standard Time:20260706T090000"],
    vtimezone("Romance Standard Time", "+0300"),
    ["2026-07-06T06:00", true],
  ],
  [
    "the place of the file's zone",
    ["DTSTART;TZID=Mine:20260706T090000"],
    vtimezone("Mine", "+0100", "X-LIC-LOCATION:Europe/Madrid"),
    ["2026-07-06T07:00", true],
  ],
  ["an offset of half an hour", ["DTSTART;TZID=UTC+05:30:20260706T090000"], [], ["2026-07-06T03:30", true]],
  ["an offset alone", ["DTSTART;TZID=-0330:20260706T090000"], [], ["2026-07-06T12:30", true]],
  ["a zone that nobody knows", ["DTSTART;TZID=Our Own Zone:20260706T090000"], [], ["2026-07-06T00:00", false]],
  [
    "a calendar in a zone that nobody knows",
    ["DTSTART:20260706T090000"],
    ["X-WR-TIMEZONE:Our Own Zone"],
    ["2026-07-06T00:00", false],
  ],
  [
    "UTC beside a zone that nobody knows",
    ["DTSTART;TZID=Our Own Zone:20260706T090000Z"],
    [],
    ["2026-07-06T09:00", true],
  ],
  [
    "a day in a zone that nobody knows",
    ["DTSTART;VALUE=DATE;TZID=Our Own Zone:20260706"],
    [],
    ["2026-07-06T00:00", true],
  ],
])("a time in %s", (_what, lines, head, expected) => {
  expect(eventOf(lines, ...head)).toEqual(expected);
});

test("rules of a zone that are not yearly are not followed", () => {
  const head = vtimezone("Office", "+0530").toSpliced(-2, 0, "RRULE:FREQ=DAILY");
  expect(eventOf(["DTSTART;TZID=Office:20260706T090000"], ...head)).toEqual(["2026-07-06T00:00", false]);
});
