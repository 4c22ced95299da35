import { expect, test } from "vitest";
import { isEndedBadly, isUnderway, MEETING_STATUSES } from "#app/domain/meeting/status.ts";
import { momentsOf, placeSegments } from "#app/domain/transcript/moments.ts";
import { buildSteps } from "#app/features/meeting/document/build-steps.ts";
import { measureProgress } from "#app/features/meeting/document/measure-progress.ts";
import { minutesLeft } from "#app/features/meeting/document/step-fact.tsx";
import { EXPLAINED_REASONS, explainEnd } from "#app/i18n/explain-end.ts";
import { collectMarks } from "#app/features/meeting/player/ruler.tsx";
import { segment } from "#tests/unit/meeting-page/build-view.ts";

const at = (status: (typeof MEETING_STATUSES)[number], seconds: number, reason: string | null = null) => ({
  at: seconds * 1000,
  status,
  reason,
});
const shown = (steps: ReturnType<typeof buildSteps>) => steps.map(({ kind, status }) => `${kind} ${status}`);

test.each(MEETING_STATUSES)("%s is underway, ended without minutes, or completed: one of the three", (status) => {
  const ways = [isUnderway(status), isEndedBadly(status), status === "SUMMARIZED"];
  expect(ways.filter(Boolean)).toHaveLength(1);
});

test("the timeline says what happened, what is now and what comes", () => {
  const steps = buildSteps({
    status: "TRANSCRIBING",
    timeline: [at("TORECORD", 0), at("RECORDED", 31), at("TRANSCRIBING", 32)],
  });
  expect(shown(steps)).toEqual([
    "done TORECORD",
    "done RECORDED",
    "now TRANSCRIBING",
    "next LLMING",
    "next SUMMARIZED",
  ]);
});

test("the border between transcribing and summarising is not a step of its own, and work has a length", () => {
  const steps = buildSteps({
    status: "LLMING",
    timeline: [at("RECORDED", 0), at("TRANSCRIBING", 1), at("TRANSCRIPTED", 61), at("LLMING", 61)],
  });
  expect(shown(steps)).toEqual(["done RECORDED", "done TRANSCRIBING", "now LLMING", "next SUMMARIZED"]);
  expect(steps[1]?.tookMs).toBe(60_000);
});

test("a failed attempt stays in the timeline after it was tried again, and is not called done", () => {
  const steps = buildSteps({
    status: "TRANSCRIBING",
    timeline: [
      at("RECORDED", 0),
      at("TRANSCRIBING", 1),
      at("ERROR_TRANSCRIPT", 5, "speech-unavailable"),
      at("TRANSCRIBING", 90),
    ],
  });
  expect(shown(steps).slice(0, 3)).toEqual(["done RECORDED", "bad ERROR_TRANSCRIPT", "now TRANSCRIBING"]);
});

test("silence is skipped after the work was done", () => {
  const steps = buildSteps({
    status: "SKIPPED_SUMMARY",
    timeline: [at("TRANSCRIBING", 1), at("TRANSCRIPTED", 5), at("SKIPPED_SUMMARY", 5, "no-speech")],
  });
  expect(shown(steps)).toEqual(["done TRANSCRIBING", "skipped SKIPPED_SUMMARY"]);
});

test("nothing comes after an end", () => {
  const steps = buildSteps({
    status: "ERROR_RECORDED",
    timeline: [at("RECORDED", 0), at("ERROR_RECORDED", 2, "missing")],
  });
  expect(shown(steps)).toEqual(["done RECORDED", "bad ERROR_RECORDED"]);
});

test("every reason is explained as itself", () => {
  for (const reason of EXPLAINED_REASONS) {
    expect(explainEnd({ status: "ERROR_RECORDED", reason, playable: false }, false).reason).toBe(reason);
  }
});

test.each([
  ["REJECTED", "denied", "rejected"],
  ["ERROR_TRANSCRIPT", "a-reason-of-tomorrow", "internal"],
  ["ERROR_SUMMARY", null, "internal"],
] as const)("%s because of %s is told as %s", (status, reason, told) => {
  expect(explainEnd({ status, reason, playable: false }, false).reason).toBe(told);
});

