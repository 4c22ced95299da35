import { expect, test } from "vitest";
import { MAIL_LINE_CHARS_MAX, MAIL_LINES_MAX } from "#app/domain/limits/mail.ts";
import { firstLines, mailKey, plainText } from "#app/domain/mail/mail-content.ts";
import { mailFor } from "#app/domain/mail/mail-kinds.ts";
import { CALL_FAILURES, CALL_REJECTIONS } from "#app/domain/meeting/call.ts";
import { type EndReason, MEETING_STATUSES, type MeetingStatus } from "#app/domain/meeting/status.ts";
import type { SummaryField } from "#app/domain/summary/summary.ts";

const WITHOUT_REASON: Record<MeetingStatus, ReturnType<typeof mailFor>> = {
  SCHEDULE: null,
  TORECORD: null,
  RECORDING: null,
  RECORDED: null,
  TRANSCRIBING: null,
  TRANSCRIPTED: null,
  LLMING: null,
  SUMMARIZED: "minutes-ready",
  REJECTED: "not-let-in",
  SKIPPED_SUMMARY: "recording-failed",
  ERROR_RECORDED: "recording-failed",
  ERROR_TRANSCRIPT: "recording-failed",
  ERROR_SUMMARY: "recording-failed",
};

test.each(MEETING_STATUSES)("the mail for %s", (status) => {
  expect(mailFor(status, null)).toBe(WITHOUT_REASON[status]);
});

test.each(CALL_REJECTIONS)("a call that ended as %s is one that Acta did not get into", (reason) => {
  expect(mailFor("REJECTED", reason)).toBe("not-let-in");
});

test.each(CALL_FAILURES)("a call that failed as %s", (reason) => {
  expect(mailFor("ERROR_RECORDED", reason)).toBe(reason === "capture-failed" ? "recording-failed" : "not-let-in");
});

test.each<[EndReason]>([["truncated"], ["no-audio"], ["missing"]])("an upload that failed as %s", (reason) => {
  expect(mailFor("ERROR_RECORDED", reason)).toBe("recording-failed");
});

test("a meeting that its owner cancelled causes no mail", () => {
  expect(mailFor("REJECTED", "cancelled")).toBeNull();
});

test("minutes become ready once, and each failure is told", () => {
  const keys = (kind: "minutes-ready" | "recording-failed") =>
    [1, 2].map((endedAt) => mailKey({ kind, meetId: "m1", endedAt }));
  expect(keys("minutes-ready")).toEqual(["minutes-ready/m1", "minutes-ready/m1"]);
  expect(keys("recording-failed")).toEqual(["recording-failed/m1/1", "recording-failed/m1/2"]);
});

const STARTS: Record<string, number> = { "w0-0": 1000, "w0-1": 60_000 };
const startsOf = (ids: readonly string[]) => new Map(Object.entries(STARTS).filter(([id]) => ids.includes(id)));
const field = (type: "summary" | "keypoints" | "keywords", texts: string[], segmentIds: string[]): SummaryField => ({
  key: type,
  title: null,
  content: { type, items: texts.map((text) => ({ text, segmentIds })) },
});

test("the first lines are those of the minutes in their order, without keywords, with the moments that prove them", () => {
  const fields = [
    field("summary", ["The desk opens on Monday."], ["w0-0"]),
    field("keywords", ["desk"], ["w0-0"]),
    field("keypoints", ["Nora\r\n prepares\tthe list.", "   "], ["w0-1"]),
  ];
  expect(firstLines({ fields }, startsOf, 120_000)).toEqual([
    { text: "The desk opens on Monday.", startMs: 1000 },
    { text: "Nora prepares the list.", startMs: 60_000 },
  ]);
});

test("a moment behind the end of the recording is not linked", () => {
  const fields = [field("summary", ["A.", "B."], ["w0-1"])];
  expect(firstLines({ fields }, startsOf, 30_000)).toEqual([
    { text: "A.", startMs: null },
    { text: "B.", startMs: null },
  ]);
});

test("a mail has few lines, each of limited length", () => {
  const fields = [
    field(
      "summary",
      Array.from({ length: 20 }, (_, index) => `${index} ${"word ".repeat(200)}`),
      [],
    ),
  ];
  const lines = firstLines({ fields }, startsOf, null);
  expect(lines).toHaveLength(MAIL_LINES_MAX);
  for (const { text } of lines) {
    expect(text.length).toBeLessThanOrEqual(MAIL_LINE_CHARS_MAX);
    expect(text).toMatch(/…$/u);
  }
});

test("minutes that do not exist have no lines", () => {
  expect(firstLines(null, startsOf, null)).toEqual([]);
});

test.each([
  ["short", 10, "short"],
  ["a\r\nBcc: eve@acta.example", 100, "a Bcc: eve@acta.example"],
  ["\u0000a\u0007b", 100, "a b"],
  ["abcdefghij", 5, "abcd…"],
  ["ab 😀😀", 5, "ab…"],
  ["ab😀😀", 5, "ab😀…"],
])("%j in %i characters is %j", (text, charsMax, expected) => {
  expect(plainText(text, charsMax)).toBe(expected);
});
