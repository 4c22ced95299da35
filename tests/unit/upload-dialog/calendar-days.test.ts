import { expect, test } from "vitest";
import {
  addMonths,
  dayForKey,
  dayName,
  FIRST_DAY,
  LAST_DAY,
  monthName,
  weekdayNames,
  weeksOf,
} from "#app/ui/date-time-picker/calendar-days.ts";

const day = (text: string) => {
  const [year = 0, month = 0, date = 0] = text.split("-").map(Number);
  return { year, month, day: date };
};

test("a month is six weeks from Monday on, whatever its length", () => {
  const november = weeksOf({ year: 2026, month: 11 });
  expect(november.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
  expect(november[0]?.[0]).toEqual(day("2026-10-26"));
  expect(november[3]?.[3]).toEqual(day("2026-11-19"));
  expect(november[5]?.[6]).toEqual(day("2026-12-06"));
  // February 2027 is exactly four weeks and begins on a Monday.
  expect(weeksOf({ year: 2027, month: 2 })[0]?.[0]).toEqual(day("2027-02-01"));
});

test.each([
  ["ArrowLeft", false, "2026-11-18"],
  ["ArrowRight", false, "2026-11-20"],
  ["ArrowUp", false, "2026-11-12"],
  ["ArrowDown", false, "2026-11-26"],
  ["Home", false, "2026-11-16"],
  ["End", false, "2026-11-22"],
  ["PageUp", false, "2026-10-19"],
  ["PageDown", false, "2026-12-19"],
  ["PageUp", true, "2025-11-19"],
  ["PageDown", true, "2027-11-19"],
])("%s (shift: %s) goes from 19 November 2026 to %s", (key, shift, to) => {
  expect(dayForKey(day("2026-11-19"), key, shift)).toEqual(day(to));
});

test.each(["Enter", " ", "Tab", "a", "Escape"])("%j is none of the grid's keys", (key) => {
  expect(dayForKey(day("2026-11-19"), key, false)).toBeNull();
});

test.each([
  ["2026-01-31", 1, "2026-02-28"],
  ["2028-01-31", 1, "2028-02-29"],
  ["2026-12-15", 1, "2027-01-15"],
  ["2026-01-15", -1, "2025-12-15"],
])("from %s by %i months is %s", (from, months, to) => {
  expect(addMonths(day(from), months)).toEqual(day(to));
});

test("the calendar has two ends", () => {
  expect(dayForKey(FIRST_DAY, "ArrowLeft", false)).toEqual(FIRST_DAY);
  expect(dayForKey(LAST_DAY, "PageDown", true)).toEqual(LAST_DAY);
});

test("days and months are named in the reader's language", () => {
  expect(monthName({ year: 2026, month: 11 }, "en")).toBe("November 2026");
  expect(monthName({ year: 2026, month: 11 }, "es")).toBe("Noviembre de 2026");
  expect(dayName(day("2026-11-19"), "en")).toMatch(/^Thursday,? 19 November 2026$/);
  expect(dayName(day("2026-11-19"), "fr")).toBe("jeudi 19 novembre 2026");
  expect(weekdayNames("en").map((name) => name.short)).toEqual(["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]);
  expect(weekdayNames("ca")[0]).toEqual({ short: "Dl", long: "dilluns" });
});
