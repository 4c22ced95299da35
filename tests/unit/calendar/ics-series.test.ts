import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { STRICT_LINKS } from "#app/domain/meeting/link.ts";
import { readIcsEvents } from "#app/server/adapters/calendars/ics-events.ts";
import { isSkipped, means, slowDays, slowMoment, type SlowRule } from "#tests/unit/calendar/slow-series.ts";

/** Series of a file without VTIMEZONE, beside a second implementation. */

vi.setConfig({ testTimeout: 120_000 });

const DAY = 86_400_000;
const window = { from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 4, 1) };
const ZONES = ["Europe/Madrid", "America/New_York", "Asia/Jerusalem", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"];

const two = (value: number) => String(value).padStart(2, "0");
const dayText = (day: number) => new Date(day * DAY).toISOString().slice(0, 10).replaceAll("-", "");
const wallText = (day: number, minute: number) =>
  `${dayText(day)}T${two(Math.floor(minute / 60))}${two(minute % 60)}00`;
const utcText = (at: number) => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;

/** Forms in which a file writes the start of an occurrence: in the zone of its series, in UTC, in another zone, as a day. */
const FORMS = ["zone", "utc", "other", "day"] as const;
type Form = (typeof FORMS)[number];

function written(
  name: string,
  form: Form,
  { day, at, minute, zone }: { day: number; at: number; minute: number; zone: string },
) {
  if (form === "utc") return `${name}:${utcText(at)}`;
  if (form === "day") return `${name};VALUE=DATE:${dayText(day)}`;
  if (form === "zone") return `${name};TZID=${zone}:${wallText(day, minute)}`;
  // Kolkata has the same offset all year.
  const shifted = at + 330 * 60_000;
  return `${name};TZID=Asia/Kolkata:${utcText(shifted).slice(0, -1)}`;
}

const weekdays = fc.uniqueArray(fc.constantFrom("MO", "TU", "WE", "TH", "FR", "SA", "SU"), {
  minLength: 1,
  maxLength: 3,
});
const places = fc.uniqueArray(fc.constantFrom("1MO", "2TU", "-1FR", "3WE", "-2SU"), { minLength: 1, maxLength: 2 });
const monthDays = fc.uniqueArray(fc.constantFrom(1, 5, 15, 28, 30, 31, -1, -3), { minLength: 1, maxLength: 2 });
const none = { byDay: [] as string[], byMonthDay: [] as number[], byMonth: [] as number[] };

const pattern = fc.oneof(
  fc
    .record({ freq: fc.constant("DAILY" as const), interval: fc.integer({ min: 1, max: 9 }) })
    .map((each) => ({ ...none, ...each })),
  weekdays.map((byDay) => ({ ...none, freq: "DAILY" as const, interval: 1, byDay })),
  fc
    .record({
      freq: fc.constant("WEEKLY" as const),
      interval: fc.integer({ min: 1, max: 4 }),
      byDay: fc.oneof(weekdays, fc.constant<string[]>([])),
    })
    .map((each) => ({ ...none, ...each })),
  fc
    .record({ freq: fc.constant("MONTHLY" as const), interval: fc.integer({ min: 1, max: 3 }), byDay: places })
    .map((each) => ({ ...none, ...each })),
  fc
    .record({ freq: fc.constant("MONTHLY" as const), interval: fc.integer({ min: 1, max: 3 }), byMonthDay: monthDays })
    .map((each) => ({ ...none, ...each })),
  fc.constant({
    ...none,
    freq: "YEARLY" as const,
    interval: 1,
    byMonth: [3, 4] as number[],
    byDay: ["-1SU"] as string[],
  }),
);

const series = fc.record({
  pattern,
  zone: fc.constantFrom(...ZONES),
  firstDay: fc.integer({ min: Date.UTC(2025, 10, 1) / DAY, max: Date.UTC(2026, 3, 1) / DAY }),
  minute: fc.constantFrom(0, 30, 90, 120, 150, 540, 570, 1380, 1435),
  end: fc.oneof(
    fc.constant({ kind: "none" as const }),
    fc.record({ kind: fc.constant("count" as const), count: fc.integer({ min: 1, max: 40 }) }),
    fc.record({
      kind: fc.constant("until" as const),
      day: fc.integer({ min: Date.UTC(2026, 2, 10) / DAY, max: Date.UTC(2026, 4, 10) / DAY }),
      form: fc.constantFrom("utc", "day", "zone"),
    }),
  ),
  excluded: fc.array(fc.record({ index: fc.nat(), form: fc.constantFrom(...FORMS) }), { maxLength: 3 }),
  extra: fc.array(fc.record({ day: fc.integer({ min: 0, max: 60 }), form: fc.constantFrom(...FORMS) }), {
    maxLength: 2,
  }),
  moved: fc.array(fc.record({ index: fc.nat(), form: fc.constantFrom(...FORMS) }), { maxLength: 2 }),
  later: fc.option(fc.record({ index: fc.nat(), form: fc.constantFrom(...FORMS) }), { nil: null }),
});
type Series = typeof series extends fc.Arbitrary<infer Value> ? Value : never;

/** A start that the rule means: a series whose first event is none of its rule has no meaning that programs agree on. */
function beginOf({ pattern, firstDay }: Series): number {
  const rule = { ...pattern, interval: 1, count: null, until: null };
  let day = firstDay;
  while (!means(rule, day, day) && day < firstDay + 800) day += 1;
  return day;
}

function seriesLines(rule: SlowRule, until: string, start: string): string[] {
  const parts = [
    `FREQ=${rule.freq}`,
    `INTERVAL=${rule.interval}`,
    rule.count === null ? "" : `COUNT=${rule.count}`,
    until === "" ? "" : `UNTIL=${until}`,
    rule.byDay.length > 0 ? `BYDAY=${rule.byDay.join()}` : "",
    rule.byMonthDay.length > 0 ? `BYMONTHDAY=${rule.byMonthDay.join()}` : "",
    rule.byMonth.length > 0 ? `BYMONTH=${rule.byMonth.join()}` : "",
  ];
  return ["UID:s", "SUMMARY:As planned", start, `RRULE:${parts.filter((part) => part !== "").join(";")}`];
}

function build(given: Series): { text: string; starts: string[] } {
  const { zone, minute, end } = given;
  const first = beginOf(given);
  const place = (day: number, at = slowMoment(day, minute, zone)) => ({ day, at, minute, zone });
  const untilAt =
    end.kind !== "until" ? null : end.form === "day" ? slowMoment(end.day + 1, 0, zone) - 1 : place(end.day).at;
  const rule: SlowRule = { ...given.pattern, count: end.kind === "count" ? end.count : null, until: untilAt };
  const until = end.kind !== "until" ? "" : written("X", end.form, place(end.day)).replace(/^.*:/, "");
  const days = slowDays(rule, { first, minute, zone, last: window.to / DAY + 40 });

  const lines = seriesLines(rule, until, `DTSTART;TZID=${zone}:${wallText(first, minute)}`);
  const expected = new Map(days.map(({ day, at }) => [at, { day, startsAt: at, title: "As planned" }]));
  for (const { day: offset, form } of given.extra) {
    const { day, at } = place(window.from / DAY + offset);
    // Of an hour that clocks skip only the series' own clock says which one is meant.
    if (isSkipped(day, minute, zone)) continue;
    expected.set(at, expected.get(at) ?? { day, startsAt: at, title: "As planned" });
    lines.push(written("RDATE", form, place(day, at)));
  }
  const all = [...expected].map(([at, { day }]) => ({ at, day })).toSorted((one, other) => one.at - other.at);
  const pick = (index: number) => all[index % Math.max(1, all.length)];
  const out = new Set<number>();
  for (const { index, form } of given.excluded) {
    const chosen = pick(index);
    if (!chosen) continue;
    out.add(chosen.at);
    lines.push(written("EXDATE", form, place(chosen.day, chosen.at)));
  }
  const events = [lines];
  const later = given.later === null ? undefined : pick(given.later.index);
  if (later && given.later && !out.has(later.at)) {
    const name = "RECURRENCE-ID;RANGE=THISANDFUTURE";
    const form = isSkipped(later.day, minute, zone) ? "zone" : given.later.form;
    events.push([
      "UID:s",
      "SUMMARY:Later",
      written(name, form, place(later.day, later.at)),
      `DTSTART;TZID=${zone}:${wallText(later.day + 1, 600)}`,
    ]);
    for (const [at, event] of expected)
      if (at >= later.at)
        expected.set(at, { ...event, startsAt: slowMoment(event.day + 1, 600, zone), title: "Later" });
  }
  for (const { index, form } of given.moved) {
    const chosen = pick(index);
    if (!chosen || out.has(chosen.at) || chosen.at === later?.at) continue;
    const start = slowMoment(chosen.day, 725, zone);
    events.push([
      "UID:s",
      "SUMMARY:Moved",
      written("RECURRENCE-ID", form, place(chosen.day, chosen.at)),
      `DTSTART:${utcText(start)}`,
    ]);
    expected.set(chosen.at, { day: chosen.day, startsAt: start, title: "Moved" });
  }
  for (const at of out) expected.delete(at);
  const text = [
    "BEGIN:VCALENDAR",
    ...events.flatMap((each) => ["BEGIN:VEVENT", ...each, "END:VEVENT"]),
    "END:VCALENDAR",
  ];
  const starts = [...expected]
    .filter(([, { startsAt }]) => startsAt >= window.from && startsAt < window.to)
    .map(([at, { startsAt, title }]) => `${utcText(startsAt)} ${title} of ${utcText(at)}`);
  return { text: text.join("\r\n"), starts: starts.toSorted() };
}

test("500 generated series have the occurrences that a second implementation finds", () => {
  fc.assert(
    fc.property(series, (given) => {
      const { text, starts } = build(given);
      const found = readIcsEvents(text, {
        window,
        own: null,
        isMine: false,
        timeZone: "Europe/Madrid",
        links: STRICT_LINKS,
      });
      const got = (found?.events ?? []).map(
        ({ startsAt, title, originalStartAt }) => `${utcText(startsAt)} ${title} of ${utcText(originalStartAt ?? 0)}`,
      );
      expect(got.toSorted(), text).toEqual(starts);
    }),
    { numRuns: 500, seed: 54 },
  );
});
