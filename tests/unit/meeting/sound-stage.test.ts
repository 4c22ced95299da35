import { expect, test } from "vitest";
import { soundStage } from "#app/server/uploads/sign-sound.ts";

const DURATION_MS = 600_000;

test.each([
  [null, 0, undefined],
  ["TORECORD", 0, undefined],
  ["TRANSCRIBING", 300_000, "coming"],
  // Rounded to frames, the windows end a little before the recording does.
  ["TRANSCRIBING", 599_940, "in"],
  ["RECORDED", 600_000, "in"],
  ["TRANSCRIPTED", 600_000, "in"],
  ["LLMING", 600_000, "in"],
  ["SUMMARIZED", 600_000, "written"],
  ["SKIPPED_SUMMARY", 600_000, "written"],
  ["ERROR_TRANSCRIPT", 600_000, "in"],
  ["ERROR_SUMMARY", 600_000, "in"],
])("the sound of an unfinished upload that is %s with %i ms of ten minutes: %s", (status, wantedMs, stage) => {
  expect(soundStage({ status, wantedMs, durationMs: DURATION_MS })).toBe(stage);
});
