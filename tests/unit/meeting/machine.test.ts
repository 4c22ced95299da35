import { expect, test } from "vitest";
import { CALL_EVENTS } from "#tests/support/call-events.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { effectKey, isStillWanted, type MeetingEffect } from "#app/domain/meeting/effects.ts";
import { MEETING_EVENT_TYPES, type MeetingEvent, type MeetingEventType } from "#app/domain/meeting/events.ts";
import { transition } from "#app/domain/meeting/machine.ts";
import { isRetryable, progressOf, reasonOf, takesTranscript } from "#app/domain/meeting/state-rules.ts";
import { type MeetingState, newUpload, type RewriteAsk } from "#app/domain/meeting/states.ts";
import { MEETING_STATUSES, type MeetingStatus } from "#app/domain/meeting/status.ts";

const NOW = 5_000;
const VERSION = { sizeBytes: 1000, etag: "etag-1" };
const SPANS = [
  { index: 0, startMs: 0, endMs: 300_000 },
  { index: 1, startMs: 300_000, endMs: 450_000 },
];

const EVENTS: { [Type in MeetingEventType]: Extract<MeetingEvent, { type: Type }> } = {
  "upload-accepted": {
    type: "upload-accepted",
    version: VERSION,
    durationMs: 450_000,
    transcriptSource: "speech",
    windows: SPANS,
  },
  "recording-scanned": {
    type: "recording-scanned",
    run: 1,
    durationMs: 450_000,
    transcriptSource: "speech",
    windows: SPANS,
  },
  "sound-planned": { type: "sound-planned", durationMs: 450_000, windows: 2 },
  "sound-landed": { type: "sound-landed", index: 0, startMs: 0, endMs: 300_000 },
  "sound-compared": { type: "sound-compared", durationMs: 450_000, windows: SPANS, same: [0, 1] },
  "video-missed": { type: "video-missed" },
  "recording-lost": { type: "recording-lost", run: 1, reason: "changed" },
  "transcription-started": { type: "transcription-started", run: 1 },
  "captions-empty": { type: "captions-empty", run: 1, windows: SPANS },
  "transcript-misfits": { type: "transcript-misfits", run: 1, length: "much-shorter" },
  "speech-awaited": { type: "speech-awaited", run: 1, download: { receivedBytes: 34_500, totalBytes: 100_000 } },
  "window-part": { type: "window-part", run: 1, index: 0, textUntilMs: 1000, pace: 0.2, ahead: 0 },
  "window-extracted": { type: "window-extracted", index: 1 },
  "speech-asked": { type: "speech-asked" },
  "window-recognised": { type: "window-recognised", index: 1 },
  "transcription-failed": { type: "transcription-failed", run: 1, reason: "speech-unavailable" },
  "transcript-merged": { type: "transcript-merged", run: 1, segments: 12 },
  "summary-started": { type: "summary-started", run: 1 },
  "summary-part-written": { type: "summary-part-written", run: 1, done: 1, total: 6 },
  "paragraph-told": { type: "paragraph-told", run: 1, untilMs: 60_000 },
  "summary-written": { type: "summary-written", run: 1 },
  "summary-failed": { type: "summary-failed", run: 1, reason: "internal" },
  "retry-asked": { type: "retry-asked" },
  "rewrite-asked": { type: "rewrite-asked" },
  "part-taken": {
    type: "part-taken",
    part: { number: 4, meetId: "later" as MeetId, startMs: 1, endMs: 2, recordings: [], minutesBefore: 1 },
  },
  "part-dropped": { type: "part-dropped", number: 4 },
  "merge-asked": {
    type: "merge-asked",
    merged: { meetId: "earlier" as MeetId, phase: "joining", gapMs: 0, ownRule: null },
  },
  "merge-ended": { type: "merge-ended" },
  "splits-noted": { type: "splits-noted", splits: [] },
  "split-off": {
    type: "split-off",
    splits: [],
    span: { startMs: 0, endMs: 100_000, by: "ana" },
    rewrite: { template: { id: null, name: "", fields: [] }, language: "en", hand: "keep", what: "same" },
  },
  "split-undone": { type: "split-undone", meetId: "second" as MeetId },
  "parted-for-good": { type: "parted-for-good" },
  "transcript-given": { type: "transcript-given", endMs: 440_000 },
  "language-corrected": { type: "language-corrected" },
  discarded: { type: "discarded" },
  // Events of an online call, which an upload ignores. machine-call.test.ts covers their effect on a call's meeting.
  ...CALL_EVENTS,
};

