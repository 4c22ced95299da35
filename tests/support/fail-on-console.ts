import { afterEach, beforeEach } from "vitest";

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
  const lines = written.splice(0);
  if (lines.length > 0) throw new Error(`written to console.error or console.warn: ${JSON.stringify(lines)}`);
});
