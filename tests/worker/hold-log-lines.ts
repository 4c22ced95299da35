import { afterEach, beforeEach } from "vitest";

/**
 * Log lines are held back, and written when their test fails; the report has the last of them. vitest passes each line on with a call that it waits for at the end
 * of the run; the call of an object that a test aborts before the answer comes never ends, and neither did the run.
 */
const REPORTED_LINES_MAX = 5;
const HELD = Symbol.for("acta.tests.log-lines");
const shared = globalThis as unknown as { [HELD]?: { lines: unknown[][]; write: (...line: unknown[]) => void } };

// The files share a process; the console is wrapped once.
const held = (shared[HELD] ??= holdLines());

function holdLines() {
  const lines: unknown[][] = [];
  const { log: write } = console;
  const log = (...line: unknown[]) => void lines.push(line);
  Object.assign(console, { log });
  return { lines, write };
}

beforeEach(() => {
  held.lines.length = 0;
});

afterEach(({ task }) => {
  const lines = held.lines.splice(0);
  if (task.result?.state !== "fail") return;
  for (const line of lines) held.write(...line);
  Object.assign(task.meta, { log: lines.slice(-REPORTED_LINES_MAX).map(([line]) => String(line)) });
});
