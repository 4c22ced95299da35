import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lazy } from "#app/i18n/lazy.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A script that does not come for the first `failures` times. */
function unreliable(failures: number) {
  let asked = 0;
  const script = lazy(async () => {
    asked++;
    if (asked <= failures) throw new TypeError("Failed to fetch dynamically imported module");
    return "script";
  });
  return { script, asked: () => asked };
}

test("a script that did not come is tried again until it comes", async () => {
  const { script, asked } = unreliable(3);
  const failed = vi.fn();
  const kept = script.keepLoading(new AbortController().signal, failed);
  await vi.advanceTimersByTimeAsync(500 + 1_000 + 2_000);
  expect(await kept).toBe("script");
  expect(asked()).toBe(4);
  expect(failed).toHaveBeenCalledTimes(3);
  expect(script.loaded()).toBe("script");
});

test("the wait grows to 30 seconds at most", async () => {
  const { script, asked } = unreliable(100);
  const leave = new AbortController();
  const kept = script.keepLoading(leave.signal);
  await vi.advanceTimersByTimeAsync(60_000);
  const inFirstMinute = asked();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(inFirstMinute).toBeLessThanOrEqual(10);
  expect(asked() - inFirstMinute).toBeGreaterThanOrEqual(10);
  leave.abort();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await kept).toBeNull();
});

test("after a failure, the next use asks again", async () => {
  const { script, asked } = unreliable(1);
  await expect(script.load()).rejects.toThrow("Failed to fetch");
  expect(script.loaded()).toBeNull();
  expect(await script.load()).toBe("script");
  expect(asked()).toBe(2);
});

test("a page that is left gets nothing", async () => {
  const { script } = unreliable(0);
  const leave = new AbortController();
  const kept = script.keepLoading(leave.signal);
  leave.abort();
  expect(await kept).toBeNull();
});
