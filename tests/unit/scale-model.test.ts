import { expect, test } from "vitest";
import { HOME_SECOND, modelOf, MONDAY } from "#tests/bench/scale/model.ts";

const NOBODY = {
  people: 0,
  openPages: { peak: 0, mean: 0 },
  opened: { minute: 0, day: 0 },
  calls: { minute: 0, day: 0 },
};

test("the model of nobody costs nothing", () => {
  const { peakTripsASecond, day } = modelOf(NOBODY);
  expect([peakTripsASecond, day.dollars, day.rows]).toEqual([0, 0, 0]);
});

test("an open Home page asks D1 half as often as the 0.75 times a second of before at most, without its lists", () => {
  const lists = 11 / 60;
  expect(HOME_SECOND.trips - lists).toBeLessThanOrEqual(0.375);
});

test("twice as many open pages are twice as many requests, and the worst limit comes first", () => {
  const pages = { ...NOBODY, openPages: { peak: 1000, mean: 1000 } };
  const twice = { ...NOBODY, openPages: { peak: 2000, mean: 2000 } };
  expect(modelOf(twice).peakTripsASecond).toBeCloseTo(2 * modelOf(pages).peakTripsASecond, 6);
  expect(modelOf(twice).day.dollars).toBeCloseTo(2 * modelOf(pages).day.dollars, 6);
  const uses = modelOf(MONDAY).limits.map(({ use }) => use);
  expect(uses).toEqual(uses.toSorted((one, other) => other - one));
});