/** A meeting in a status, with one of its two windows recognised and the other wanted. */
function inStatus(status: MeetingStatus, more: Partial<MeetingState> = {}): MeetingState {
  const awaits = status === "TORECORD" || status === "SCHEDULE";
  const facts = {
    run: 1,
    media: awaits
      ? { kind: "awaited" as const }
      : { kind: "landed" as const, version: VERSION, durationMs: 450_000, transcriptSource: "speech" as const },
    windows: awaits
      ? []
      : SPANS.map((span, index) => ({
          ...span,
          progress: index === 0 ? ("recognised" as const) : ("wanted" as const),
        })),
    usage: awaits ? ("reserved" as const) : ("counted" as const),
    since: 1,
  };
  const reasons: Partial<Record<MeetingStatus, string>> = {
    REJECTED: "internal",
    SKIPPED_SUMMARY: "no-speech",
    ERROR_RECORDED: "changed",
    ERROR_TRANSCRIPT: "speech-unavailable",
    ERROR_SUMMARY: "summary-unavailable",
  };
  const reason = reasons[status];
  return { ...facts, status, ...(reason ? { reason } : {}), ...more } as MeetingState;
}

const REMOVED = ["remove-content"];

/** Expected result of each event in each status. A missing event changes nothing. `status: null`: the meeting is removed. */
const EXPECTED: Record<
  MeetingStatus,
  Partial<Record<MeetingEventType, { status: MeetingStatus | null; effects?: string[] }>>
