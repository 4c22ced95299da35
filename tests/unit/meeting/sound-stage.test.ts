import { expect, test } from "vitest";
import { soundStage } from "#app/server/uploads/sound-stage.ts";

test.each([
  [null, null, undefined],
  ["TORECORD", "reserved", undefined],
  ["TRANSCRIBING", "reserved", "coming"],
  // A place that fell, and is taken again with the last of the sound.
  ["TRANSCRIBING", "released", "coming"],
  ["TRANSCRIBING", "counted", "in"],
  ["TRANSCRIPTED", "counted", "in"],
  ["LLMING", "counted", "in"],
  ["SUMMARIZED", "counted", "written"],
  ["SKIPPED_SUMMARY", "counted", "written"],
  // What failed gave its place back; its sound is there all the same.
  ["ERROR_TRANSCRIPT", "released", "in"],
  ["ERROR_SUMMARY", "released", "in"],
])("an unfinished upload whose meeting is %s and %s: its sound is %s", (status, usage, stage) => {
  expect(soundStage({ status, usage })).toBe(stage);
});
