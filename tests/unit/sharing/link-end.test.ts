import { expect, test } from "vitest";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { daysToChoose, endOfChosenDay, endOfLink, isLinkEnd } from "#app/features/meeting/share/share-link.tsx";

const NOW = new Date(2026, 10, 19, 16, 30).getTime();

test("a day means a day: 24 hours from now, and a week and 30 days likewise", () => {
  expect(endOfLink("oneDay", NOW)).toBe(NOW + DAY_MS);
  expect(endOfLink("week", NOW)).toBe(NOW + 7 * DAY_MS);
  expect(endOfLink("month", NOW)).toBe(NOW + 30 * DAY_MS);
  expect(endOfLink("never", NOW)).toBeNull();
});

test("a chosen day counts to its last moment, today included", () => {
  const end = (day: string) => {
    const at = endOfChosenDay(day, NOW);
    return at === null ? null : new Date(at + 1).toString();
  };
  expect(end("2026-11-19")).toBe(new Date(2026, 10, 20).toString());
  expect(end("2026-12-31")).toBe(new Date(2027, 0, 1).toString());
});

test.each(["2026-11-18", "2037-01-01", "", "tomorrow"])("%j is no day that can be chosen", (day) => {
  expect(endOfChosenDay(day, NOW)).toBeNull();
});

test("the days to choose begin today", () => {
  expect(daysToChoose(NOW)).toEqual({ first: "2026-11-19", last: "2036-11-16" });
  expect(["current", "day", "constructor"].filter((value) => isLinkEnd(value))).toEqual([]);
});
