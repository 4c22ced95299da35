import { expect, test } from "vitest";
import { slowestTable, timesOfPlaywright, timesOfVitest } from "../slowest-files.mjs";

test("the times of vitest's files are read from its report", () => {
  const report = {
    testResults: [
      { name: "/root/tests/unit/a.test.ts", startTime: 1000, endTime: 3500, assertionResults: [{}, {}] },
      { name: "/root/tests/unit/b.test.ts", startTime: 1000, endTime: 1000, assertionResults: [] },
    ],
  };
  expect(timesOfVitest(report, "/root")).toEqual([
    { file: "tests/unit/a.test.ts", seconds: 2.5, tests: 2 },
    { file: "tests/unit/b.test.ts", seconds: 0, tests: 0 },
  ]);
});

test("the times of Playwright's files are the sums of their tests, however deep they stand", () => {
  const spec = (file: string, ...durations: number[]) => ({
    file,
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  });
  const report = {
    config: { rootDir: "/root/tests/e2e" },
    suites: [
      { specs: [spec("a.spec.ts", 1000)], suites: [{ specs: [spec("a.spec.ts", 500, 250)] }] },
      { specs: [spec("b.spec.ts", 4000)] },
    ],
  };
  expect(timesOfPlaywright(report, "/root")).toEqual([
    { file: "tests/e2e/a.spec.ts", seconds: 1.75, tests: 2 },
    { file: "tests/e2e/b.spec.ts", seconds: 4, tests: 1 },
  ]);
});

test("the ten slowest files are shown, slowest first", () => {
  const times = Array.from({ length: 12 }, (_, index) => ({ file: `${index}.test.ts`, seconds: index, tests: 1 }));
  const lines = slowestTable(times).trimEnd().split("\n").slice(1);
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe("    11.0 s     1 tests  11.test.ts");
  expect(lines[9]).toContain("2.test.ts");
  expect(slowestTable([])).toBe("");
});
