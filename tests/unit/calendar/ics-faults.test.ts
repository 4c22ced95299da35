import { expect, test } from "vitest";
import { roleIn } from "#app/domain/calendar/event.ts";
import { STRICT_LINKS } from "#app/domain/meeting/link.ts";
import { readIcsEvents } from "#app/server/adapters/calendars/ics-events.ts";

/** Files that are a little wrong, and series as programs write them: a fault costs at most its event, and is counted. */

const read = {
  window: { from: Date.UTC(2026, 10, 1), to: Date.UTC(2026, 11, 31) },
  own: "nora@acta.example",
  isMine: true,
  timeZone: "Europe/Madrid",
  links: STRICT_LINKS,
};
const found = (text: string) => {
  const { events = [], unreadable } = readIcsEvents(text, read) ?? {};
  return { titles: events.map(({ title }) => title).toSorted(), unreadable };
};
const event = (title: string, ...lines: string[]) =>
  ["BEGIN:VEVENT", `UID:${title}`, `SUMMARY:${title}`, "DTSTART:20261110T090000Z", ...lines, "END:VEVENT"].join("\r\n");
const calendar = (...parts: string[]) => ["BEGIN:VCALENDAR", ...parts, "END:VCALENDAR", ""].join("\r\n");
const good = event("Good");

test.each<[what: string, text: string, titles: string[], unreadable: number]>([
  ["two structures on one line", calendar(`${event("First")}${good}`), ["First", "Good"], 0],
  [
    "a property behind BEGIN",
    calendar(event("First").replace("BEGIN:VEVENT\r\n", "BEGIN:VEVENT"), good),
    ["First", "Good"],
    0,
  ],
  [
    "a property before END",
    calendar(event("First", "LOCATION:Room 1").replace("Room 1\r\n", "Room 1"), good),
    ["First", "Good"],
    0,
  ],
  ["an event without its end", calendar(event("First").replace("\r\nEND:VEVENT", ""), good), ["First", "Good"], 0],
  ["an alarm without its end", calendar(event("First", "BEGIN:VALARM", "TRIGGER:-PT5M"), good), ["First", "Good"], 0],
  [
    "a last event that breaks off",
    `BEGIN:VCALENDAR\r\n${good}\r\nBEGIN:VEVENT\r\nUID:x\r\nDTSTART:20261110T090000Z`,
    ["Good"],
    1,
  ],
  [
    "a text that speaks of an end",
    calendar(event("First", "DESCRIPTION:up to END:VEVENT"), good),
    ["First", "Good"],
    0,
  ],
  ["a line that is none", calendar(event("First", "no property"), good), ["First", "Good"], 0],
  ["an event without a time", calendar("BEGIN:VEVENT\r\nUID:x\r\nEND:VEVENT", good), ["Good"], 1],
  ["an event at a time that is none", calendar(event("First").replace("20261110T090000Z", "soon"), good), ["Good"], 1],
  ["a rule that is none", calendar(event("First", "RRULE:FREQ=NEVER;BYDAY=XX"), good), ["First", "Good"], 0],
  [
    "a change of no occurrence",
    calendar(event("First", "RRULE:FREQ=DAILY;COUNT=1"), event("First", "RECURRENCE-ID:never"), good),
    ["First", "Good"],
    1,
  ],
  [
    "events without a UID",
    calendar(event("First").replace("UID:First", "X-A:1"), event("Second").replace("UID:Second", "UID:")),
    ["First", "Second"],
    0,
  ],
  ["several calendars", `${calendar(event("First"))}${calendar(good)}`, ["First", "Good"], 0],
  ["a mark at the beginning, and lines that end in LF", `\uFEFF${calendar(good).replaceAll("\r", "")}`, ["Good"], 0],
  ["lines that end in CR", calendar(good).replaceAll("\n", ""), ["Good"], 0],
  ["a broken date of its making", calendar(event("Good", "CREATED:20260101T000000ZT000000Z")), ["Good"], 0],
  [
    "an event longer than is read",
    calendar(event("First", ...Array.from({ length: 9 }, () => `DESCRIPTION:${"x".repeat(100_000)}`)), good),
    ["Good"],
    1,
  ],
])("a file with %s", (_what, text, titles, unreadable) => {
  expect(found(text)).toEqual({ titles, unreadable });
});

test("a file that comes in small pieces is the same file", async () => {
  const { icsFile } = await import("#app/server/adapters/calendars/ics-events.ts");
  const { runAtOnce } = await import("#app/domain/turns.ts");
  const text = calendar(event("First", "DESCRIPTION:a long", " er line", "RRULE:FREQ=DAILY;COUNT=2"), good);
  for (const size of [1, 2, 3, 7]) {
    const file = icsFile(read);
    for (let at = 0; at < text.length; at += size) runAtOnce(file.take(text.slice(at, at + size)));
    expect(runAtOnce(file.finish({ isCut: false }))).toEqual(readIcsEvents(text, read));
  }
});

