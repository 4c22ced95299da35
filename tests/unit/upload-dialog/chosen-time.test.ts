import fc from "fast-check";
import { expect, test } from "vitest";
import { TIME_STEP_MINUTES } from "#app/domain/limits/screens.ts";
import {
  chosenAt,
  chosenFrom,
  formatClockTime,
  lastStepBefore,
  parseClockTime,
  STEP_MINUTES,
  stepFrom,
  timeSteps,
} from "#app/ui/date-time-picker/zoned-time.ts";

const day = { year: 2026, month: 11, day: 19 };
const MADRID = "Europe/Madrid";

test("the control has the steps of the specification", () => {
  expect(STEP_MINUTES).toBe(TIME_STEP_MINUTES);
});

test.each([
  ["a day and a time are a moment", { day, time: { hour: 10, minute: 0 } }, Date.parse("2026-11-19T09:00:00Z")],
  ["a day without a time is none", { day, time: null }, null],
  ["a time without a day is none", { day: null, time: { hour: 10, minute: 0 } }, null],
  ["00:00 counts as not selected", { day, time: { hour: 0, minute: 0 } }, null],
  ["00:59 counts as not selected", { day, time: { hour: 0, minute: 59 } }, null],
  ["01:00 is selected", { day, time: { hour: 1, minute: 0 } }, Date.parse("2026-11-19T00:00:00Z")],
])("%s", (_, chosen, at) => {
  expect(chosenAt(chosen, MADRID)).toBe(at);
});

test("a moment that the control began with counts at 00:xx, until it is changed", () => {
  const given = Date.parse("2026-11-18T23:15:40Z");
  expect(chosenAt(chosenFrom(given, MADRID), MADRID, given)).toBe(given);
  expect(chosenAt({ day, time: { hour: 0, minute: 16 } }, MADRID, given)).toBeNull();
  expect(chosenAt({ day: { ...day, day: 20 }, time: { hour: 0, minute: 15 } }, MADRID, given)).toBeNull();
  expect(chosenAt({ day, time: { hour: 9, minute: 0 } }, MADRID, given)).toBe(Date.parse("2026-11-19T08:00:00Z"));
});

test("a moment converts back to its day and time", () => {
  expect(chosenFrom(Date.parse("2026-11-19T09:00:00Z"), MADRID)).toEqual({ day, time: { hour: 10, minute: 0 } });
  expect(chosenFrom(null, MADRID)).toEqual({ day: null, time: null });
});

test.each([
  ["2026-11-19T09:14:00Z", "2026-11-19T09:00:00Z"],
  ["2026-11-19T09:30:00Z", "2026-11-19T09:30:00Z"],
  ["2026-11-19T09:59:59Z", "2026-11-19T09:30:00Z"],
  // 00:10 in Madrid: the control has no 00:00, so the step is 23:30 of the day before.
  ["2026-11-18T23:10:00Z", "2026-11-18T22:30:00Z"],
])("the step before %s is %s", (now, step) => {
  expect(new Date(lastStepBefore(Date.parse(now), MADRID)).toISOString()).toBe(new Date(step).toISOString());
});

test("the initial time is never in the future, and always counts as chosen", () => {
  const moments = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) });
  fc.assert(
    fc.property(moments, fc.constantFrom(MADRID, "Asia/Kathmandu", "America/New_York"), (now, zone) => {
      const at = lastStepBefore(now, zone);
      expect(at).toBeLessThanOrEqual(now);
      expect(now - at).toBeLessThan(150 * 60_000);
      expect(chosenAt(chosenFrom(at, zone), zone)).not.toBeNull();
    }),
    { numRuns: 200 },
  );
});

test("steps go from 1:00 to 23:30 by half hours", () => {
  const steps = timeSteps();
  expect(steps[0]).toEqual({ hour: 1, minute: 0 });
  expect(steps[1]).toEqual({ hour: 1, minute: 30 });
  expect(steps.at(-1)).toEqual({ hour: 23, minute: 30 });
  expect(steps).toHaveLength(46);
});

test.each([
  ["9", 9, 0],
  ["09", 9, 0],
  ["930", 9, 30],
  ["0930", 9, 30],
  ["9:30", 9, 30],
  [" 9.30 ", 9, 30],
  ["9h30", 9, 30],
  ["9h", 9, 0],
  ["21:05", 21, 5],
  ["9:30 pm", 21, 30],
  ["9:30 PM", 21, 30],
  ["9 p. m.", 21, 0],
  ["12 am", 0, 0],
  ["12 pm", 12, 0],
  ["0:15", 0, 15],
])("%j is a time", (text, hour, minute) => {
  expect(parseClockTime(text)).toEqual({ hour, minute });
});

test.each(["", "24:00", "9:60", "13 pm", "0 am", "ten", "9:3", "12:34:56", "-1", "99999"])("%j is invalid", (text) => {
  expect(parseClockTime(text)).toBeNull();
});

test.each([
  [{ hour: 9, minute: 0 }, "en", "9:00 am"],
  [{ hour: 14, minute: 30 }, "en", "2:30 pm"],
  [{ hour: 0, minute: 15 }, "en", "12:15 am"],
  [{ hour: 14, minute: 30 }, "es", "14:30"],
  [{ hour: 9, minute: 0 }, "ca", "9:00"],
  [{ hour: 14, minute: 30 }, "fr", "14:30"],
])("%j is written in %s as %s", (time, locale, text) => {
  expect(formatClockTime(time, locale)).toBe(text);
});

test("a formatted time can be parsed again, in every language", () => {
  for (const locale of ["en", "es", "ca", "fr"]) {
    for (const time of timeSteps()) expect(parseClockTime(formatClockTime(time, locale))).toEqual(time);
  }
});

test.each([
  ["up from a step", { hour: 9, minute: 0 }, 1, { hour: 9, minute: 30 }],
  ["up from between", { hour: 9, minute: 10 }, 1, { hour: 9, minute: 30 }],
  ["down from between", { hour: 9, minute: 10 }, -1, { hour: 9, minute: 0 }],
  ["down from a step", { hour: 9, minute: 0 }, -1, { hour: 8, minute: 30 }],
  ["not below the first", { hour: 1, minute: 0 }, -1, { hour: 1, minute: 0 }],
  ["not above the last", { hour: 23, minute: 30 }, 1, { hour: 23, minute: 30 }],
  ["from nothing it begins where it is told", null, 1, { hour: 12, minute: 0 }],
] as const)("stepping %s", (_, time, direction, next) => {
  expect(stepFrom(time, direction, { hour: 12, minute: 0 })).toEqual(next);
});
