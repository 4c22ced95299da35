import { expect, test } from "vitest";
import { kindsOfManualChange, kindsOfTransition } from "#app/domain/meeting/domain-events.ts";

test.each([
  { name: "a status that stays", before: "LLMING", after: "LLMING", segments: false, kinds: [] },
  { name: "another status", before: "RECORDED", after: "TRANSCRIBING", segments: false, kinds: ["status-changed"] },
  {
    name: "a window's text",
    before: "TRANSCRIBING",
    after: "TRANSCRIBING",
    segments: true,
    kinds: ["transcript-changed"],
  },
  { name: "a deletion", before: "SUMMARIZED", after: null, segments: false, kinds: ["meeting-deleted"] },
] as const)("tells of $name", ({ before, after, segments, kinds }) => {
  expect(kindsOfTransition("window-recognised", { before, after, segments })).toEqual(kinds);
});

test("tells of a summary before the status that promises it", () => {
  const change = { before: "LLMING", after: "SUMMARIZED", segments: false } as const;
  expect(kindsOfTransition("summary-written", change)).toEqual(["summary-written", "status-changed"]);
});

test("a corrected segment changes the transcript and is an edit; a written PDF is no event", () => {
  expect(kindsOfManualChange("segment-corrected")).toEqual(["transcript-changed", "edits-changed"]);
  expect(kindsOfManualChange("segments-assigned")).toEqual(["transcript-changed", "edits-changed"]);
  expect(kindsOfManualChange("pdf-written")).toEqual([]);
});
