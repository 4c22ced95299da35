import { afterEach, beforeEach, expect } from "vitest";

/** An unexpected console.error or console.warn fails the test in which it was written. */
const written: unknown[][] = [];

for (const name of ["error", "warn"] as const) {
  const original = console[name].bind(console);
  console[name] = (...line: unknown[]) => {
    written.push(line);
    original(...line);
  };
}

beforeEach(() => {
  written.length = 0;
});

afterEach(() => {
  expect(written.splice(0), "nothing is written to console.error or console.warn").toEqual([]);
});
