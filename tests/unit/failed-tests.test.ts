import { expect, test } from "vitest";
import { failedOfPlaywright, failedOfVitest } from "../failed-tests.mjs";

test("a red test of vitest is named with its reason, without colours and without where it was called from", () => {
  const failureMessages = ["\u001b[31mAssertionError: expected 'red' to be 'blue'\u001b[39m\n    at colours.ts:3:5\n"];
  const report = {
    testResults: [
      {
        name: "colours.test.ts",
        status: "failed",
        assertionResults: [
          { fullName: "green is green", status: "passed", failureMessages: [] },
          { fullName: "red is blue", status: "failed", failureMessages },
        ],
      },
    ],
  };
  expect(failedOfVitest(report)).toEqual([{ test: "red is blue", why: "AssertionError: expected 'red' to be 'blue'" }]);
});

test("a file that could not be loaded is named as well", () => {
  const report = {
    testResults: [{ name: "colours.test.ts", status: "failed", message: "no such module", assertionResults: [] }],
  };
  expect(failedOfVitest(report)).toEqual([{ test: "colours.test.ts", why: "no such module" }]);
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
  };
  expect(failedOfPlaywright(report)).toEqual([
    { test: "before the tests", why: "Error: the browser is not there" },
    { test: "colours.spec.ts:3 red is blue", why: "Error: not visible (line 5)" },
  ]);
});