> = {
  SCHEDULE: { discarded: { status: null, effects: REMOVED } },
  TORECORD: {
    "sound-planned": { status: "TORECORD" },
    "upload-accepted": {
      status: "RECORDED",
      effects: ["usage", "1/transcribe-window/0", "1/transcribe-window/1"],
    },
    discarded: { status: null, effects: REMOVED },
  },
  RECORDING: {
    "paragraph-told": { status: "RECORDING" },
    "speech-awaited": { status: "RECORDING" },
    "window-extracted": { status: "RECORDING" },
    "window-recognised": { status: "RECORDING" },
    discarded: { status: null, effects: REMOVED },
  },
  RECORDED: {
    "paragraph-told": { status: "RECORDED" },
    "recording-lost": { status: "ERROR_RECORDED", effects: ["usage"] },
    "transcription-started": { status: "TRANSCRIBING" },
    "transcript-misfits": { status: "RECORDED" },
    "speech-awaited": { status: "RECORDED" },
    "window-extracted": { status: "RECORDED" },
    "window-recognised": { status: "RECORDED", effects: ["1/merge-windows"] },
    "transcription-failed": { status: "ERROR_TRANSCRIPT", effects: ["usage"] },
    "transcript-merged": { status: "TRANSCRIPTED", effects: ["1/summarise"] },
    discarded: { status: null, effects: REMOVED },
  },
  TRANSCRIBING: {
    "paragraph-told": { status: "TRANSCRIBING" },
    "speech-awaited": { status: "TRANSCRIBING" },
    "recording-lost": { status: "ERROR_RECORDED", effects: ["usage"] },
    "transcript-misfits": { status: "TRANSCRIBING" },
    "window-extracted": { status: "TRANSCRIBING" },
    "window-recognised": { status: "TRANSCRIBING", effects: ["1/merge-windows"] },
    "transcription-failed": { status: "ERROR_TRANSCRIPT", effects: ["usage"] },
    "transcript-merged": { status: "TRANSCRIPTED", effects: ["1/summarise"] },
    discarded: { status: null, effects: REMOVED },
  },
  TRANSCRIPTED: {
    "merge-asked": { status: "TRANSCRIPTED" },
    "splits-noted": { status: "TRANSCRIPTED" },
    "split-off": { status: "TRANSCRIPTED", effects: ["2/summarise"] },
    "summary-started": { status: "LLMING" },
    "summary-part-written": { status: "TRANSCRIPTED" },
    "paragraph-told": { status: "TRANSCRIPTED" },
    "summary-written": { status: "SUMMARIZED" },
    "summary-failed": { status: "ERROR_SUMMARY", effects: ["usage"] },
    discarded: { status: null, effects: REMOVED },
  },
  LLMING: {
    "merge-asked": { status: "LLMING" },
    "splits-noted": { status: "LLMING" },
    "split-off": { status: "TRANSCRIPTED", effects: ["2/summarise"] },
    "summary-part-written": { status: "LLMING" },
    "paragraph-told": { status: "LLMING" },
    "summary-written": { status: "SUMMARIZED" },
    "summary-failed": { status: "ERROR_SUMMARY", effects: ["usage"] },
    discarded: { status: null, effects: REMOVED },
  },
  SUMMARIZED: {
    "merge-asked": { status: "SUMMARIZED" },
    "splits-noted": { status: "SUMMARIZED" },
    "split-off": { status: "TRANSCRIPTED", effects: ["2/summarise"] },
    "part-taken": { status: "TRANSCRIPTED", effects: ["2/summarise"] },
    "rewrite-asked": { status: "TRANSCRIPTED", effects: ["2/summarise"] },
    "language-corrected": { status: "TRANSCRIBING", effects: ["2/transcribe-window/0", "2/transcribe-window/1"] },
    "transcript-given": { status: "TRANSCRIBING", effects: ["2/read-transcript"] },
    discarded: { status: null, effects: REMOVED },
  },
  REJECTED: { discarded: { status: null, effects: REMOVED } },
  SKIPPED_SUMMARY: {
    "merge-asked": { status: "SKIPPED_SUMMARY" },
    "splits-noted": { status: "SKIPPED_SUMMARY" },
    "language-corrected": { status: "TRANSCRIBING", effects: ["2/transcribe-window/0", "2/transcribe-window/1"] },
    "transcript-given": { status: "TRANSCRIBING", effects: ["2/read-transcript"] },
    discarded: { status: null, effects: REMOVED },
  },
  ERROR_RECORDED: { discarded: { status: null, effects: REMOVED } },
  ERROR_TRANSCRIPT: {
    "window-extracted": { status: "ERROR_TRANSCRIPT" },
    "window-recognised": { status: "ERROR_TRANSCRIPT" },
    "retry-asked": { status: "TRANSCRIBING", effects: ["2/transcribe-window/1"] },
    "transcript-given": { status: "TRANSCRIBING", effects: ["2/read-transcript"] },
    discarded: { status: null, effects: REMOVED },
  },
  ERROR_SUMMARY: {
    "merge-asked": { status: "ERROR_SUMMARY" },
    "splits-noted": { status: "ERROR_SUMMARY" },
    "retry-asked": { status: "TRANSCRIPTED", effects: ["2/summarise"] },
    "language-corrected": { status: "TRANSCRIBING", effects: ["2/transcribe-window/0", "2/transcribe-window/1"] },
    "transcript-given": { status: "TRANSCRIBING", effects: ["2/read-transcript"] },
    discarded: { status: null, effects: REMOVED },
  },
};

const PAIRS = MEETING_STATUSES.flatMap((status) => MEETING_EVENT_TYPES.map((type) => ({ status, type })));

test("the table below knows every event", () => {
  expect(Object.keys(EVENTS).toSorted()).toEqual([...MEETING_EVENT_TYPES].toSorted());
});

test.each(PAIRS)("$status, $type", ({ status, type }) => {
  const before = inStatus(status);
  const { state, effects } = transition(before, EVENTS[type], NOW);
  const expected = EXPECTED[status][type] ?? { status };
  expect(state?.status ?? null).toBe(expected.status);
  expect(effects.map(effectKey)).toEqual("effects" in expected ? expected.effects : []);
  // An ignored event returns the same state object. A new status sets the time in `since`.
  expect(state === before).toBe(EXPECTED[status][type] === undefined);
  expect(state?.since ?? NOW).toBe(state === null || state.status !== status ? NOW : before.since);
});

