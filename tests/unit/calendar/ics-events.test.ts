import { expect, test } from "vitest";
import { STRICT_LINKS } from "#app/domain/meeting/link.ts";
import { readIcsEvents } from "#app/server/adapters/calendars/ics-events.ts";
import { parseFeedAddress } from "#app/server/adapters/calendars/ics-feed.ts";

/** Files of calendars, as programs write them and as strangers may. */

const window = { from: Date.UTC(2026, 9, 20), to: Date.UTC(2026, 10, 10) };
const read = { window, own: "nora@acta.example", timeZone: "Europe/Madrid", isMine: false, links: STRICT_LINKS };

const file = (...lines: string[]) => ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n");
const vevent = (...lines: string[]) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"];
const eventsOf = (...lines: string[]) => readIcsEvents(file(...lines), read)?.events ?? [];
const startsOf = (...lines: string[]) => eventsOf(...lines).map(({ startsAt }) => new Date(startsAt).toISOString());

const WEEKLY = ["UID:w", "SUMMARY:Weekly", "LOCATION:https://meet.google.com/abc-defg-hij"];

test("a weekly series keeps its wall clock over the night on which clocks change", () => {
  const zoned = vevent(...WEEKLY, "DTSTART;TZID=Europe/Madrid:20261014T090000", "RRULE:FREQ=WEEKLY;COUNT=4");
  expect(startsOf(...zoned)).toEqual([
    "2026-10-21T07:00:00.000Z",
    "2026-10-28T08:00:00.000Z",
    "2026-11-04T08:00:00.000Z",
  ]);
});

/** The last occurrence before the night on which clocks change, and the first after it. */
test.each([
  ["Europe/Madrid", "20260327T093000", ["2026-03-27T08:30:00.000Z", "2026-04-03T07:30:00.000Z"]],
  ["America/New_York", "20261030T093000", ["2026-10-30T13:30:00.000Z", "2026-11-06T14:30:00.000Z"]],
  ["Australia/Lord_Howe", "20261001T093000", ["2026-09-30T23:00:00.000Z", "2026-10-07T22:30:00.000Z"]],
  ["America/Santiago", "20260403T093000", ["2026-04-03T12:30:00.000Z", "2026-04-10T13:30:00.000Z"]],
])("a weekly series in %s keeps its wall clock", (zone, first, expected) => {
  const series = vevent(...WEEKLY, `DTSTART;TZID=${zone}:${first}`, "RRULE:FREQ=WEEKLY;COUNT=2");
  const year = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) };
  const events = readIcsEvents(file(...series), { ...read, window: year })?.events ?? [];
  expect(events.map(({ startsAt }) => new Date(startsAt).toISOString())).toEqual(expected);
});

test("an excluded occurrence is left out, and a moved one has its new time and its original start", () => {
  const series = vevent(
    ...WEEKLY,
    "DTSTART:20261021T090000Z",
    "DTEND:20261021T093000Z",
    "RRULE:FREQ=WEEKLY;COUNT=3",
    "EXDATE:20261028T090000Z",
  );
  const moved = vevent("UID:w", "RECURRENCE-ID:20261104T090000Z", "DTSTART:20261105T100000Z", "SUMMARY:Moved");
  const events = eventsOf(...series, ...moved);
  expect(events.map(({ title }) => title).toSorted()).toEqual(["Moved", "Weekly"]);
  const change = events.find(({ title }) => title === "Moved");
  expect(change).toMatchObject({ startsAt: Date.UTC(2026, 10, 5, 10), originalStartAt: Date.UTC(2026, 10, 4, 9) });
});

/** Clocks go back in Madrid in the night to 25 October. */
test.each([
  ["across the night on which clocks change", "20261023T093000", "2026-10-23T07:30:00.000Z"],
  ["across midnight", "20261030T001500", "2026-10-29T23:15:00.000Z"],
  ["into the hour that comes twice, the first time", "20261025T023000", "2026-10-25T00:30:00.000Z"],
  ["into the past, out of the window", "20260901T093000", null],
])("an occurrence that is moved %s stays the same occurrence", (_where, moved, startsAt) => {
  const zone = "TZID=Europe/Madrid";
  const series = vevent(...WEEKLY, `DTSTART;${zone}:20261014T093000`, "RRULE:FREQ=WEEKLY;COUNT=3");
  const change = vevent("UID:w", `RECURRENCE-ID;${zone}:20261028T093000`, `DTSTART;${zone}:${moved}`, "SUMMARY:Moved");
  const events = eventsOf(...series, ...change);
  const originals = events.map(({ originalStartAt }) => originalStartAt);
  expect(new Set(originals).size).toBe(originals.length);
  const original = Date.parse("2026-10-28T08:30:00Z");
  expect(events.filter(({ originalStartAt }) => originalStartAt === original)).toMatchObject(
    startsAt === null ? [] : [{ title: "Moved", startsAt: Date.parse(startsAt) }],
  );
  expect(events.filter(({ title }) => title === "Weekly")).toHaveLength(1);
});

