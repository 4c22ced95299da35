import { expect, test } from "vitest";
import { newCall, newUpload } from "#app/contracts/public-changes.ts";
import { invitePayload } from "#app/contracts/recording/invite.ts";
import { meetingPayload } from "#app/contracts/recording/upload.ts";

/** A meeting's start is the same wherever it is given: milliseconds, seconds (section 9), or ISO text with a zone. */

const link = "https://meet.google.com/abc-defg-hij";
const details = { title: "Ateneu", language: "ca", templateId: null };
const READERS: Record<string, (at: string) => number | undefined> = {
  "an invitation": (at) =>
    invitePayload.safeParse({ meetingName: "Ateneu", meetingDate: at, meetExtUrl: link }).data?.meetingDate,
  "a call of a program": (at) => newCall.safeParse({ ...details, link, startsAt: at }).data?.startsAt,
  "an upload of a program": (at) =>
    newUpload.safeParse({ ...details, startsAt: at, file: { extension: "mp4", bytes: 1 } }).data?.startsAt,
};

test.each(Object.entries(READERS))("%s begins in the years that ISO text and pages can show", (_what, read) => {
  expect(read("2026-11-19T10:00:00+01:00")).toBe(Date.UTC(2026, 10, 19, 9));
  expect(read("1970-01-01T00:00:00Z")).toBe(0);
  expect(read("9999-12-31T23:59:59Z")).toBe(Date.UTC(9999, 11, 31, 23, 59, 59));
  expect(read("9999-12-31T23:59:59-12:00")).toBeUndefined();
  expect(read("1969-12-31T23:59:59Z")).toBeUndefined();
  expect(read("0000-01-01T00:00:00+14:00")).toBeUndefined();
  expect(read("2026-11-19T10:00:00")).toBeUndefined();
});

test.each([
  [1_764_583_200, 1_764_583_200_000],
  ["1764583200", 1_764_583_200_000],
  [1_764_583_200_000, 1_764_583_200_000],
  [999_999_999, 999_999_999],
  [Date.UTC(10_000, 0, 1) - 1, Date.UTC(10_000, 0, 1) - 1],
  [Date.UTC(10_000, 0, 1), undefined],
  [-1, undefined],
  [1.5, undefined],
])("the timestamp %j of an upload is %j ms", (sent, at) => {
  const payload = { meetingName: "Ateneu", meetingDate: sent, meetExtUrl: "mp4" };
  expect(meetingPayload.safeParse(payload).data?.meetingDate).toBe(at);
  expect(invitePayload.safeParse({ ...payload, meetExtUrl: link }).data?.meetingDate).toBe(at);
});
