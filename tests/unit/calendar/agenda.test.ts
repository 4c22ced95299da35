import { expect, test } from "vitest";
import type { UpcomingEvent } from "#app/contracts/calendars.ts";
import type { MeetingListItem } from "#app/contracts/meeting/lists.ts";
import { agendaOf, byDay, canSwitch, weekFrom } from "#app/features/calendars/agenda-items.ts";
import { formatDay, hourOf } from "#app/i18n/format.ts";

const NOW = Date.parse("2026-10-23T21:30:00Z");
const HOUR_MS = 3_600_000;
const ZONE = "Europe/Madrid";

function event(id: string, change: Partial<UpcomingEvent> = {}): UpcomingEvent {
  const starts_at = change.starts_at ?? NOW + HOUR_MS;
  return {
    id,
    calendar_id: "work",
    calendar_name: "Work",
    provider: "google",
    title: id,
    starts_at,
    ends_at: starts_at + HOUR_MS,
    all_day: false,
    private: false,
    tentative: false,
    is_organiser: true,
    platform: "meet",
    joins: true,
    reason: "organiser",
    switched: null,
    meet_id: null,
    recording: null,
    last_time: null,
    ...change,
  };
}

function meeting(id: string, startsAt: number): MeetingListItem {
  return {
    id,
    title: id,
    startsAt,
    language: "en",
    role: "organizer",
    participants: null,
    status: "SCHEDULE",
    reason: null,
    platform: "meet",
    lobbyState: null,
    durationMs: null,
    taskCount: null,
    recognisedMs: 0,
    wantedMs: 0,
  };
}

test("a meeting that was planned from an event is listed once, as the event; what is over is not listed", () => {
  const planned = [meeting("invited", NOW + 2 * HOUR_MS), meeting("from-event", NOW + HOUR_MS)];
  const events = [event("standup", { meet_id: "from-event" }), event("over", { starts_at: NOW - 2 * HOUR_MS })];
  expect(agendaOf(planned, events, NOW).map(({ kind, id }) => `${kind} ${id}`)).toEqual([
    "event standup",
    "meeting invited",
  ]);
});

test("an all-day event stands on its own day, whatever the zone", () => {
  const allDay = event("holiday", { starts_at: Date.parse("2026-10-25T00:00:00Z"), all_day: true });
  const items = agendaOf([], [allDay], NOW);
  const day = formatDay(allDay.starts_at, "en", "UTC");
  expect(byDay(items, "en", "America/Los_Angeles").map((each) => each.day)).toEqual([day]);
});

test("the week has seven different days, also across a change of the clocks", () => {
  const days = weekFrom(NOW, hourOf(NOW, ZONE)).map((at) => formatDay(at, "en", ZONE));
  expect(new Set(days).size).toBe(7);
  expect(days[0]).toBe(formatDay(NOW, "en", ZONE));
});

test("an event can be switched unless nothing could be joined", () => {
  expect(canSwitch(event("guest", { joins: false, reason: "not-organiser" }))).toBe(true);
  expect(canSwitch(event("no-link", { joins: false, reason: "no-link" }))).toBe(false);
  expect(canSwitch(event("joined"))).toBe(true);
  expect(canSwitch(event("recorded", { recording: "running" }))).toBe(false);
  expect(canSwitch(event("switched-off", { joins: false, reason: "switched-off", recording: "running" }))).toBe(false);
});
