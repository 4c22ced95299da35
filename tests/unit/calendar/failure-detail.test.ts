import { afterEach, expect, test, vi } from "vitest";
import { failed } from "#app/contracts/call-result.ts";
import { failureDetail } from "#app/features/calendars/failure-detail.ts";

/** §7: a failed call of calendars is logged, and its text is the answer's field `detail`. */

afterEach(() => {
  vi.restoreAllMocks();
});

const logged = () => vi.spyOn(console, "info").mockImplementation(() => undefined);

test.each([
  ["its text", { detail: "Error connecting calendar.", error: {} }, "Error connecting calendar."],
  ["no text in an answer of something between", { detail: { loc: [] } }, null],
  ["no text in an empty one", { detail: "" }, null],
  ["no text where none came", null, null],
] as const)("a failure has %s, and is logged", (_what, body, text) => {
  const info = logged();
  expect(failureDetail({ ...failed("offline"), kind: "refused", status: 502, code: "unavailable", body })).toBe(text);
  expect(info).toHaveBeenCalledWith("calendar call failed", { status: 502, code: "unavailable", detail: text });
});

test.each(["aborted", "signed-out"] as const)("a call that is %s is no failure of calendars", (kind) => {
  const info = logged();
  failureDetail({ ...failed("offline"), kind });
  expect(info).not.toHaveBeenCalled();
});
