import { expect, test } from "vitest";
import { CALENDAR_JOIN_SPREAD_MS } from "#app/domain/limits/calendars.ts";
import { simulateDeployment } from "#tests/bench/scale/after-deployment.ts";
import { simulateJoinMinute } from "#tests/bench/scale/join-minute.ts";
import {
  CALL_HOUR_DOLLARS,
  CONNECTED,
  CONTAINER_HOUR_DOLLARS,
  HAND_OVER_ROW_TRIPS,
  HAND_OVER_TRIPS,
  HOME_SECOND,
  modelOf,
  MONDAY,
  UNTOLD_SECOND,
} from "#tests/bench/scale/model.ts";
import { spreadOf } from "#workers/calendar/join-times.ts";

const NOBODY = {
  people: 0,
  openPages: { peak: 0, mean: 0 },
  changesAnHour: 0,
  opened: { minute: 0, day: 0 },
  calls: { minute: 0, day: 0 },
};

test("the model of nobody costs nothing", () => {
  const { peakTripsASecond, day } = modelOf(NOBODY);
  expect([peakTripsASecond, day.dollars, day.rows]).toEqual([0, 0, 0]);
});

test("100,000 open Home pages on which nothing happens ask D1 200 times a second at most, for less than $100 a day", () => {
  expect(100_000 * HOME_SECOND.trips).toBeLessThanOrEqual(200);
  const { day, peakTripsASecond } = modelOf({ ...NOBODY, openPages: { peak: 100_000, mean: 100_000 } });
  expect(peakTripsASecond).toBeLessThanOrEqual(200);
  expect(day.dollars).toBeLessThanOrEqual(100);
});

test("two changes an hour on each of 100,000 open Home pages leave it at 200 times a second and $100 a day", () => {
  const pages = { peak: 100_000, mean: 100_000 };
  const { day, peakTripsASecond } = modelOf({ ...NOBODY, openPages: pages, changesAnHour: 2 });
  expect(peakTripsASecond).toBeLessThanOrEqual(200);
  expect(day.dollars).toBeLessThanOrEqual(100);
});

test("a page without its socket asks as often as before", () => {
  expect(UNTOLD_SECOND.trips).toBeGreaterThan(0.2);
  expect(UNTOLD_SECOND.trips).toBeLessThanOrEqual(0.4);
});

test("an hour of a call's sound costs six cents at most, with its place in a full container", () => {
  expect(CALL_HOUR_DOLLARS).toBeGreaterThan(0);
  expect(CONTAINER_HOUR_DOLLARS + CALL_HOUR_DOLLARS).toBeLessThanOrEqual(0.06);
});

test("twice as many open pages are twice as many requests, and the worst limit comes first", () => {
  const pages = { ...NOBODY, openPages: { peak: 1000, mean: 1000 } };
  const twice = { ...NOBODY, openPages: { peak: 2000, mean: 2000 } };
  expect(modelOf(twice).peakTripsASecond).toBeCloseTo(2 * modelOf(pages).peakTripsASecond, 6);
  expect(modelOf(twice).day.dollars).toBeCloseTo(2 * modelOf(pages).day.dollars, 6);
  const uses = modelOf(MONDAY).limits.map(({ use }) => use);
  expect(uses).toEqual(uses.toSorted((one, other) => other - one));
});

test("20,000 events of one minute are begun within 60 s by their accounts, each by its own clock", () => {
  const { begunMs } = simulateJoinMinute({ accounts: 20_000, tripsEach: 0, rowTrips: 0, tripsASecond: 1000 });
  expect(begunMs).toBeLessThanOrEqual(60_000);
  // Spread evenly: no second has more than twice its share.
  const seconds = new Map<number, number>();
  for (let index = 0; index < 20_000; index++) {
    const second = Math.floor(spreadOf(`account-${index}`) / 1000);
    seconds.set(second, (seconds.get(second) ?? 0) + 1);
  }
  expect(seconds.size).toBe(CALENDAR_JOIN_SPREAD_MS / 1000);
  expect(Math.max(...seconds.values())).toBeLessThanOrEqual((2 * 20_000) / seconds.size);
});

test("one D1 takes 20,000 hand-overs within 60 s with the rows of their meetings behind them, and not with the ten trips of before", () => {
  const minute = (tripsEach: number, rowTrips: number) =>
    simulateJoinMinute({ accounts: 20_000, tripsEach, rowTrips, tripsASecond: 1000 });
  const { handedMs, listedMs } = minute(HAND_OVER_TRIPS, HAND_OVER_ROW_TRIPS);
  expect(handedMs).toBeLessThanOrEqual(60_000);
  expect(listedMs).toBeLessThanOrEqual(61_000);
  expect(minute(10, 0).handedMs).toBeGreaterThan(180_000);
});

test("the sockets of 100,000 pages come back after a deployment, because pages whose readings are refused rest", () => {
  // A tenth of the pages and of the database.
  const lost = { tripsASecond: 100, trips: { connection: CONNECTED.trips, readings: 10 * UNTOLD_SECOND.trips } };
  const all = simulateDeployment({ pages: 10_000, ...lost, rests: true });
  expect(all.toldMs).toBeLessThanOrEqual(30 * 60_000);
  expect(simulateDeployment({ pages: 1000, ...lost, rests: true }).toldMs).toBeLessThanOrEqual(2 * 60_000);
  expect(simulateDeployment({ pages: 10_000, ...lost, rests: false }).toldMs).toBe(null);
});
