import { expect, test } from "vitest";
import { failedOfPlaywright, failedOfVitest, summarize } from "../failed-tests.mjs";

test("a red test of vitest is named with its reason, without colours, its place and its last log lines", () => {
  const failureMessages = ["\u001b[31mAssertionError: expected 'red' to be 'blue'\u001b[39m\n    at colours.ts:3:5\n"];
  const report = {
    testResults: [
      {
        name: "/acta/tests/colours.test.ts",
        status: "failed",
        assertionResults: [
          { fullName: "green is green", status: "passed", failureMessages: [] },
          { fullName: "red is blue", status: "failed", failureMessages, meta: { log: ["painted"] } },
        ],
      },
    ],
  };
  expect(failedOfVitest(report, "/acta")).toEqual([
    {
      file: "tests/colours.test.ts",
      test: "red is blue",
      why: "AssertionError: expected 'red' to be 'blue'",
      at: "at colours.ts:3:5",
      log: ["painted"],
    },
  ]);
});

test("a file that could not be loaded is named as well", () => {
  const report = {
    testResults: [{ name: "/acta/colours.test.ts", status: "failed", message: "no such module", assertionResults: [] }],
  };
  expect(failedOfVitest(report, "/acta")).toMatchObject([
    { file: "colours.test.ts", test: "colours.test.ts", why: "no such module" },
  ]);
});

test("a red browser test is named with its place and its reason, however deep it stands; a green one is not", () => {
  const spec = { file: "colours.spec.ts", line: 3, ok: true, tests: [{ results: [{}] }] };
  const results = [{ error: { message: "Error: not visible" }, errorLocation: { line: 5 } }];
  const report = {
    suites: [
      {
        specs: [{ ...spec, title: "green is green" }],
        suites: [{ specs: [{ ...spec, title: "red is blue", ok: false, tests: [{ results }] }] }],
      },
    ],
    errors: [{ message: "Error: the browser is not there" }],
    config: { rootDir: "/acta/tests/e2e" },
  };
  expect(failedOfPlaywright(report, "/acta")).toMatchObject([
    { file: null, test: "before the tests", why: "Error: the browser is not there" },
    {
      file: "tests/e2e/colours.spec.ts",
      test: "colours.spec.ts:3 red is blue",
      why: "Error: not visible",
      at: "line 5",
    },
  ]);
});

test("the end of a log names three tests of a file with reason, place and last log line, and counts the others", () => {
  const one = { file: "a.test.ts", why: "Error: no\nexpected: yes", at: "at a.ts:1:1", log: ["begun", "ended"] };
  const failed = ["one", "two", "three", "four", "five"].map((test) => ({ ...one, test }));
  const other = { file: "b.test.ts", test: "six", why: "gone", at: null, log: [] };
  expect(summarize([...failed, other])).toEqual([
    "one: Error: no | at a.ts:1:1 | ended",
    "two: Error: no | at a.ts:1:1 | ended",
    "three: Error: no | at a.ts:1:1 | ended",
    "2 more of a.test.ts",
    "six: gone",
  ]);
});
