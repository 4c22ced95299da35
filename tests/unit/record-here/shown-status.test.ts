import { expect, test } from "vitest";
import type { CallView } from "#app/contracts/meeting/meeting-view.ts";
import type { MeetingStatus } from "#app/domain/meeting/status.ts";
import type { SessionPhase } from "#app/features/here/session/session-state.ts";
import { withStopped } from "#app/features/here/session/shown-meetings.ts";
import { shownStatus } from "#app/features/here/session/shown-status.ts";

const HERE: CallView = {
  platform: "here",
  lobbyState: null,
  lobbySince: null,
  lobbyUntil: null,
  recordingSince: 1,
  landedMs: 0,
  warning: null,
  stopping: false,
  stoppedAt: null,
  end: null,
  count: null,
  people: [],
  missing: [],
};

test.each<[string, MeetingStatus, CallView | undefined, SessionPhase | null, MeetingStatus]>([
  ["a recording that goes on", "RECORDING", HERE, "recording", "RECORDING"],
  ["one of another tab", "RECORDING", HERE, null, "RECORDING"],
  ["one that was stopped here, and the server does not know", "RECORDING", HERE, "stopping", "RECORDED"],
  ["one that the server has, and has not ended", "RECORDING", HERE, "over", "RECORDED"],
  ["one that was stopped elsewhere", "RECORDING", { ...HERE, stopping: true }, null, "RECORDED"],
  ["one that the server takes no more", "RECORDING", HERE, "gone", "RECORDING"],
  ["a bot that leaves", "RECORDING", { ...HERE, platform: "meet", stopping: true }, null, "RECORDING"],
  ["a later status", "TRANSCRIBING", HERE, "over", "TRANSCRIBING"],
  ["an upload", "TRANSCRIBING", undefined, null, "TRANSCRIBING"],
])("the badge of %s", (_name, status, call, phase, shown) => {
  expect(shownStatus({ status, ...(call && { call }) }, phase)).toBe(shown);
});

test("a list shows the recording that this tab has stopped as recorded, and no other", () => {
  const listed = [
    { id: "own", status: "RECORDING", platform: "here" },
    { id: "other", status: "RECORDING", platform: "here" },
    { id: "call", status: "RECORDING", platform: "meet" },
  ] as const;
  expect(withStopped(listed, "own").map(({ status }) => status)).toEqual(["RECORDED", "RECORDING", "RECORDING"]);
  expect(withStopped(listed, null)).toEqual(listed);
  expect(withStopped([{ ...listed[0], status: "TRANSCRIBING" }], "own")[0]?.status).toBe("TRANSCRIBING");
});
