import * as fc from "fast-check";
import { expect, test } from "vitest";
import { effectKey, isStillWanted } from "#app/domain/meeting/effects.ts";
import type { MeetingEvent } from "#app/domain/meeting/events.ts";
import { transition } from "#app/domain/meeting/machine.ts";
import { isSoundPlan } from "#app/domain/meeting/sound-rules.ts";
import { awaitsFile } from "#app/domain/meeting/state-rules.ts";
import { type MeetingState, newUpload } from "#app/domain/meeting/states.ts";
import type { SampleTable } from "#app/media/mp4/sample-table.ts";
import { layOutWindows } from "#app/media/windows/lay-out-windows.ts";

const NOW = 5000;
const SPANS = [
  { index: 0, startMs: 0, endMs: 300_000 },
  { index: 1, startMs: 300_000, endMs: 450_000 },
];
const PLANNED: MeetingEvent = { type: "sound-planned", durationMs: 450_000, windows: 2 };
const landed = (index: 0 | 1): MeetingEvent => ({
  type: "sound-landed",
  ...(SPANS[index] ?? { index, startMs: 0, endMs: 1 }),
});
const ASKED: MeetingEvent = { type: "speech-asked" };
const heard = (index: number): MeetingEvent => ({ type: "window-recognised", index });
const VIDEO: MeetingEvent = {
  type: "upload-accepted",
  version: { sizeBytes: 1000, etag: "etag-1" },
  durationMs: 450_000,
  transcriptSource: "speech",
  windows: SPANS,
};
const SAME: MeetingEvent = { type: "sound-compared", durationMs: 450_000, windows: SPANS, same: [0, 1] };
const OTHER: MeetingEvent = { ...SAME, same: [0] };

/** Applies the events in order. Returns the state of the meeting and the keys of the effects of the last event. */
function after(...events: MeetingEvent[]) {
  let state: MeetingState | null = newUpload(1);
  let wanted: string[] = [];
  for (const event of events) {
    const next = transition(state, event, NOW);
    wanted = next.state === state ? [] : next.effects.map(effectKey);
    ({ state } = next);
  }
  if (state === null) throw new Error("gone");
  return { state, wanted, status: state.status, video: state.sound?.video, usage: state.usage };
}

const MERGED: MeetingEvent[] = [PLANNED, landed(1), landed(0), heard(0), heard(1)];
const WRITTEN: MeetingEvent[] = [
  ...MERGED,
  { type: "transcript-merged", run: 1, segments: 9 },
  { type: "summary-started", run: 1 },
  { type: "summary-written", run: 1 },
];
const FAILED: MeetingEvent[] = [
  PLANNED,
  landed(0),
  landed(1),
  { type: "transcription-failed", run: 1, reason: "speech-unavailable" },
];
const SILENT: MeetingEvent[] = [...MERGED, { type: "transcript-merged", run: 1, segments: 0 }];

test.each<[string, MeetingEvent[], Partial<ReturnType<typeof after>>]>([
  ["a plan alone changes nothing that is seen", [PLANNED], { status: "TORECORD", wanted: [], usage: "reserved" }],
  ["a window without a plan is none", [landed(0)], { status: "TORECORD", wanted: [] }],
  [
    "the first window begins a recording, and a look out for the video",
    [PLANNED, landed(1)],
    { status: "RECORDING", wanted: ["await-video", "1/transcribe-window/1"], usage: "reserved" },
  ],
  ["a window that has landed twice has landed once", [PLANNED, landed(1), landed(1)], { wanted: [] }],
  ["a window that is heard while others are missing merges nothing", [PLANNED, landed(1), heard(1)], { wanted: [] }],
  [
    "the last one asks for what is not heard",
    [PLANNED, landed(1), landed(0)],
    {
      status: "TRANSCRIBING",
      wanted: ["1/transcribe-window/0", "1/transcribe-window/1"],
      usage: "reserved",
    },
  ],
  [
    "the first window that the engine is asked for counts the upload",
    [PLANNED, landed(1), ASKED],
    { status: "RECORDING", wanted: ["usage"], usage: "counted" },
  ],
  ["asked for another window it counts once", [PLANNED, landed(1), ASKED, ASKED], { wanted: [], usage: "counted" }],
  [
    "given up after that it stays counted",
    [PLANNED, landed(1), ASKED, heard(1), { type: "video-missed" }],
    { usage: "counted" },
  ],
  [
    "sound that the engine was asked for is not exchanged for other sound",
    [PLANNED, landed(1), ASKED, heard(1), { ...PLANNED, windows: 3 }],
    { status: "RECORDING", wanted: [] },
  ],
  ["heard wholly it is merged", MERGED, { wanted: ["1/merge-windows"] }],
  [
    "another plan begins anew, and what was under way for the first is nobody's",
    [PLANNED, landed(1), { ...PLANNED, windows: 3 }],
    { status: "RECORDING", wanted: [] },
  ],
  ["a plan that comes when all is there changes nothing", [...MERGED, { ...PLANNED, windows: 3 }], { wanted: [] }],
  [
    "the video is compared, whatever was made of its sound",
    [...WRITTEN, VIDEO],
    { wanted: ["compare-sound"], status: "SUMMARIZED" },
  ],
  ["a second video changes nothing", [...WRITTEN, VIDEO, VIDEO], { wanted: [] }],
  ["a comparison without a video changes nothing", [...WRITTEN, SAME], { wanted: [] }],
  [
    "the same sound ends it",
    [...WRITTEN, VIDEO, SAME],
    { status: "SUMMARIZED", video: "same", wanted: ["remove-sound/1"] },
  ],
  ["told twice it is told once", [...WRITTEN, VIDEO, SAME, SAME], { wanted: [] }],
  [
    "another sound is heard where it differs, and all of it written again",
    [...WRITTEN, VIDEO, OTHER],
    { status: "TRANSCRIBING", video: "differed", wanted: ["remove-sound/1", "2/transcribe-window/1"] },
  ],
  [
    "a silent sound with a video that speaks is no silent meeting",
    [...SILENT, VIDEO, OTHER],
    { status: "TRANSCRIBING", video: "differed" },
  ],
  [
    "a video that comes first of all leaves the plan alone",
    [PLANNED, VIDEO],
    { status: "RECORDED", wanted: ["usage", "remove-sound/1", "1/transcribe-window/0", "1/transcribe-window/1"] },
  ],
  [
    "a video in the midst of its sound counts, and is compared",
    [PLANNED, landed(0), VIDEO],
    { status: "RECORDING", wanted: ["usage", "compare-sound"], usage: "counted" },
  ],
  [
    "and goes on with what was the same: that is no other sound",
    [PLANNED, landed(0), heard(0), VIDEO, OTHER],
    { status: "TRANSCRIBING", video: "same", wanted: ["remove-sound/1", "2/transcribe-window/1"] },
  ],
  [
    "a failed transcript is tried again by itself when the video is there",
    [...FAILED, VIDEO, SAME],
    { status: "TRANSCRIBING", wanted: ["remove-sound/1", "2/transcribe-window/0", "2/transcribe-window/1"] },
  ],
  [
    "minutes without their video stay",
    [...WRITTEN, { type: "video-missed" }],
    { status: "SUMMARIZED", video: "missing", wanted: ["remove-sound/1"] },
  ],
  [
    "a recording that is still to be recognised keeps its sound",
    [...FAILED, { type: "video-missed" }],
    { status: "ERROR_TRANSCRIPT", video: "missing", wanted: [] },
  ],
  [
    "a part of a sound is written up, and keeps it until it is",
    [PLANNED, landed(0), { type: "video-missed" }],
    { status: "TRANSCRIBING", video: "missing", wanted: ["1/transcribe-window/0"], usage: "reserved" },
  ],
  [
    "and lets it go then",
    [PLANNED, landed(0), { type: "video-missed" }, heard(0), { type: "transcript-merged", run: 1, segments: 3 }],
    { status: "TRANSCRIPTED", wanted: ["1/summarise", "remove-sound/1"] },
  ],
  ["after that no video is taken", [...WRITTEN, { type: "video-missed" }, VIDEO], { wanted: [] }],
])("%s", (_name, events, expected) => {
  expect(after(...events)).toMatchObject(expected);
});

