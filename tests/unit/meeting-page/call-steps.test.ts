import { expect, test } from "vitest";
import type { CallView, MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { CALL_REASONS } from "#app/domain/meeting/status.ts";
import { CALL_ADVICE } from "#app/i18n/call-advice.ts";
import { buildCallSteps } from "#app/features/meeting/call/call-log.tsx";
import { isBeforeCall, showsCall, showsRecorder } from "#app/features/meeting/call/call-part.tsx";
import { recordedMs, rulerScaleMs } from "#app/features/meeting/call/recording-clock.ts";
import { call } from "#app/i18n/en/call.ts";
import { call as other } from "#tests/unit/meeting-page/build-call.ts";
import { head } from "#tests/unit/meeting-page/build-view.ts";

const at = (status: MeetingHead["status"], seconds: number, reason: string | null = null) => ({
  at: seconds * 1000,
  status,
  reason,
});
const shown = (status: MeetingHead["status"], timeline: MeetingHead["timeline"], more: Partial<CallView> = {}) =>
  buildCallSteps({ status, timeline, call: other(more) }).map(({ kind, name }) => `${kind} ${name}`);

const PLANNED = [at("SCHEDULE", 0)];
const OPENED = [at("TORECORD", 10)];
const RECORDING = [...OPENED, at("RECORDING", 60)];

test.each([
  ["planned", "SCHEDULE", PLANNED, {}, ["now planned", "next opened", "next recording", "next summary"]],
  [
    "in the lobby already",
    "TORECORD",
    OPENED,
    { lobbyState: "connecting" },
    ["now opening", "next recording", "next summary"],
  ],
  [
    "waiting to be let in",
    "TORECORD",
    OPENED,
    { lobbyState: "waiting", lobbySince: 12_000 },
    ["done opened", "now waiting", "next recording", "next summary"],
  ],
  [
    "waiting for the host",
    "TORECORD",
    [...PLANNED, ...OPENED],
    { lobbyState: "host-absent", lobbySince: 12_000 },
    ["done planned", "done opened", "now hostAbsent", "next recording", "next summary"],
  ],
  ["recording", "RECORDING", RECORDING, { recordingSince: 60_000 }, ["done opened", "now recording", "next summary"]],
  [
    "stopping",
    "RECORDING",
    RECORDING,
    { recordingSince: 60_000, stopping: true },
    ["done opened", "done recording", "now stopping", "next summary"],
  ],
  [
    "stopped, the last words to be written",
    "TRANSCRIBING",
    [...RECORDING, at("RECORDED", 90), at("TRANSCRIBING", 90)],
    { recordingSince: 60_000, stoppedAt: 90_000, end: "stopped" },
    ["done opened", "done recording", "done stopped", "now transcribing", "next summary"],
  ],
  [
    "being summarised",
    "LLMING",
    [...RECORDING, at("RECORDED", 90), at("TRANSCRIBING", 90), at("LLMING", 95)],
    { recordingSince: 60_000, stoppedAt: 90_000, end: "stopped" },
    ["done opened", "done recording", "done stopped", "done transcribing", "now summary"],
  ],
  ["rejected", "REJECTED", [...OPENED, at("REJECTED", 700, "denied")], {}, ["done opened", "bad ended"]],
] as const)("the log of a call that is %s", (_name, status, timeline, more, lines) => {
  expect(shown(status, [...timeline], more)).toEqual(lines);
});

test("an upload has no call section on the page", () => {
  expect([showsCall(head()), showsRecorder(head()), isBeforeCall(head())]).toEqual([false, false, false]);
});

test.each([
  ["SCHEDULE", null, {}, [true, false, true]],
  ["TORECORD", null, { lobbyState: "waiting" }, [true, false, true]],
  ["RECORDING", null, { recordingSince: 1 }, [true, true, false]],
  ["TRANSCRIBING", null, { recordingSince: 1, stoppedAt: 2 }, [true, true, false]],
  ["SUMMARIZED", null, { recordingSince: 1, stoppedAt: 2 }, [false, false, false]],
  ["REJECTED", "denied", {}, [true, false, false]],
  ["ERROR_RECORDED", "captcha", {}, [true, false, false]],
  ["ERROR_TRANSCRIPT", "speech-unavailable", { recordingSince: 1, stoppedAt: 2 }, [false, false, false]],
] as const)("%s (%s): call's part, recorder, nothing to read yet", (status, reason, more, parts) => {
  const one = head({ status, reason, call: other(more) });
  expect([showsCall(one), showsRecorder(one), isBeforeCall(one)]).toEqual(parts);
});

test("the recorded length grows with the clock, and stops once it is final", () => {
  const running = head({ durationMs: null, call: other({ recordingSince: 1000, landedMs: 20_000 }) });
  expect(recordedMs(running, null)).toBe(20_000);
  expect(recordedMs(running, 61_000)).toBe(60_000);
  // The last pieces are in flight: everything said before the click is recorded, stored or not.
  const stopping = head({ durationMs: null, call: other({ recordingSince: 1000, landedMs: 20_000, stopping: true }) });
  expect(recordedMs(stopping, 61_000)).toBe(60_000);
  const over = head({ durationMs: 59_000, call: other({ recordingSince: 1000, stoppedAt: 62_000 }) });
  expect(recordedMs(over, 900_000)).toBe(59_000);
});

test.each([
  [0, 10],
  [9, 10],
  [10, 20],
  [41, 60],
  [200, 240],
  [235, 259],
])("after %i minutes the ruler is %i minutes long", (recorded, scale) => {
  expect(rulerScaleMs(recorded * 60_000)).toBe(scale * 60_000);
});

test("every end of a call has a text that says what can be done", () => {
  for (const reason of CALL_REASONS) {
    expect(CALL_ADVICE[reason].steps.length).toBeGreaterThan(0);
    for (const step of CALL_ADVICE[reason].steps) expect(call.advice[step]).toBeTypeOf("string");
  }
});