test.each(PAIRS)("$status, $type: a state is never changed in place", ({ status, type }) => {
  const before = inStatus(status);
  const copy = structuredClone(before);
  transition(before, EVENTS[type], NOW);
  expect(before).toEqual(copy);
});

test.each(MEETING_EVENT_TYPES)("a meeting that is gone stays gone: %s", (type) => {
  expect(transition(null, EVENTS[type], NOW)).toEqual({ state: null, effects: [] });
});

const RUN_EVENTS = new Set(MEETING_EVENT_TYPES.filter((type) => "run" in EVENTS[type]));

test.each(PAIRS.filter(({ type }) => RUN_EVENTS.has(type)))(
  "$status, $type of an earlier run changes nothing",
  ({ status, type }) => {
    const before = inStatus(status, { run: 2 });
    expect(transition(before, EVENTS[type], NOW)).toEqual({ state: before, effects: [] });
  },
);

function follow(state: MeetingState | null, events: MeetingEvent[]): { state: MeetingState; effects: MeetingEffect[] } {
  const effects: MeetingEffect[] = [];
  let current = state;
  for (const event of events) {
    const step = transition(current, event, NOW);
    current = step.state;
    effects.push(...step.effects);
  }
  if (!current) throw new Error("the meeting is gone");
  return { state: current, effects };
}

test("an upload passes through the states of the specification", () => {
  const { state, effects } = follow(newUpload(1), [
    EVENTS["upload-accepted"],
    EVENTS["transcription-started"],
    { type: "window-recognised", index: 1 },
    { type: "window-recognised", index: 0 },
    EVENTS["transcript-merged"],
    EVENTS["summary-started"],
    EVENTS["summary-written"],
  ]);
  expect(state).toMatchObject({ status: "SUMMARIZED", run: 1, usage: "counted" });
  expect(effects.map(({ type }) => type)).toEqual([
    "count-usage",
    "transcribe-window",
    "transcribe-window",
    "merge-windows",
    "summarise",
  ]);
});

test("a window counts once, however often it is reported", () => {
  const { effects } = follow(inStatus("TRANSCRIBING"), [EVENTS["window-recognised"], EVENTS["window-recognised"]]);
  expect(effects).toEqual([{ type: "merge-windows", run: 1 }]);
});

test("captions count as one window over the whole recording", () => {
  const { effects } = follow(newUpload(1), [
    { ...EVENTS["upload-accepted"], transcriptSource: "captions", windows: [{ index: 0, startMs: 0, endMs: 450_000 }] },
  ]);
  expect(effects.map(effectKey)).toEqual(["usage", "1/read-captions"]);
});

test("a given transcript counts as one window too, and never falls back to speech", () => {
  const { state, effects } = follow(newUpload(1), [
    { ...EVENTS["upload-accepted"], transcriptSource: "given", windows: [{ index: 0, startMs: 0, endMs: 450_000 }] },
    EVENTS["captions-empty"],
  ]);
  expect(state.media).toMatchObject({ transcriptSource: "given" });
  expect(effects.map(effectKey)).toEqual(["usage", "1/read-transcript"]);
});

test("a transcript given later is one new window: nothing that is still being recognised is taken for it", () => {
  const given = follow(inStatus("ERROR_TRANSCRIPT", { usage: "released" }), [EVENTS["transcript-given"]]);
  expect(given.state).toMatchObject({
    status: "TRANSCRIBING",
    run: 2,
    usage: "counted",
    media: { transcriptSource: "given" },
    windows: [{ index: 2, startMs: 0, endMs: 450_000, progress: "wanted" }],
  });
  expect(reasonOf(given.state)).toBeNull();
  expect(given.effects.map(effectKey)).toEqual(["usage", "2/read-transcript"]);
  const late = follow(given.state, [
    EVENTS["window-recognised"],
    { type: "window-recognised", index: 0 },
    EVENTS["transcription-failed"],
  ]);
  expect(late.state).toBe(given.state);
  expect(late.effects).toEqual([]);
  const read = follow(given.state, [{ type: "window-recognised", index: 2 }]);
  expect(read.effects.map(effectKey)).toEqual(["2/merge-windows"]);
});

