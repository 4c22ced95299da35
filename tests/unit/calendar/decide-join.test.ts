import { expect, test } from "vitest";
import { JOIN_RULE_DEFAULT, type JoinRule } from "#app/domain/calendar/calendar.ts";
import { decideJoin, type JoinContext } from "#app/domain/calendar/decide-join.ts";
import type { CalendarEvent } from "#app/domain/calendar/event.ts";
import { findLink } from "#app/domain/calendar/find-link.ts";
import { momentOf } from "#app/domain/calendar/wall-clock.ts";
import { STRICT_LINKS } from "#app/domain/meeting/link.ts";

/** Which events Acta joins (§6), by the rules of a calendar. */

const MEET = "https://meet.google.com/abc-defg-hij";
/** The link module names the language in which the bot opens the page. */
const OPENED = `${MEET}?hl=en`;
/** 09:00 in Madrid. */
const TUESDAY_NINE = Date.UTC(2026, 10, 24, 8);

function event(change: Partial<CalendarEvent> = {}): CalendarEvent {
  return {
    providerId: "1",
    icalUid: "1@acta.example",
    originalStartAt: null,
    startsAt: TUESDAY_NINE,
    endsAt: TUESDAY_NINE + 1_800_000,
    isAllDay: false,
    isCancelled: false,
    isTentative: false,
    isPrivate: false,
    isBusyOnly: false,
    title: "Budget",
    isOrganiser: true,
    response: "none",
    people: ["nora@acta.example"],
    isVouched: true,
    link: findLink([MEET], STRICT_LINKS),
    timeZone: null,
    ...change,
  };
}

const context = (change: Partial<JoinContext> = {}, rule: Partial<JoinRule> = {}): JoinContext => ({
  isActive: true,
  joins: true,
  switched: null,
  timeZone: "Europe/Madrid",
  address: "nora@acta.example",
  rule: { ...JOIN_RULE_DEFAULT, ...rule },
  ...change,
});

const invited = { isOrganiser: false, response: "accepted" } as const;
const guest = (address: string) => ({ people: ["nora@acta.example", address] });
const office = { from: 540, to: 1020, days: [1, 2, 3, 4, 5] };

test.each<[string, Partial<CalendarEvent>, Partial<JoinContext>, Partial<JoinRule>, string]>([
  ["an own event", {}, {}, {}, "organiser"],
  ["a private own event", { isPrivate: true }, {}, {}, "organiser"],
  ["a tentative own event", { isTentative: true }, {}, {}, "organiser"],
  ["an accepted invitation", invited, {}, {}, "not-organiser"],
  ["an accepted invitation, where those are joined", invited, {}, { accepted: true }, "accepted"],
  ["an open invitation", { isOrganiser: false }, {}, { accepted: true }, "not-accepted"],
  ["a tentative invitation", { isOrganiser: false, response: "tentative" }, {}, { accepted: true }, "not-accepted"],
  ["an own event that was declined", { response: "declined" }, {}, {}, "declined"],
  ["a cancelled event", { isCancelled: true }, { switched: true }, {}, "cancelled"],
  ["a time that is only busy", { isBusyOnly: true }, {}, {}, "busy-only"],
  ["an all-day event", { isAllDay: true }, {}, {}, "all-day"],
  ["an event without a link", { link: null }, {}, {}, "no-link"],
  ["an event in a room that goes by a name", { link: null, isPersonalRoom: true }, {}, {}, "personal-room"],
  ["an event at an uncertain hour", { isTimeCertain: false }, { switched: true }, {}, "time-uncertain"],
  ["an event that is switched off", {}, { switched: false }, {}, "switched-off"],
  ["an invitation that is switched on", invited, { switched: true }, {}, "switched-on"],
  ["an event of an inactive calendar", {}, { isActive: false, switched: true }, {}, "calendar-inactive"],
  ["an event of a calendar that is off", {}, { joins: false }, {}, "calendar-off"],
  ["a skipped title", { title: "Café con Ana" }, {}, { skipTitles: ["cafe"] }, "rule-title"],
  ["a title with a symbol that is skipped", { title: "🔒 Salaries" }, {}, { skipTitles: ["🔒"] }, "rule-title"],
  ["a title without the signs that are skipped", { title: "Coffee break" }, {}, { skipTitles: ["C++"] }, "organiser"],
  ["a skipped title with another apostrophe", { title: "L’equip" }, {}, { skipTitles: ["l'equip"] }, "rule-title"],
  ["an empty text to skip", {}, {}, { skipTitles: ["  ", "-"] }, "organiser"],
  [
    "a guest of the house, where outside guests are wanted",
    guest("jo@acta.example"),
    {},
    { guests: "external" },
    "rule-guests",
  ],
  ["a guest from outside, where they are wanted", guest("jo@other.example"), {}, { guests: "external" }, "organiser"],
  ["a guest from outside, where none are wanted", guest("jo@other.example"), {}, { guests: "internal" }, "rule-guests"],
  ["the first minute of the working hours", {}, {}, { hours: office }, "organiser"],
  ["a minute before the working hours", { startsAt: TUESDAY_NINE - 60_000 }, {}, { hours: office }, "rule-hours"],
  [
    "the first minute after the working hours",
    { startsAt: TUESDAY_NINE + 8 * 3_600_000 },
    {},
    { hours: office },
    "rule-hours",
  ],
  ["a Sunday", { startsAt: TUESDAY_NINE - 2 * 86_400_000 }, {}, { hours: office }, "rule-hours"],
])("%s", (_name, given, where, rule, reason) => {
  const decision = decideJoin(event(given), context(where, rule));
  expect(decision.reason).toBe(reason);
  expect(decision.joins).toBe(["organiser", "accepted", "switched-on"].includes(reason));
});

