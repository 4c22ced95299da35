import type { MeetId } from "#app/domain/ids.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { CALL_ASK_AFTER_END_MS_MAX } from "#app/domain/limits/calls.ts";
import type { CallRejection } from "#app/domain/meeting/call.ts";
import { type CallFactPlace, newCallFact } from "#app/domain/meeting/call-fact.ts";
import { effectKey, isStillWanted } from "#app/domain/meeting/effects.ts";
import { MEETING_EVENT_TYPES, type MeetingEvent, type MeetingEventType } from "#app/domain/meeting/events.ts";
import { transition } from "#app/domain/meeting/machine.ts";
import { isRecordingRead, takesTranscript } from "#app/domain/meeting/state-rules.ts";
import { type MeetingState, newCall } from "#app/domain/meeting/states.ts";
import { MEETING_STATUSES, type MeetingStatus } from "#app/domain/meeting/status.ts";
import { CALL_EVENTS, CALL_ID, PLACE } from "#tests/support/call-events.ts";

const NOW = 5000;
const SPANS = [
  { index: 0, startMs: 0, endMs: 30_000 },
  { index: 1, startMs: 30_000, endMs: 60_000 },
];

const EVENTS: { [Type in MeetingEventType]: Extract<MeetingEvent, { type: Type }> } = {
  ...CALL_EVENTS,
  "upload-accepted": {
    type: "upload-accepted",
    version: { sizeBytes: 1, etag: "e" },
    durationMs: 1,
    transcriptSource: "speech",
    windows: SPANS,
  },
  "recording-scanned": {
    type: "recording-scanned",
    run: 1,
    durationMs: 1,
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
};

const REASONS: Partial<Record<MeetingStatus, string>> = {
  REJECTED: "denied",
  SKIPPED_SUMMARY: "no-speech",
  ERROR_RECORDED: "captcha",
  ERROR_TRANSCRIPT: "speech-unavailable",
  ERROR_SUMMARY: "summary-unavailable",
};

/** A meeting of a call in a status: it is in the call, its turn is 4, and one of its two windows is recognised. */
function inStatus(status: MeetingStatus, more: Partial<MeetingState> = {}): MeetingState {
  const planned = status === "SCHEDULE";
  const waits = planned || status === "TORECORD";
  const never = status === "REJECTED" || status === "ERROR_RECORDED";
  const reason = REASONS[status];
  return {
    run: 1,
    media: waits || never ? { kind: "awaited" } : { kind: "arriving" },
    windows:
      waits || never ? [] : SPANS.map((span, index) => ({ ...span, progress: index === 0 ? "recognised" : "wanted" })),
    usage: planned || never ? "released" : status === "TORECORD" ? "reserved" : "counted",
    call: { ...newCallFact(PLACE), callId: planned ? null : CALL_ID, turn: planned ? 0 : 4 },
    since: 1,
    status,
    ...(reason ? { reason } : {}),
    ...more,
  } as MeetingState;
}

type Outcome = { status: MeetingStatus | null; effects?: string[] };
const REMOVED: Outcome = { status: null, effects: ["remove-content"] };
const stored = (status: MeetingStatus): Outcome => ({ status });

const EXPECTED: Record<MeetingStatus, Partial<Record<MeetingEventType, Outcome>>> = {
  SCHEDULE: {
    "call-due": { status: "TORECORD" },
    "call-refused": { status: "REJECTED", effects: ["usage"] },
    "call-changed": { status: "TORECORD", effects: ["2/join-call"] },
    cancelled: { status: "REJECTED" },
    discarded: REMOVED,
  },
  TORECORD: {
    "call-refused": { status: "REJECTED", effects: ["usage"] },
    "call-changed": { status: "TORECORD", effects: ["usage", "1/leave-call", "2/join-call"] },
    cancelled: { status: "REJECTED", effects: ["usage", "1/leave-call"] },
    "call-lobby": { status: "TORECORD" },
    "call-recording": { status: "RECORDING", effects: ["usage"] },
    "call-warning": { status: "TORECORD" },
    "call-people": { status: "TORECORD" },
    "call-requests": { status: "TORECORD" },
    "call-moved": { status: "TORECORD", effects: ["1/leave-call", "2/join-call"] },
    "call-stopping": { status: "TORECORD" },
    "call-ended": { status: "REJECTED", effects: ["usage"] },
    "call-rejected": { status: "REJECTED", effects: ["usage"] },
    "call-failed": { status: "ERROR_RECORDED", effects: ["usage"] },
    discarded: REMOVED,
  },
  RECORDING: {
    "paragraph-told": { status: "RECORDING" },
    "speech-awaited": { status: "RECORDING" },
    "window-extracted": { status: "RECORDING" },
    "window-recognised": { status: "RECORDING" },
    "call-warning": { status: "RECORDING" },
    "call-people": { status: "RECORDING" },
    "call-requests": { status: "RECORDING" },
    "call-moved": { status: "TORECORD", effects: ["1/leave-call", "2/join-call"] },
    "call-stopping": { status: "RECORDING" },
    "call-window": { status: "RECORDING", effects: ["1/transcribe-window/2"] },
    "call-ended": { status: "TRANSCRIBING", effects: ["1/transcribe-window/1"] },
    "call-failed": { status: "TRANSCRIBING", effects: ["1/transcribe-window/1"] },
    discarded: REMOVED,
  },
  RECORDED: {
    "paragraph-told": { status: "RECORDED" },
    "transcription-started": { status: "TRANSCRIBING" },
    "speech-awaited": { status: "RECORDED" },
    "recording-lost": { status: "ERROR_RECORDED", effects: ["usage"] },
    "window-extracted": { status: "RECORDED" },
    "window-recognised": { status: "RECORDED", effects: ["1/merge-windows"] },
    "transcription-failed": { status: "ERROR_TRANSCRIPT", effects: ["usage"] },
    "transcript-merged": { status: "TRANSCRIPTED", effects: ["1/summarise"] },
    "call-window": { status: "RECORDED", effects: ["1/transcribe-window/2"] },
    "call-stored": stored("RECORDED"),
    "call-failed": stored("RECORDED"),
    discarded: REMOVED,
  },
  TRANSCRIBING: {
    "paragraph-told": { status: "TRANSCRIBING" },
    "speech-awaited": { status: "TRANSCRIBING" },
    "recording-lost": { status: "ERROR_RECORDED", effects: ["usage"] },
    "window-extracted": { status: "TRANSCRIBING" },
    "window-recognised": { status: "TRANSCRIBING", effects: ["1/merge-windows"] },
    "transcription-failed": { status: "ERROR_TRANSCRIPT", effects: ["usage"] },
    "transcript-merged": { status: "TRANSCRIPTED", effects: ["1/summarise"] },
    "call-window": { status: "TRANSCRIBING", effects: ["1/transcribe-window/2"] },
    "call-stored": stored("TRANSCRIBING"),
    "call-failed": stored("TRANSCRIBING"),
    discarded: REMOVED,
  },
  TRANSCRIPTED: {
    "merge-asked": stored("TRANSCRIPTED"),
    "splits-noted": stored("TRANSCRIPTED"),
    "split-off": { status: "TRANSCRIPTED", effects: ["2/summarise"] },
    "summary-started": { status: "LLMING" },
    "summary-part-written": { status: "TRANSCRIPTED" },
    "paragraph-told": { status: "TRANSCRIPTED" },
    "summary-written": { status: "SUMMARIZED" },
    "summary-failed": { status: "ERROR_SUMMARY", effects: ["usage"] },
    "call-stored": stored("TRANSCRIPTED"),
    "call-failed": stored("TRANSCRIPTED"),
    discarded: REMOVED,
  },
  LLMING: {
    "merge-asked": stored("LLMING"),
    "splits-noted": stored("LLMING"),
    "split-off": { status: "TRANSCRIPTED", effects: ["2/summarise"] },
    "summary-part-written": { status: "LLMING" },
    "paragraph-told": { status: "LLMING" },
    "summary-written": { status: "SUMMARIZED" },
    "summary-failed": { status: "ERROR_SUMMARY", effects: ["usage"] },
    "call-stored": stored("LLMING"),
    "call-failed": stored("LLMING"),
    discarded: REMOVED,
  },
  SUMMARIZED: {
    "merge-asked": stored("SUMMARIZED"),
    "splits-noted": stored("SUMMARIZED"),
    "split-off": { status: "TRANSCRIPTED", effects: ["2/summarise"] },
    "part-taken": { status: "TRANSCRIPTED", effects: ["2/summarise"] },
    "language-corrected": { status: "TRANSCRIBING", effects: ["2/transcribe-window/0", "2/transcribe-window/1"] },
    "rewrite-asked": { status: "TRANSCRIPTED", effects: ["2/summarise"] },
    "call-stored": stored("SUMMARIZED"),
    "call-failed": stored("SUMMARIZED"),
    discarded: REMOVED,
  },
  REJECTED: { discarded: REMOVED },
  SKIPPED_SUMMARY: {
    "merge-asked": stored("SKIPPED_SUMMARY"),
    "splits-noted": stored("SKIPPED_SUMMARY"),
    "language-corrected": { status: "TRANSCRIBING", effects: ["2/transcribe-window/0", "2/transcribe-window/1"] },
    "call-stored": stored("SKIPPED_SUMMARY"),
    "call-failed": stored("SKIPPED_SUMMARY"),
    discarded: REMOVED,
  },
  ERROR_RECORDED: { discarded: REMOVED },
  ERROR_TRANSCRIPT: {
    "window-extracted": { status: "ERROR_TRANSCRIPT" },
    "window-recognised": { status: "ERROR_TRANSCRIPT" },
    "retry-asked": { status: "TRANSCRIBING", effects: ["2/transcribe-window/1"] },
    "call-stored": stored("ERROR_TRANSCRIPT"),
    "call-failed": stored("ERROR_TRANSCRIPT"),
    discarded: REMOVED,
  },
  ERROR_SUMMARY: {
    "merge-asked": stored("ERROR_SUMMARY"),
    "splits-noted": stored("ERROR_SUMMARY"),
    "language-corrected": { status: "TRANSCRIBING", effects: ["2/transcribe-window/0", "2/transcribe-window/1"] },
    "retry-asked": { status: "TRANSCRIPTED", effects: ["2/summarise"] },
    "call-stored": stored("ERROR_SUMMARY"),
    "call-failed": stored("ERROR_SUMMARY"),
    discarded: REMOVED,
  },
};

const PAIRS = MEETING_STATUSES.flatMap((status) => MEETING_EVENT_TYPES.map((type) => ({ status, type })));

test.each(PAIRS)("a call's meeting: $status, $type", ({ status, type }) => {
  const before = inStatus(status);
  const copy = structuredClone(before);
  const { state, effects } = transition(before, EVENTS[type], NOW);
  const expected = EXPECTED[status][type] ?? { status };
  expect(state?.status ?? null).toBe(expected.status);
  expect(effects.map(effectKey)).toEqual(expected.effects ?? []);
  expect(state === before).toBe(EXPECTED[status][type] === undefined);
  expect(before).toEqual(copy);
});

const PUBLISHED = Object.values(CALL_EVENTS).filter((event) => "published" in event);

test.each(MEETING_STATUSES.flatMap((status) => PUBLISHED.map((event) => ({ status, type: event.type, event }))))(
  "$status, $type: heard before, or of another call, it changes nothing",
  ({ status, event }) => {
    const before = inStatus(status);
    const call = before.call && { ...before.call, turn: 5 };
    const known = { ...before, call } as MeetingState;
    expect(transition(known, event, NOW)).toEqual({ state: known, effects: [] });
    const other = { ...event, published: { ...event.published, callId: "another" } } as MeetingEvent;
    expect(transition(before, other, NOW)).toEqual({ state: before, effects: [] });
  },
);

function follow(state: MeetingState, events: readonly MeetingEvent[]): MeetingState {
  return events.reduce((current, event) => transition(current, event, NOW).state ?? current, state);
}

test("a planned meeting wakes, joins, and counts as a recording only once the recording begins", () => {
  const planned = newCall(PLACE, "SCHEDULE", 1);
  expect(planned).toMatchObject({ status: "SCHEDULE", usage: "released" });
  const due = follow(planned, [EVENTS["call-due"]]);
  expect(due).toMatchObject({ status: "TORECORD", usage: "released", call: { callId: null, lobbyState: null } });
  const joined = follow(due, [EVENTS["call-joined"]]);
  expect(joined).toMatchObject({
    usage: "reserved",
    call: { callId: CALL_ID, lobbyState: "connecting", lobbySince: NOW },
  });
  expect(follow(joined, [EVENTS["call-lobby"]])).toMatchObject({ usage: "reserved", call: { lobbyState: "waiting" } });
  const recorded = follow(joined, [EVENTS["call-recording"]]);
  expect(recorded).toMatchObject({
    status: "RECORDING",
    usage: "counted",
    call: { lobbyState: null, recordingSince: 3900 },
  });
});

test.each(["call-rejected", "call-failed", "call-ended", "cancelled"] as const)(
  "without a recording the usage is released: %s",
  (type) => {
    const { state, effects } = transition(inStatus("TORECORD"), EVENTS[type], NOW);
    expect(state?.usage).toBe("released");
    expect(effects).toContainEqual({ type: "release-usage" });
  },
);

test("the limit is a rejection with its own reason, another refusal is an error with its reason", () => {
  expect(follow(inStatus("SCHEDULE"), [EVENTS["call-refused"]])).toMatchObject({ status: "REJECTED", reason: "limit" });
  const failed = follow(inStatus("TORECORD"), [{ type: "call-refused", run: 1, reason: "join-failed" }]);
  expect(failed).toMatchObject({ status: "ERROR_RECORDED", reason: "join-failed" });
});

test("a call that fails after some of its recording was stored is still transcribed", () => {
  const state = follow(inStatus("RECORDING"), [EVENTS["call-failed"]]);
  expect(state).toMatchObject({
    status: "TRANSCRIBING",
    usage: "counted",
    call: { end: "recorder-lost", durationMs: 60_000 },
  });
});

test.each(["RECORDING", "TRANSCRIBING", "SUMMARIZED"] as const)(
  "a call that left no file is awaited no longer: %s",
  (status) => {
    const state = follow(inStatus(status), [EVENTS["call-failed"]]);
    expect(state.media).toEqual({ kind: "missing" });
    // The windows that it left may go by a rule once they are transcribed.
    expect(isRecordingRead(state)).toBe(status === "SUMMARIZED");
  },
);

test("a call that recorded nothing awaits no file", () => {
  const state = follow(inStatus("RECORDING", { windows: [] }), [EVENTS["call-failed"]]);
  expect(state).toMatchObject({ status: "ERROR_RECORDED", media: { kind: "missing" } });
});

test("windows that were recognised during the call leave only the merge for its end", () => {
  const before = follow(inStatus("RECORDING"), [EVENTS["window-recognised"]]);
  const { state, effects } = transition(before, EVENTS["call-ended"], NOW);
  expect(state).toMatchObject({ status: "RECORDED", call: { end: "meeting-ended", stoppedAt: 4000 } });
  expect(effects.map(effectKey)).toEqual(["1/merge-windows"]);
});

test("a call without any recorded window ends without a summary and without an error", () => {
  const silent = { ...inStatus("RECORDING"), windows: [] } as MeetingState;
  const ended = follow(silent, [EVENTS["call-ended"], { type: "transcript-merged", run: 1, segments: 0 }]);
  expect(ended).toMatchObject({ status: "SKIPPED_SUMMARY", reason: "no-speech", usage: "counted" });
});

test("an engine that is down during the call does not stop the recording, and is asked again at its end", () => {
  const failed = transition(inStatus("RECORDING"), EVENTS["transcription-failed"], NOW);
  expect(failed.state).toMatchObject({ status: "RECORDING", usage: "counted" });
  const { effects } = transition(failed.state, EVENTS["call-ended"], NOW);
  expect(effects.map(effectKey)).toEqual(["1/transcribe-window/1"]);
});

test("a window is wanted while the call is recorded, and no longer once it is recognised", () => {
  const effect = { type: "transcribe-window", run: 1, index: 1 } as const;
  expect(isStillWanted(inStatus("RECORDING"), effect)).toBe(true);
  expect(isStillWanted(follow(inStatus("RECORDING"), [EVENTS["window-recognised"]]), effect)).toBe(false);
});

test("an answer for an earlier place and time is ignored", () => {
  const changed = follow(inStatus("SCHEDULE"), [{ ...EVENTS["call-changed"], joinAt: 90_000 }]);
  expect(changed).toMatchObject({ status: "SCHEDULE", run: 2, call: { place: { roomKey: "xyz-xyzx-xyz" } } });
  expect(follow(changed, [EVENTS["call-due"]])).toBe(changed);
  expect(follow({ ...changed, status: "TORECORD" }, [EVENTS["call-joined"]]).call?.callId).toBeNull();
});

test("a call that waits in the lobby and is given another time leaves, and comes back then", () => {
  const event = { type: "call-changed", place: PLACE, joinAt: 90_000 } as const;
  const { state, effects } = transition(inStatus("TORECORD"), event, NOW);
  expect(state).toMatchObject({
    status: "SCHEDULE",
    usage: "released",
    call: { callId: null, turn: 0, lobbyState: null },
  });
  expect(effects).toEqual([
    { type: "release-usage" },
    { type: "leave-call", run: 1, callId: CALL_ID },
    { type: "join-call", run: 2, at: 90_000 },
  ]);
});

test("when no one answered, the same meeting goes to the lobby once more, for half an hour and only once", () => {
  const rejected = inStatus("REJECTED", { reason: "not-admitted", since: NOW - 1 });
  const { state, effects } = transition(rejected, { type: "asked-again" }, NOW);
  expect(state).toMatchObject({ status: "TORECORD", run: 2, usage: "released", call: { callId: null, turn: 0 } });
  expect(state).not.toHaveProperty("reason");
  expect(effects).toEqual([
    { type: "leave-call", run: 1, callId: CALL_ID },
    { type: "join-call", run: 2, at: null },
  ]);
  const late = { ...rejected, since: NOW - CALL_ASK_AFTER_END_MS_MAX };
  const denied = inStatus("REJECTED", { reason: "denied", since: NOW });
  const twice = { ...rejected, call: { ...newCallFact(PLACE), sentAgain: true } } as MeetingState;
  for (const other of [late, denied, twice]) expect(transition(other, { type: "asked-again" }, NOW).state).toBe(other);
});

const MINUTE_MS = 60_000;
const unanswered = (over: Partial<CallFactPlace>, reason: CallRejection, triedAgain?: number) => {
  const state = inStatus("TORECORD");
  const call = { ...newCallFact({ ...PLACE, ...over }), ...(triedAgain ? { triedAgain } : {}), callId: CALL_ID };
  const { published } = EVENTS["call-rejected"];
  return transition({ ...state, call }, { type: "call-rejected", published: { ...published, reason, turn: 9 } }, NOW);
};

test.each([
  { title: "the call is planned to go on", over: { platform: "zoom", plannedEndsAt: NOW + MINUTE_MS } },
  { title: "Google's request ended before the person's time", over: { platform: "meet" } },
] as const)("Acta asks again by itself after nobody had answered: $title", ({ over }) => {
  for (const reason of ["not-admitted", "host-absent"] as const) {
    const { state, effects } = unanswered({ waitMinutes: 20, ...over }, reason);
    expect(state).toMatchObject({
      status: "TORECORD",
      run: 2,
      usage: "released",
      call: { callId: null, triedAgain: 1 },
    });
    expect(effects).toEqual([
      { type: "release-usage" },
      { type: "leave-call", run: 1, callId: CALL_ID },
      { type: "join-call", run: 2, at: null },
    ]);
  }
});

test.each([
  { over: { platform: "zoom", plannedEndsAt: NOW }, reason: "not-admitted" },
  { over: { platform: "zoom", plannedEndsAt: NOW + MINUTE_MS }, reason: "not-admitted", triedAgain: 1 },
  { over: { platform: "meet", plannedEndsAt: NOW }, reason: "not-admitted", triedAgain: 1 },
  { over: { platform: "zoom", plannedEndsAt: NOW + MINUTE_MS }, reason: "denied" },
] as const)("Acta does not ask again by itself: $over, $reason after $triedAgain tries; a person can", (tried) => {
  const { state } = unanswered(
    { waitMinutes: 20, ...tried.over },
    tried.reason,
    "triedAgain" in tried ? tried.triedAgain : 0,
  );
  expect(state).toMatchObject({ status: "REJECTED", reason: tried.reason });
  if (tried.reason === "denied" || state === null) return;
  expect(transition(state, { type: "asked-again" }, NOW + 1).state).toMatchObject({ status: "TORECORD", run: 2 });
});

test("another planned end does not send the bot away from the lobby", () => {
  const waiting = inStatus("TORECORD");
  const place = { ...(waiting.call?.place ?? PLACE), plannedEndsAt: NOW + MINUTE_MS };
  const { state, effects } = transition(waiting, { type: "call-changed", place, joinAt: null }, NOW);
  expect(state).toMatchObject({ run: 1, call: { callId: CALL_ID, place } });
  expect(effects).toEqual([]);
});

test("a removed meeting leaves its call", () => {
  const { effects } = transition(inStatus("RECORDING"), { type: "discarded" }, NOW);
  expect(effects).toEqual([{ type: "remove-content", usage: "counted", leave: CALL_ID }]);
  expect(transition(inStatus("SCHEDULE"), { type: "discarded" }, NOW).effects).toEqual([
    { type: "remove-content", usage: "released" },
  ]);
});

test("for any order of events, usage counts only after a recording, and turns only grow", () => {
  const anyEvent = fc
    .constantFrom(...Object.values(EVENTS))
    .chain((event) =>
      fc
        .integer({ min: 1, max: 40 })
        .map((turn) => ("published" in event ? { ...event, published: { ...event.published, turn } } : event)),
    );
  fc.assert(
    fc.property(fc.array(anyEvent as fc.Arbitrary<MeetingEvent>, { maxLength: 40 }), (events) => {
      let state: MeetingState | null = newCall(PLACE, "SCHEDULE", 1);
      let recorded = false;
      let turn = 0;
      for (const event of events) {
        const run: number = state?.run ?? 0;
        const ours = "run" in event ? { ...event, run } : event;
        const before: MeetingState | null = state;
        state = transition(state, ours, NOW).state;
        recorded ||= state?.status === "RECORDING";
        const now: number = state?.call?.turn ?? 0;
        const facts = {
          staysGone: before !== null || state === null,
          countsOnlyRecorded: recorded || state?.usage !== "counted",
          turnsGrow: state === null || state.run !== before?.run || now >= turn,
          isOverOnceStopped: !recorded || (state?.call?.stoppedAt ?? null) === null || state?.status !== "RECORDING",
        };
        turn = now;
        expect(Object.entries(facts).filter(([, holds]) => !holds)).toEqual([]);
      }
    }),
  );
});

test("a transcript can be given for a call once its file is stored, and a file that is stored again leaves it", () => {
  expect(takesTranscript(inStatus("SUMMARIZED", { media: { kind: "arriving" } }))).toBe(false);
  const version = { sizeBytes: 1000, etag: "etag-1" };
  const media = { kind: "landed", key: "k", version, durationMs: 60_000, transcriptSource: "speech" } as const;
  const given = transition(inStatus("SUMMARIZED", { media }), EVENTS["transcript-given"], NOW).state;
  expect(given).toMatchObject({ status: "TRANSCRIBING", media: { transcriptSource: "given", durationMs: 60_000 } });
  const stored = transition(given, EVENTS["call-stored"], NOW).state;
  expect(stored?.media).toMatchObject({ kind: "landed", transcriptSource: "given" });
});
