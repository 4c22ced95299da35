import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { KNOWN_UNSTABLE, KNOWN_UNSTABLE_MAX, notKnown } from "../known-unstable.mjs";

test("at most five files are known to be unstable, and each of them exists, once, with its cause and its date", () => {
  expect(KNOWN_UNSTABLE.length).toBeLessThanOrEqual(KNOWN_UNSTABLE_MAX);
  expect(new Set(KNOWN_UNSTABLE.map(({ file }) => file)).size).toBe(KNOWN_UNSTABLE.length);
  for (const { file, cause, since } of KNOWN_UNSTABLE) {
    expect(existsSync(file), file).toBe(true);
    expect(cause.length, file).toBeGreaterThan(20);
    expect(since, file).toMatch(/^\d{4}-\d{2}-\d{2}$/u);
  }
});

test("a test that passes only when it runs again is excused by its file alone; a whole suite by nothing", () => {
  const known = [{ file: "tests/e2e/known.spec.ts" }];
  const excused = { file: "tests/e2e/known.spec.ts", test: "known" };
  const other = { file: "tests/e2e/other.spec.ts", test: "other" };
  const suite = { file: null, test: "before the tests" };
  expect(notKnown([excused, other, suite], known)).toEqual([other, suite]);
});