test.each([
  [true, true, "recording-and-text"],
  [true, false, "recording"],
  [false, true, "text"],
  [false, false, "details"],
])("playable %s, text %s: what is said to be safe is %s", (playable, hasText, safe) => {
  expect(explainEnd({ status: "ERROR_SUMMARY", reason: "internal", playable }, hasText).safe).toBe(safe);
});

test.each([
  [
    { recognisedMs: 31 * 60_000, wantedMs: 47 * 60_000 },
    { done: 31, all: 47, unit: "min", percent: 65 },
  ],
  [
    { recognisedMs: 0, wantedMs: 20_000 },
    { done: 0, all: 20, unit: "s", percent: 0 },
  ],
  [
    { recognisedMs: 20_000, wantedMs: 20_000 },
    { done: 20, all: 20, unit: "s", percent: 100 },
  ],
])("progress of %o is %o", (measured, progress) => {
  expect(measureProgress({ status: "TRANSCRIBING", ...measured })).toEqual(progress);
});

test.each([
  [{ pace: 0.2, ahead: 0, instead: null }, 9],
  [{ pace: 0.001, ahead: 0, instead: null }, 1],
  // The length of other recordings is not known here.
  [{ pace: 0.2, ahead: 1, instead: null }, null],
  [{ pace: null, ahead: 0, instead: null }, null],
])("with the report %o of the engine, %o minutes are left of 42", (speech, left) => {
  expect(minutesLeft({ speech, recognisedMs: 18 * 60_000, wantedMs: 60 * 60_000 })).toBe(left);
});

test("there is no number where nothing is measured", () => {
  expect(measureProgress({ status: "TRANSCRIBING", recognisedMs: 0, wantedMs: 0 })).toBeNull();
  expect(measureProgress({ status: "LLMING", recognisedMs: 5, wantedMs: 5 })).toBeNull();
});

const places = placeSegments(["a", "b", "c", "d", "e", "f", "g", "h"].map((id, index) => segment(id, index * 10)));

test("segments that follow one another are one moment", () => {
  expect(momentsOf(["c", "a", "b", "f"], places)).toEqual([
    { startMs: 0, segmentIds: ["a", "b", "c"] },
    { startMs: 50_000, segmentIds: ["f"] },
  ]);
});

test("a segment that the transcript does not have proves nothing", () => {
  expect(momentsOf(["gone", "b"], places)).toEqual([{ startMs: 10_000, segmentIds: ["b"] }]);
  expect(momentsOf(["gone"], places)).toEqual([]);
});

test("a line has three marks at most", () => {
  expect(momentsOf(["a", "c", "e", "g"], places)).toHaveLength(3);
});

test("key points and tasks stand on the ruler at their first moment", () => {
  const item = (...segmentIds: string[]) => ({ text: "x", segmentIds });
  const task = { ...item("b"), description: null, assigned: null, deadline: null };
  const summary = {
    language: "en" as const,
    template: { id: null, name: "Basic system", fields: [] },
    fields: [
      {
        key: "k",
        title: null,
        content: { type: "keypoints" as const, items: [item("h"), item("c", "e"), item("gone")] },
      },
      { key: "b", title: null, content: { type: "bullets" as const, items: [item("a")] } },
      { key: "t", title: null, content: { type: "tasks" as const, items: [task] } },
    ],
    engine: { port: "extractive" as const, model: "x" },
    writtenAt: 0,
    droppedItems: 0,
  };
  expect(collectMarks(summary, places, null)).toEqual({ keyPoints: [20_000, 70_000], tasks: [10_000] });
  expect(collectMarks(null, places, null)).toEqual({ keyPoints: [], tasks: [] });
});

test("quotations are marks on the ruler wherever they stand, and sentences of running text are not", () => {
  const places = placeSegments([segment("a", 10), segment("b", 20)]);
  const quoted = { speaker: "Nora", exact: null, part: null };
  const summary = {
    language: "en" as const,
    template: { id: null, name: "Basic system", fields: [] },
    fields: [
      {
        key: "s",
        title: null,
        content: {
          type: "summary" as const,
          items: [
            { text: "The roof leaks.", segmentIds: ["a"], quoted },
            { text: "They talked about the roof.", segmentIds: ["b"] },
          ],
        },
      },
    ],
    engine: { port: "extractive" as const, model: "x" },
    writtenAt: 0,
    droppedItems: 0,
  };
  expect(collectMarks(summary, places, null)).toEqual({ keyPoints: [10_000], tasks: [] });
});
