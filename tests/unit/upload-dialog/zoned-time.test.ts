import fc from "fast-check";
import { expect, test } from "vitest";
import { epochOf, wallTimeOf } from "#app/ui/date-time-picker/zoned-time.ts";

const wall = (text: string) => {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = text.split(/\D/).map(Number);
  return { year, month, day, hour, minute };
};

test.each([
  ["a plain winter day", "2026-11-19 10:00", "Europe/Madrid", "2026-11-19T09:00:00Z"],
  ["a plain summer day", "2026-07-01 10:00", "Europe/Madrid", "2026-07-01T08:00:00Z"],
  ["a zone of half hours", "2026-11-19 10:00", "Asia/Kolkata", "2026-11-19T04:30:00Z"],
  ["a zone of quarters", "2026-11-19 10:00", "Asia/Kathmandu", "2026-11-19T04:15:00Z"],
  ["a day ahead of UTC's", "2026-11-19 01:00", "Pacific/Kiritimati", "2026-11-18T11:00:00Z"],
  ["a day behind UTC's", "2026-11-18 23:30", "America/Los_Angeles", "2026-11-19T07:30:00Z"],
  ["the last minute before clocks go forward", "2026-03-29 01:59", "Europe/Madrid", "2026-03-29T00:59:00Z"],
  ["a time that never was is as long after the change", "2026-03-29 02:30", "Europe/Madrid", "2026-03-29T01:30:00Z"],
  ["the first minute after clocks went forward", "2026-03-29 03:00", "Europe/Madrid", "2026-03-29T01:00:00Z"],
  ["a time that was twice is the first of the two", "2026-10-25 02:30", "Europe/Madrid", "2026-10-25T00:30:00Z"],
  ["the hour after the doubled one", "2026-10-25 03:00", "Europe/Madrid", "2026-10-25T02:00:00Z"],
  ["a gap in America", "2026-03-08 02:30", "America/New_York", "2026-03-08T07:30:00Z"],
  ["a doubled hour in America", "2026-11-01 01:30", "America/New_York", "2026-11-01T05:30:00Z"],
  ["a change of half an hour", "2026-04-05 01:45", "Australia/Lord_Howe", "2026-04-04T14:45:00Z"],
  ["a leap day", "2028-02-29 12:00", "UTC", "2028-02-29T12:00:00Z"],
])("%s", (_, text, zone, instant) => {
  expect(new Date(epochOf(wall(text), zone)).toISOString()).toBe(new Date(instant).toISOString());
});

test("midnight is hour 0 and not 24", () => {
  expect(wallTimeOf(Date.parse("2026-11-19T23:00:00Z"), "Europe/Madrid")).toEqual(wall("2026-11-20 00:00"));
});

test("an unknown time zone throws instead of guessing", () => {
  expect(() => wallTimeOf(0, "Europe/Nowhere")).toThrow(RangeError);
});

const zones = fc.constantFrom(
  "Europe/Madrid",
  "America/New_York",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "UTC",
  "Africa/Casablanca",
);
const minutes = fc.integer({ min: Date.UTC(2001, 9, 9) / 60_000, max: Date.UTC(2099, 0, 1) / 60_000 });

test("a wall time converts back to the first moment at which clocks show it", () => {
  fc.assert(
    fc.property(minutes, zones, (minute, zone) => {
      const at = minute * 60_000;
      const back = epochOf(wallTimeOf(at, zone), zone);
      expect(wallTimeOf(back, zone)).toEqual(wallTimeOf(at, zone));
      expect(back).toBeLessThanOrEqual(at);
    }),
    { numRuns: 300 },
  );
});