const startsOf = (...lines: string[]) =>
  (readIcsEvents(calendar(["BEGIN:VEVENT", "UID:s", ...lines, "END:VEVENT"].join("\r\n")), read)?.events ?? [])
    .map(({ startsAt }) => new Date(startsAt).toISOString().slice(0, 16))
    .toSorted();

test.each<[what: string, lines: string[], starts: string[]]>([
  [
    "dates of which one is empty",
    ["DTSTART:20261110T090000Z", "RRULE:FREQ=DAILY;COUNT=3", "EXDATE:20261111T090000Z,,nonsense,"],
    ["2026-11-10T09:00", "2026-11-12T09:00"],
  ],
  [
    "a rule in small letters",
    ["DTSTART:20261110T090000Z", "RRULE:freq=daily;until=20261111T090000z"],
    ["2026-11-10T09:00", "2026-11-11T09:00"],
  ],
  [
    "a rule with blanks, which repeats the hour of the start",
    ["DTSTART:20261110T090000Z", "RRULE: FREQ=DAILY; BYHOUR=9; BYMINUTE=0; COUNT=2"],
    ["2026-11-10T09:00", "2026-11-11T09:00"],
  ],
  [
    "each second day, where it is a working day",
    ["DTSTART:20261110T090000Z", "RRULE:FREQ=DAILY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR;COUNT=4"],
    ["2026-11-10T09:00", "2026-11-12T09:00", "2026-11-16T09:00", "2026-11-18T09:00"],
  ],
  [
    "excluded dates between semicolons",
    ["DTSTART:20261110T090000Z", "RRULE:FREQ=DAILY;COUNT=3", "EXDATE:20261111T090000Z;20261112T090000Z"],
    ["2026-11-10T09:00"],
  ],
  [
    "added dates without a rule",
    ["DTSTART:20261110T090000Z", "RDATE:20261112T090000Z"],
    ["2026-11-10T09:00", "2026-11-12T09:00"],
  ],
  [
    "days whose end is the evening before",
    ["DTSTART;VALUE=DATE:20261110", "RRULE:FREQ=DAILY;UNTIL=20261110T230000Z"],
    ["2026-11-10T00:00", "2026-11-11T00:00"],
  ],
  [
    "an end without a zone",
    ["DTSTART;TZID=America/New_York:20261110T090000", "RRULE:FREQ=DAILY;UNTIL=20261111T090000"],
    ["2026-11-10T14:00", "2026-11-11T14:00"],
  ],
  [
    "an excluded day in UTC of a series of days",
    ["DTSTART;VALUE=DATE:20261110", "RRULE:FREQ=DAILY;COUNT=2", "EXDATE:20261109T230000Z"],
    ["2026-11-11T00:00"],
  ],
])("a series with %s", (_what, lines, starts) => {
  expect(startsOf(...lines)).toEqual(starts);
});

test("an added period has a length of its own", () => {
  const file = calendar(
    event(
      "Long",
      "DTEND:20261110T093000Z",
      "RDATE;VALUE=PERIOD:20261112T090000Z/PT2H,20261113T090000Z/20261113T100000Z",
    ),
  );
  const lengths = readIcsEvents(file, read)?.events.map(({ startsAt, endsAt }) => (endsAt - startsAt) / 60_000);
  expect(lengths).toEqual([30, 120, 60]);
});

test("of several versions of an event the one of the highest number counts, also one that has left the window", () => {
  const version = (title: string, sequence: number, start: string) =>
    ["BEGIN:VEVENT", "UID:v", `SUMMARY:${title}`, `SEQUENCE:${sequence}`, `DTSTART:${start}`, "END:VEVENT"].join(
      "\r\n",
    );
  const old = version("Old", 1, "20261110T090000Z");
  for (const [newer, titles] of [
    [version("New", 2, "20261111T090000Z"), ["New"]],
    [version("New", 2, "20280111T090000Z"), []],
  ] as const) {
    expect(found(calendar(old, newer)).titles).toEqual(titles);
    expect(found(calendar(newer, old)).titles).toEqual(titles);
  }
});

