import { expect, test } from "vitest";
import { effectKey, isStillWanted, type MeetingEffect } from "#app/domain/meeting/effects.ts";
import type { MeetingEvent } from "#app/domain/meeting/events.ts";
import { transition } from "#app/domain/meeting/machine.ts";
import { type MeetingState, newUpload } from "#app/domain/meeting/states.ts";

/** A recording whose windows are known only after a scan of the whole file. */

const NOW = 5_000;
const VERSION = { sizeBytes: 1000, etag: "etag-1" };
const ACCEPTED: MeetingEvent = {
  type: "upload-accepted",
  version: VERSION,
  durationMs: null,
  transcriptSource: null,
  windows: [],
};
const SCANNED = {
  type: "recording-scanned" as const,
  run: 1,
  durationMs: 450_000,
  transcriptSource: "speech" as const,
  windows: [
    { index: 0, startMs: 0, endMs: 300_000 },
    { index: 1, startMs: 300_000, endMs: 450_000 },
  ],
};

function follow(from: MeetingState, events: MeetingEvent[]): { state: MeetingState; effects: MeetingEffect[] } {
  const effects: MeetingEffect[] = [];
  let state = from;
  for (const event of events) {
    const next = transition(state, event, NOW);
    if (next.state === null) throw new Error("the meeting is gone");
    state = next.state;
    effects.push(...next.effects);
  }
  return { state, effects };
}

test("a recording that must be scanned stays recorded until its windows are known, and then continues as any other", () => {
  const accepted = follow(newUpload(1), [ACCEPTED]);
  expect(accepted.state).toMatchObject({ status: "RECORDED", usage: "counted", windows: [] });
  expect(accepted.effects.map(effectKey)).toEqual(["usage", "1/scan-recording"]);
  expect(isStillWanted(accepted.state, { type: "scan-recording", run: 1 })).toBe(true);
  const scanned = follow(accepted.state, [SCANNED]);
  expect(scanned.state).toMatchObject({
    status: "RECORDED",
    media: { durationMs: 450_000, transcriptSource: "speech", version: VERSION },
  });
  expect(scanned.effects.map(effectKey)).toEqual(["1/transcribe-window/0", "1/transcribe-window/1"]);
  expect(isStillWanted(scanned.state, { type: "scan-recording", run: 1 })).toBe(false);
  expect(transition(scanned.state, SCANNED, NOW).state).toBe(scanned.state);
});

test("a recording that a scan refuses is an error with its reason, and does not count", () => {
  const { state, effects } = follow(newUpload(1), [ACCEPTED, { type: "recording-lost", run: 1, reason: "truncated" }]);
  expect(state).toMatchObject({ status: "ERROR_RECORDED", reason: "truncated", usage: "released" });
  expect(effects.at(-1)).toEqual({ type: "release-usage" });
});

test("a scan that failed can be retried by a person", () => {
  const failed = follow(newUpload(1), [ACCEPTED, { type: "transcription-failed", run: 1, reason: "internal" }]);
  expect(failed.state).toMatchObject({ status: "ERROR_TRANSCRIPT", usage: "released" });
  const retried = follow(failed.state, [{ type: "retry-asked" }]);
  expect(retried.effects.map(effectKey)).toEqual(["usage", "2/scan-recording"]);
  const scanned = follow(retried.state, [{ ...SCANNED, run: 2 }]);
  expect(scanned.effects.map(effectKey)).toEqual(["2/transcribe-window/0", "2/transcribe-window/1"]);
});