test("a transcript given twice is taken once, and again when the first one has been written", () => {
  const twice = follow(inStatus("SUMMARIZED"), [EVENTS["transcript-given"], EVENTS["transcript-given"]]);
  expect(twice.state).toMatchObject({ run: 2 });
  const again = follow(twice.state, [
    { type: "window-recognised", index: 2 },
    { type: "transcript-merged", run: 2, segments: 3 },
    { type: "summary-written", run: 2 },
    EVENTS["transcript-given"],
  ]);
  expect(again.state).toMatchObject({ run: 3, status: "TRANSCRIBING", windows: [{ index: 3 }] });
});

test("minutes that exist stay when writing them from the given transcript fails", () => {
  const template = { id: null, name: "", fields: [] };
  const rewrite: RewriteAsk = { template, language: "en", hand: "keep", what: "same" };
  const { state } = follow(inStatus("SUMMARIZED"), [
    { type: "transcript-given", endMs: 440_000, rewrite },
    { type: "window-recognised", index: 2 },
    { type: "transcript-merged", run: 2, segments: 3 },
    { type: "summary-failed", run: 2, reason: "internal" },
  ]);
  expect(state).toMatchObject({ status: "SUMMARIZED", rewriteFailed: "same", usage: "counted" });
});

test("a recording whose length was never found ends with the given transcript", () => {
  const media = { kind: "landed" as const, version: VERSION, durationMs: null, transcriptSource: null };
  const { state } = follow(inStatus("ERROR_TRANSCRIPT", { media, windows: [] }), [EVENTS["transcript-given"]]);
  expect(state.windows).toEqual([{ index: 0, startMs: 0, endMs: 440_000, progress: "wanted" }]);
});

test.each<[string, Partial<MeetingState>]>([
  ["its recording has not landed", { media: { kind: "awaited" } }],
  ["its video is still to be compared with its sound", { sound: { durationMs: 450_000, windows: 2 } }],
])("no transcript can be given while %s", (_what, more) => {
  const before = inStatus("SUMMARIZED", more);
  expect(takesTranscript(before)).toBe(false);
  expect(transition(before, EVENTS["transcript-given"], NOW)).toEqual({ state: before, effects: [] });
});

test("a transcript's misfit with the recording is stored once, and stays in later states", () => {
  const misfits = EVENTS["transcript-misfits"];
  const told = [misfits, misfits, EVENTS["window-recognised"], EVENTS["transcript-merged"]];
  const { state, effects } = follow(inStatus("TRANSCRIBING"), told);
  expect(state.media).toMatchObject({ transcriptLength: "much-shorter" });
  expect(effects.map(effectKey)).toEqual(["1/merge-windows", "1/summarise"]);
  const late = inStatus("TRANSCRIBING", { run: 2 });
  expect(transition(late, misfits, NOW).state).toBe(late);
});

test("a caption track without words falls back to speech", () => {
  const { state, effects } = follow(newUpload(1), [
    { ...EVENTS["upload-accepted"], transcriptSource: "captions", windows: [{ index: 0, startMs: 0, endMs: 450_000 }] },
    EVENTS["captions-empty"],
  ]);
  expect(state.media).toMatchObject({ transcriptSource: "speech" });
  expect(effects.map(effectKey).slice(2)).toEqual(["1/transcribe-window/0", "1/transcribe-window/1"]);
});

test("a model download changes the meeting once per percent, and no more once it is complete", () => {
  const fetched = (receivedBytes: number, run = 1): MeetingEvent => ({
    type: "speech-awaited",
    run,
    download: { receivedBytes, totalBytes: 100_000 },
  });
  const begun = transition(inStatus("TRANSCRIBING"), fetched(34_000), NOW).state;
  expect(begun?.speechDownload).toEqual({ percent: 34, totalBytes: 100_000 });
  expect(transition(begun, fetched(34_999), NOW).state).toBe(begun);
  expect(transition(begun, fetched(90_000, 2), NOW).state).toBe(begun);
  const there = transition(begun, { type: "speech-awaited", run: 1, download: null }, NOW).state;
  expect(there?.speechDownload).toBeNull();
  expect(transition(there, { type: "speech-awaited", run: 1, download: null }, NOW).state).toBe(there);
});