test("all later occurrences follow a change for this and future ones, one of them apart", () => {
  const series = [
    "BEGIN:VEVENT",
    "UID:s",
    "SUMMARY:Before",
    "DTSTART;TZID=Europe/Madrid:20261110T090000",
    "RRULE:FREQ=DAILY;COUNT=4",
    "END:VEVENT",
  ];
  const later = [
    "BEGIN:VEVENT",
    "UID:s",
    "SUMMARY:After",
    "RECURRENCE-ID;RANGE=THISANDFUTURE:20261111T080000Z",
    "DTSTART;TZID=Europe/Madrid:20261111T110000",
    "END:VEVENT",
  ];
  const apart = [
    "BEGIN:VEVENT",
    "UID:s",
    "SUMMARY:Apart",
    "RECURRENCE-ID;VALUE=DATE:20261112",
    "DTSTART;TZID=Europe/Madrid:20261112T150000",
    "END:VEVENT",
  ];
  const events = readIcsEvents(calendar([...apart, ...later, ...series].join("\r\n")), read)?.events ?? [];
  const said = events.map(({ title, startsAt }) => `${new Date(startsAt).toISOString().slice(5, 16)} ${title}`);
  expect(said.toSorted()).toEqual([
    "11-10T08:00 Before",
    "11-11T10:00 After",
    "11-12T14:00 Apart",
    "11-13T10:00 After",
  ]);
});

test("of two changes of one occurrence the newer counts, whatever the zone that names it", () => {
  const series = event("s", "RRULE:FREQ=DAILY;COUNT=2");
  const change = (title: string, sequence: number, id: string) =>
    [
      "BEGIN:VEVENT",
      "UID:s",
      `SUMMARY:${title}`,
      `SEQUENCE:${sequence}`,
      id,
      "DTSTART:20261111T150000Z",
      "END:VEVENT",
    ].join("\r\n");
  const older = change("Old", 1, "RECURRENCE-ID;TZID=Europe/Madrid:20261111T100000");
  const newer = change("New", 2, "RECURRENCE-ID:20261111T090000Z");
  for (const parts of [
    [series, older, newer],
    [series, newer, older],
  ])
    expect(found(calendar(...parts)).titles).toEqual(["New", "s"]);
});

test("a series that is called off takes along the occurrences that were changed before", () => {
  const change = (sequence: number) =>
    event("s", `SEQUENCE:${sequence}`, "RECURRENCE-ID:20261111T090000Z").replace("20261110T", "20261111T");
  const cancelled = (sequence: number) =>
    readIcsEvents(
      calendar(event("s", "RRULE:FREQ=DAILY;COUNT=2", "SEQUENCE:3", "STATUS:CANCELED"), change(sequence)),
      read,
    )
      ?.events.map(({ isCancelled }) => isCancelled)
      .toSorted();
  expect(cancelled(2)).toEqual([true, true]);
  expect(cancelled(4)).toEqual([false, true]);
});

test("a meeting that a file or Outlook calls off is cancelled, and one that only speaks of it is not", () => {
  const isCancelled = (text: string) => readIcsEvents(text, read)?.events[0]?.isCancelled;
  expect(isCancelled(calendar("METHOD:CANCEL", good))).toBe(true);
  expect(isCancelled(calendar(good, "METHOD:CANCEL"))).toBe(true);
  for (const title of [
    "Canceled: Board",
    "Cancelled : Board",
    "Cancelado: Mesa",
    "Cancel·lat: Taula",
    "Annulé : Conseil",
    "Abgesagt: Rat",
    "已取消：会议",
    "취소됨: 회의",
    "İptal Edildi: Kurul",
  ]) {
    expect(isCancelled(calendar(event(title, "TRANSP:TRANSPARENT")))).toBe(true);
    expect(isCancelled(calendar(event(title, "X-MICROSOFT-CDO-BUSYSTATUS:FREE")))).toBe(true);
    expect(isCancelled(calendar(event(title)))).toBe(false);
  }
  expect(isCancelled(calendar(event("Cancelled flights: next steps", "TRANSP:TRANSPARENT")))).toBe(false);
});

test("an event of a feed that names an organiser is not the person's own", () => {
  const mine = event(
    "Mine",
    "ORGANIZER:mailto:nora@acta.example",
    "ATTENDEE;PARTSTAT=ACCEPTED:mailto:nora@acta.example",
  );
  const organises = (text: string, isMine: boolean) => readIcsEvents(text, { ...read, isMine })?.events[0]?.isOrganiser;
  expect(organises(calendar(mine), true)).toBe(false);
  const said = (own: string | null) => readIcsEvents(calendar(mine), { ...read, own })?.events[0];
  expect([said("nora@acta.example"), said("otto@acta.example")].map((each) => each && roleIn(each))).toEqual([
    "organizer",
    "guest",
  ]);
  expect(organises(calendar(good), true)).toBe(true);
  expect(organises(calendar(good), false)).toBe(false);
});