test("an event that is moved to a time that clocks skip begins by the clock from before", () => {
  // 29 March 2026, 02:30 in Madrid.
  const event = vevent("UID:s", "DTSTART;TZID=Europe/Madrid:20260329T023000");
  const year = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) };
  expect(readIcsEvents(file(...event), { ...read, window: year })?.events).toMatchObject([
    { startsAt: Date.parse("2026-03-29T01:30:00Z") },
  ]);
});

test("many series that ended long ago do not cost those that go on", () => {
  const ended = Array.from({ length: 40 }, (_each, at) =>
    vevent(`UID:e${at}`, "DTSTART:20050103T090000Z", "RRULE:FREQ=DAILY;UNTIL=20150101T090000Z"),
  ).flat();
  const present = vevent(...WEEKLY, "DTSTART:20261021T090000Z", "RRULE:FREQ=WEEKLY;UNTIL=20261028T090000Z");
  expect(startsOf(...ended, ...present)).toEqual(["2026-10-21T09:00:00.000Z", "2026-10-28T09:00:00.000Z"]);
});

test("the zone of the file decides where its name is not known", () => {
  const zone = [
    "BEGIN:VTIMEZONE",
    "TZID:Office",
    "BEGIN:STANDARD",
    "DTSTART:19700101T000000",
    "TZOFFSETFROM:+0530",
    "TZOFFSETTO:+0530",
    "END:STANDARD",
    "END:VTIMEZONE",
  ];
  expect(startsOf(...zone, ...vevent("UID:z", "DTSTART;TZID=Office:20261021T090000"))).toEqual([
    "2026-10-21T03:30:00.000Z",
  ]);
});

test("organiser, answer, privacy and link are read, and nobody vouches for them", () => {
  const [event] = eventsOf(
    ...vevent(
      "UID:p",
      "DTSTART:20261021T090000Z",
      "CLASS:PRIVATE",
      "ORGANIZER:mailto:Ada@other.example",
      "ATTENDEE;PARTSTAT=ACCEPTED:mailto:nora@acta.example",
      "DESCRIPTION:Join: https://meet.google.com/abc-defg-hij",
    ),
  );
  expect(event).toMatchObject({ isOrganiser: false, response: "accepted", isPrivate: true, isVouched: false });
  expect(event?.link?.url).toContain("https://meet.google.com/abc-defg-hij");
});

test("guests are people: by the parameter where iCloud hides the address, and no rooms", () => {
  const nora = "CN=Nora;EMAIL=nora@acta.example";
  const [event] = eventsOf(
    ...vevent(
      "UID:p",
      "DTSTART:20261021T090000Z",
      `ORGANIZER;${nora}:/aMTIzNDU2/principal/`,
      `ATTENDEE;${nora};PARTSTAT=ACCEPTED:/aMTIzNDU2/principal/`,
      "ATTENDEE;CN=Ana ^'la jefa^':mailto:ana@other.example?subject=Board",
      "ATTENDEE;CUTYPE=ROOM;CN=Room 2:mailto:room2@other.example",
      "ATTENDEE;CUTYPE=RESOURCE;CN=Projector:mailto:projector@other.example",
    ),
  );
  expect(event).toMatchObject({
    isSaidOrganiser: true,
    response: "accepted",
    people: ["nora@acta.example", "ana@other.example"],
    names: ["Nora", 'Ana "la jefa"'],
  });
});

test.each<[where: string, lines: string[]]>([
  [
    "behind a telephone",
    ["CONFERENCE;FEATURE=PHONE:tel:+34910000000", "CONFERENCE;FEATURE=VIDEO:https://meet.google.com/abc-defg-hij"],
  ],
  ["of Google's former program", ["X-GOOGLE-HANGOUT:https://meet.google.com/abc-defg-hij"]],
  [
    "in a text with marks",
    ['STYLED-DESCRIPTION;FMTTYPE=text/html:<a href="https://meet.google.com/abc-defg-hij">Join</a>'],
  ],
  [
    "in the HTML beside a text",
    [
      'DESCRIPTION;ALTREP="data:text/html,%3Ca%20href%3D%22https%3A%2F%2Fmeet.google.com%2Fabc-defg-hij%22%3EJoin":Join',
    ],
  ],
])("a link %s is found", (_where, lines) => {
  const [event] = eventsOf(...vevent("UID:l", "DTSTART:20261021T090000Z", ...lines));
  expect(event?.link?.url).toBe("https://meet.google.com/abc-defg-hij?hl=en");
});