test("a failure resets the download progress of the model", () => {
  const begun = inStatus("TRANSCRIBING", { speechDownload: { percent: 34, totalBytes: 100_000 } });
  const failed = transition(begun, { type: "transcription-failed", run: 1, reason: "speech-model-missing" }, NOW).state;
  expect(failed).toMatchObject({ status: "ERROR_TRANSCRIPT", reason: "speech-model-missing", speechDownload: null });
});

test("without speech there is nothing to summarise, and the upload counts", () => {
  const { state, effects } = follow(inStatus("TRANSCRIBING"), [{ ...EVENTS["transcript-merged"], segments: 0 }]);
  expect(state).toMatchObject({ status: "SKIPPED_SUMMARY", reason: "no-speech", usage: "counted" });
  expect(effects).toEqual([]);
});

test("a failure releases the upload, and a retry counts it again", () => {
  const failed = follow(inStatus("TRANSCRIBING"), [EVENTS["transcription-failed"]]);
  expect(failed.state).toMatchObject({ usage: "released", reason: "speech-unavailable" });
  const retried = follow(failed.state, [EVENTS["retry-asked"]]);
  expect(retried.state).toMatchObject({ status: "TRANSCRIBING", run: 2, usage: "counted" });
  expect(retried.effects[0]).toEqual({ type: "count-usage" });
  expect("reason" in retried.state).toBe(false);
  const done = follow(retried.state, [
    EVENTS["window-recognised"],
    { ...EVENTS["transcript-merged"], run: 2 },
    { ...EVENTS["summary-written"], run: 2 },
  ]);
  expect(done.state).toMatchObject({ status: "SUMMARIZED", usage: "counted" });
});

/** An upload of two windows whose first one was recognised by the speech engine. */
const heard = (...events: MeetingEvent[]) =>
  follow(newUpload(1), [EVENTS["upload-accepted"], { type: "window-recognised", index: 0 }, ...events]);

test.each<[string, MeetingEvent[]]>([
  ["the transcript fails", [EVENTS["transcription-failed"]]],
  ["the recording is replaced", [EVENTS["recording-lost"]]],
  ["the summary fails", [EVENTS["window-recognised"], EVENTS["transcript-merged"], EVENTS["summary-failed"]]],
  [
    "a retry fails as well",
    [
      EVENTS["transcription-failed"],
      EVENTS["retry-asked"],
      { type: "transcription-failed", run: 2, reason: "internal" },
    ],
  ],
])("an upload whose text could be read stays counted when %s", (_name, events) => {
  const { state, effects } = heard(...events);
  expect(state.status).toMatch(/^ERROR_/);
  expect(state.usage).toBe("counted");
  expect(effects).not.toContainEqual({ type: "release-usage" });
  expect(transition(state, EVENTS.discarded, NOW).effects).toEqual([{ type: "remove-content", usage: "counted" }]);
});

test("captions cost nothing: an upload that fails after them is released", () => {
  const captions = { ...EVENTS["upload-accepted"], transcriptSource: "captions", windows: SPANS.slice(0, 1) } as const;
  const { state } = follow(newUpload(1), [
    captions,
    { type: "window-recognised", index: 0 },
    EVENTS["transcript-merged"],
    EVENTS["summary-failed"],
  ]);
  expect(state).toMatchObject({ status: "ERROR_SUMMARY", usage: "released" });
});

test("text that comes after an upload was released is not shown: the retry counts it and reads it from the store", () => {
  const released = follow(newUpload(1), [EVENTS["upload-accepted"], EVENTS["transcription-failed"]]).state;
  expect(released.usage).toBe("released");
  expect(transition(released, EVENTS["window-recognised"], NOW).state).toBe(released);
});

test("a window that is recognised late is not requested again by the retry", () => {
  const { effects } = follow(inStatus("ERROR_TRANSCRIPT"), [EVENTS["window-recognised"], EVENTS["retry-asked"]]);
  expect(effects.map(effectKey)).toEqual(["2/merge-windows"]);
});

