import { afterEach, beforeEach } from "vitest";

/** An unexpected console.error or console.warn fails the test in which it was written. */
const WATCHED = Symbol.for("acta.tests.console");
const shared = globalThis as unknown as { [WATCHED]?: unknown[][] };

// Files that share a process run this once each; the console is wrapped once.
const written: unknown[][] = (shared[WATCHED] ??= watchConsole());

function watchConsole(): unknown[][] {
  const lines: unknown[][] = [];
  for (const name of ["error", "warn"] as const) {
    const original = console[name].bind(console);
    console[name] = (...line: unknown[]) => {
      lines.push(line);
      original(...line);
    };
  }
  return lines;
}

beforeEach(() => {
  written.length = 0;
});

afterEach(() => {
  const lines = written.splice(0);
  if (lines.length > 0) throw new Error(`written to console.error or console.warn: ${JSON.stringify(lines)}`);
});