test("two midnights that Exchange marks as a day are one", () => {
  const day = ["X-MICROSOFT-CDO-ALLDAYEVENT:TRUE"];
  const zone = "TZID=Europe/Madrid";
  for (const [start, end] of [
    [`DTSTART;${zone}:20261021T000000`, `DTEND;${zone}:20261022T000000`],
    ["DTSTART:20261020T220000Z", "DTEND:20261021T220000Z"],
  ] as const)
    expect(eventsOf(...vevent("UID:d", start, end, ...day))).toMatchObject([
      { isAllDay: true, startsAt: Date.UTC(2026, 9, 21), endsAt: Date.UTC(2026, 9, 22) },
    ]);
});

test("an all-day event has no hour", () => {
  expect(eventsOf(...vevent("UID:d", "DTSTART;VALUE=DATE:20261021"))).toMatchObject([
    { isAllDay: true, startsAt: Date.UTC(2026, 9, 21), endsAt: Date.UTC(2026, 9, 22) },
  ]);
});

/** Rules for which ical.js would search without an end, or that would bring millions of occurrences. */
test.each([
  "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=DAILY;INTERVAL=7;BYDAY=MO",
  "FREQ=MONTHLY;INTERVAL=12;BYMONTH=4",
  "FREQ=SECONDLY",
  "FREQ=MINUTELY;BYHOUR=25",
  "FREQ=HOURLY;BYMONTH=13",
  "FREQ=WEEKLY;BYMONTHDAY=31;BYMONTH=2",
])("the rule %s ends", (rule) => {
  expect(eventsOf(...vevent("UID:h", "DTSTART:20261021T090000Z", `RRULE:${rule}`)).length).toBeLessThanOrEqual(1);
});

test("a series since 1970 reaches the window", () => {
  expect(startsOf(...vevent("UID:o", "DTSTART:19900101T090000Z", "RRULE:FREQ=DAILY"))).toHaveLength(21);
});

test.each([
  ["nothing", ""],
  ["a web page", "<html><body>Sign in</body></html>"],
  ["an open calendar", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:x"],
  ["deep nesting", `BEGIN:VCALENDAR\r\n${"BEGIN:VEVENT\r\n".repeat(5000)}`],
])("%s is no calendar, or an empty one", (_name, text) => {
  expect(readIcsEvents(text, read)?.events ?? []).toEqual([]);
});

test("an event that cannot be read does not cost the others", () => {
  const broken = vevent("UID:b", "DTSTART:nonsense", "RRULE:FREQ=NEVER");
  expect(eventsOf(...broken, ...vevent("UID:g", "DTSTART:20261021T090000Z", "SUMMARY:Good"))).toMatchObject([
    { title: "Good" },
  ]);
});

test.each([
  ["https://calendar.example.com/secret.ics", "https://calendar.example.com/secret.ics"],
  ["webcal://calendar.example.com/secret.ics", "https://calendar.example.com/secret.ics"],
  ["http://calendar.example.com/secret.ics", null],
  ["https://user:word@calendar.example.com/a.ics", null],
  ["https://calendar.example.com:8443/a.ics", null],
  ["https://localhost/a.ics", null],
  ["https://printer.local/a.ics", null],
  ["https://metadata.google.internal/a.ics", null],
  ["https://127.0.0.1/a.ics", null],
  ["https://0x7f.1/a.ics", null],
  ["https://2130706433/a.ics", null],
  ["https://169.254.169.254/a.ics", null],
  ["https://[::ffff:10.0.0.1]/a.ics", null],
  ["file:///etc/passwd", null],
  ["http://127.0.0.1:8788/ics/a.ics", null],
])("the feed address %s", (text, address) => {
  expect(parseFeedAddress(text, null)).toBe(address);
});

test("the stand-in of this machine may be read without https", () => {
  const address = "http://127.0.0.1:8788/ics/a.ics";
  expect(parseFeedAddress(address, "http://127.0.0.1:8788")).toBe(address);
});
