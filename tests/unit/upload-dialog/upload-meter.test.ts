import fc from "fast-check";
import { expect, test } from "vitest";
import {
  isStalled,
  measure,
  percentSent,
  roughTime,
  startMeter,
  timeLeftMs,
  type UploadMeter,
} from "#app/features/upload/send/upload-meter.ts";

const MB = 1_000_000;

/** A meter after `seconds` on a connection of `rate` bytes per second, reported ten times per second. */
function steady(meter: UploadMeter, rate: number, seconds: number): UploadMeter {
  let next = meter;
  for (let tick = 1; tick <= seconds * 10; tick += 1) {
    next = measure(next, meter.sentBytes + (rate * tick) / 10, meter.markAt + tick * 100);
  }
  return next;
}

test("a steady connection is measured correctly, and the time left follows from it", () => {
  const meter = steady(startMeter(1240 * MB, 0), 10 * MB, 20);
  expect(meter.sentBytes).toBe(200 * MB);
  expect(meter.bytesPerSecond).toBeCloseTo(10 * MB, -3);
  expect(timeLeftMs(meter)).toBeCloseTo(104_000, -2);
  expect(percentSent(meter)).toBe(16);
});

test("no time left is given before the rate is known", () => {
  expect(timeLeftMs(startMeter(100 * MB, 0))).toBeNull();
  expect(timeLeftMs(steady(startMeter(100 * MB, 0), MB, 1))).toBeNull();
  expect(timeLeftMs(steady(startMeter(100 * MB, 0), MB, 3))).not.toBeNull();
});

test("one burst changes the rate a little, not to its peak", () => {
  const calm = steady(startMeter(1000 * MB, 0), MB, 10);
  const burst = measure(calm, calm.sentBytes + 10 * MB, calm.markAt + 500);
  expect(burst.bytesPerSecond).toBeGreaterThan(MB);
  expect(burst.bytesPerSecond).toBeLessThan(4 * MB);
});

test("a stalled connection is detected by the clock alone, and recovers", () => {
  let meter = steady(startMeter(1000 * MB, 0), MB, 10);
  for (let second = 1; second <= 40; second += 1) meter = measure(meter, meter.sentBytes, meter.markAt + 1000);
  expect(isStalled(meter)).toBe(true);
  expect(timeLeftMs(meter)).toBeNull();
  expect(isStalled(steady(meter, MB, 5))).toBe(false);
});

test("a hundred percent is reached only with the last byte", () => {
  const meter = startMeter(1000, 0);
  expect(percentSent(measure(meter, 999, 100))).toBe(99);
  expect(percentSent(measure(meter, 1000, 100))).toBe(100);
});

test("for any reports of a browser, bytes only grow and never exceed the total", () => {
  const reports = fc.array(fc.tuple(fc.integer({ min: -10, max: 5000 }), fc.integer({ min: 0, max: 3000 })));
  fc.assert(
    fc.property(reports, (steps) => {
      let meter = startMeter(1000, 0);
      let now = 0;
      for (const [bytes, wait] of steps) {
        now += wait;
        const next = measure(meter, bytes, now);
        expect(next.sentBytes).toBeGreaterThanOrEqual(meter.sentBytes);
        expect(next.sentBytes).toBeLessThanOrEqual(1000);
        expect(next.bytesPerSecond ?? 0).toBeGreaterThanOrEqual(0);
        const left = timeLeftMs(next);
        expect(left === null || (Number.isFinite(left) && left >= 0)).toBe(true);
        meter = next;
      }
    }),
  );
});

test.each([
  [0, "seconds", 5],
  [4200, "seconds", 5],
  [38_000, "seconds", 40],
  [54_900, "seconds", 55],
  [56_000, "minutes", 1],
  [100_000, "minutes", 2],
  [89 * 60_000, "minutes", 89],
  [100 * 60_000, "hours", 1.5],
  [3 * 3_600_000, "hours", 3],
])("%i ms is shown as about %s %s", (ms, unit, count) => {
  expect(roughTime(ms)).toEqual({ unit, count });
});