test("the video is awaited until it arrives or is missed, and compared until the result is known", () => {
  const [look, compare] = [{ type: "await-video", at: 0 } as const, { type: "compare-sound" } as const];
  const of = (...events: MeetingEvent[]) => {
    const { state } = after(...events);
    return [awaitsFile(state), isStillWanted(state, look), isStillWanted(state, compare)];
  };
  expect(of(...WRITTEN)).toEqual([true, true, false]);
  expect(of(...WRITTEN, VIDEO)).toEqual([false, false, true]);
  expect(of(...WRITTEN, VIDEO, SAME)).toEqual([false, false, false]);
  expect(of(...WRITTEN, { type: "video-missed" })).toEqual([false, false, false]);
});

test("our own plan for any recording is valid; windows that overlap, run backwards or reach too far are not", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4000 }), fc.integer({ min: 0, max: 3000 }), (seconds, lateMs) => {
      const frames = Math.ceil((seconds * 44_100) / 1024);
      const samples: SampleTable = {
        count: frames,
        sizes: new Uint32Array(frames).fill(300),
        offsets: new Uint32Array(frames),
        runSamples: Uint32Array.of(0),
        runTimes: Float64Array.of(0),
        runDeltas: Uint32Array.of(1024),
        descriptions: 1,
        missing: 0,
        duration: frames * 1024,
      };
      const part = { startMs: lateMs, mediaStart: 0, mediaEnd: frames * 1024 };
      const windows = layOutWindows({ samples, parts: [part], timescale: 44_100, codec: "aac" });
      const durationMs = Math.round(lateMs + (frames * 1024 * 1000) / 44_100);
      expect(isSoundPlan({ durationMs, windows })).toBe(true);
      const [first] = windows;
      if (!first) return;
      expect(isSoundPlan({ durationMs, windows: [...windows, first] })).toBe(false);
      expect(
        isSoundPlan({ durationMs, windows: windows.map((one) => ({ ...one, audioEndMs: one.endMs + 20_000 })) }),
      ).toBe(false);
    }),
    { numRuns: 50 },
  );
  expect(isSoundPlan({ durationMs: 1, windows: [] })).toBe(false);
});

test("a plan of two tracks is one, and windows of one track never overlap", () => {
  const window = (startMs: number, track?: number) => {
    const endMs = startMs + 300_000;
    return { startMs, endMs, audioStartMs: startMs, audioEndMs: endMs, ...(track !== undefined && { track }) };
  };
  const isPlan = (...windows: ReturnType<typeof window>[]) => isSoundPlan({ durationMs: 600_000, windows });
  expect(isPlan(window(0), window(0, 1), window(300_000), window(300_000, 1))).toBe(true);
  expect(isPlan(window(0), window(0))).toBe(false);
  expect(isPlan(window(0), window(0, 1), window(200_000, 1))).toBe(false);
  expect(isPlan(window(300_000), window(0, 1))).toBe(false);
});