test.each([
  ["TORECORD", "released"],
  ["SUMMARIZED", "counted"],
] as const)("discarding in %s leaves the upload %s", (status, usage) => {
  expect(transition(inStatus(status), EVENTS.discarded, NOW).effects).toEqual([{ type: "remove-content", usage }]);
});

test("a person may retry only a transcript or a summary that failed", () => {
  const retryable = MEETING_STATUSES.filter((status) => isRetryable(inStatus(status)));
  expect(retryable).toEqual(["ERROR_TRANSCRIPT", "ERROR_SUMMARY"]);
});

test("a final status has its reason", () => {
  const reasoned = MEETING_STATUSES.filter((status) => reasonOf(inStatus(status)) !== null);
  expect(reasoned).toEqual(["REJECTED", "SKIPPED_SUMMARY", "ERROR_RECORDED", "ERROR_TRANSCRIPT", "ERROR_SUMMARY"]);
});

const WORK: MeetingEffect[] = [
  { type: "transcribe-window", run: 1, index: 1 },
  { type: "read-captions", run: 1 },
  { type: "read-transcript", run: 1 },
  { type: "merge-windows", run: 1 },
  { type: "summarise", run: 1 },
];

test.each(MEETING_STATUSES)("effects still wanted in %s", (status) => {
  const wanted = WORK.filter((effect) => isStillWanted(inStatus(status), effect)).map(({ type }) => type);
  const transcribing = status === "RECORDED" || status === "TRANSCRIBING";
  const summarising = status === "TRANSCRIPTED" || status === "LLMING";
  expect(wanted).toEqual(
    transcribing
      ? ["transcribe-window", "read-captions", "read-transcript", "merge-windows"]
      : summarising
        ? ["summarise"]
        : status === "RECORDING"
          ? ["transcribe-window"]
          : [],
  );
  expect(WORK.filter((effect) => isStillWanted(inStatus(status, { run: 2 }), effect))).toEqual([]);
});

test("a recognised window is no longer wanted", () => {
  expect(isStillWanted(inStatus("TRANSCRIBING"), { type: "transcribe-window", run: 1, index: 0 })).toBe(false);
});

test("the ledger gets the current usage, whatever was wanted before", () => {
  expect(isStillWanted(inStatus("SUMMARIZED"), { type: "count-usage" })).toBe(true);
  expect(isStillWanted(inStatus("SUMMARIZED"), { type: "release-usage" })).toBe(false);
});

test("a removed meeting wants only its removal", () => {
  const wanted = [...WORK, { type: "count-usage" } as const].filter((effect) => isStillWanted(null, effect));
  expect(wanted).toEqual([]);
  expect(isStillWanted(null, { type: "remove-content", usage: "released" })).toBe(true);
});

test("progress is given in ms of the recording, with the time ranges that have no text yet", () => {
  const window = (index: number, progress: "wanted" | "extracted" | "recognised") => ({
    index,
    startMs: index * 100,
    endMs: index * 100 + 100,
    progress,
  });
  expect(
    progressOf([window(0, "recognised"), window(1, "wanted"), window(2, "extracted"), window(3, "recognised")]),
  ).toEqual({ recognisedMs: 200, wantedMs: 400, gaps: [{ startMs: 100, endMs: 300 }] });
  expect(progressOf([])).toEqual({ recognisedMs: 0, wantedMs: 0, gaps: [] });
});

test("a moment that two voices have windows of counts once, and as recognised when both are", () => {
  const window = (index: number, startMs: number, endMs: number, progress: "wanted" | "recognised") => ({
    index,
    startMs,
    endMs,
    progress,
  });
  const windows = [
    window(0, 0, 100, "recognised"),
    window(1, 0, 110, "recognised"),
    window(2, 100, 200, "wanted"),
    window(3, 110, 210, "recognised"),
    window(5, 300, 400, "wanted"),
  ];
  expect(progressOf(windows)).toEqual({
    recognisedMs: 110,
    wantedMs: 310,
    gaps: [
      { startMs: 100, endMs: 200 },
      { startMs: 300, endMs: 400 },
    ],
  });
});
