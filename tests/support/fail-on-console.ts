import { afterEach, beforeEach, expect, vi } from "vitest";

/** An unexpected console.error or console.warn fails the test in which it was written. */
beforeEach(() => {
  vi.spyOn(console, "error");
  vi.spyOn(console, "warn");
});

afterEach(() => {
  const written = [...vi.mocked(console.error).mock.calls, ...vi.mocked(console.warn).mock.calls];
  vi.restoreAllMocks();
  expect(written, "nothing is written to console.error or console.warn").toEqual([]);
});