test.each([
  ["conference data before the description", [MEET, null, "https://zoom.us/j/123456789"], OPENED],
  ["the location", [null, "meet.google.com/abc-defg-hij"], OPENED],
  ["a description in HTML", [null, "Room 4", `<p>Join <a href="${MEET}?authuser=0&amp;hs=1">here</a>.</p>`], OPENED],
  ["the second address of a text", [null, `Agenda: https://acta.example/agenda. Call: ${MEET}).`], OPENED],
  ["no link among others", ["https://acta.example/x", "Room 4", "see https://acta.example"], null],
])("the link of an event: %s", (_name, places, url) => {
  expect(findLink(places, STRICT_LINKS)?.url ?? null).toBe(url);
});

/** Nights of 2026 on which clocks change, in four zones. */
test.each([
  ["Europe/Madrid", [2026, 3, 29, 2, 30], "2026-03-29T01:30:00.000Z"],
  ["Europe/Madrid", [2026, 10, 25, 2, 30], "2026-10-25T00:30:00.000Z"],
  ["America/New_York", [2026, 3, 8, 2, 30], "2026-03-08T07:30:00.000Z"],
  ["America/New_York", [2026, 11, 1, 1, 30], "2026-11-01T05:30:00.000Z"],
  ["Australia/Lord_Howe", [2026, 10, 4, 2, 15], "2026-10-03T15:45:00.000Z"],
  ["Australia/Lord_Howe", [2026, 4, 5, 1, 45], "2026-04-04T14:45:00.000Z"],
  ["Africa/Casablanca", [2026, 3, 22, 2, 30], "2026-03-22T02:30:00.000Z"],
  ["Asia/Tokyo", [2026, 3, 29, 2, 30], "2026-03-28T17:30:00.000Z"],
] as const)("a wall clock of %s at %s is one moment", (timeZone, [year, month, day, hour, minute], moment) => {
  expect(new Date(momentOf({ year, month, day, hour, minute, second: 0 }, timeZone)).toISOString()).toBe(moment);
});

/** 09:00 on the last working day before the clocks change, and on the first one after it. */
test.each([
  ["Europe/Madrid", ["2026-03-27T08:00:00Z", "2026-03-30T07:00:00Z"]],
  ["America/New_York", ["2026-10-30T13:00:00Z", "2026-11-02T14:00:00Z"]],
  ["Australia/Lord_Howe", ["2026-10-01T22:30:00Z", "2026-10-04T22:00:00Z"]],
  ["America/Santiago", ["2026-04-03T12:00:00Z", "2026-04-06T13:00:00Z"]],
])("working hours in %s follow the wall clock", (timeZone, mornings) => {
  for (const startsAt of mornings.map((morning) => Date.parse(morning))) {
    const reasonAt = (at: number) =>
      decideJoin(event({ startsAt: at }), context({ timeZone }, { hours: office })).reason;
    expect(reasonAt(startsAt)).toBe("organiser");
    expect(reasonAt(startsAt - 60_000)).toBe("rule-hours");
  }
});

test("an hour that comes twice is within the working hours both times", () => {
  const hours = { from: 120, to: 180, days: [7] };
  const reasons = ["2026-10-24T23:59Z", "2026-10-25T00:30Z", "2026-10-25T01:30Z", "2026-10-25T02:00Z"].map(
    (at) => decideJoin(event({ startsAt: Date.parse(at) }), context({}, { hours })).reason,
  );
  expect(reasons).toEqual(["rule-hours", "organiser", "organiser", "rule-hours"]);
});
