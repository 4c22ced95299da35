import { expect, test } from "vitest";
import { faultOf } from "../../../workers/recorder/src/log.ts";

const LINK = "https://us02web.zoom.us/j/89012345678?pwd=SeCrEt";

function withStack(error: Error, stack: string): Error {
  error.stack = stack;
  return error;
}

test.each([
  ["a message that is a link", new Error(`page.goto: net::ERR_ABORTED at ${LINK}`)],
  ["a message that looks like a stack", new Error(`Call log:\n    at ${LINK}:1:2\n    at join (${LINK}:3:4)`)],
  [
    "frames of the meeting's page",
    withStack(new Error("x"), `Error: x\n    at ${LINK}:1:2\n    at run (${LINK}:9:9)\n    at eval (<anonymous>:1:1)`),
  ],
  ["something that is no error", LINK],
])("the recorder's log says nothing of %s", (_what, error) => {
  expect(faultOf(error)).not.toMatch(/zoom|89012345678|SeCrEt/u);
});

test("it says which kind of error it was, and the line of ours that threw it", () => {
  const error = Object.assign(new TypeError("no"), { code: "ERR_X" });
  expect(faultOf(error)).toMatch(/^TypeError ERR_X at .*log\.test\.ts:\d+:\d+\)?$/u);
  const bundled = withStack(new Error("no"), "Error: no\n    at join (file:///app/build/recorder/bot.js:10:20)");
  expect(faultOf(bundled)).toBe("Error at join (file:///app/build/recorder/bot.js:10:20)");
});
