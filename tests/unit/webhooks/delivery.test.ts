import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, SECOND_MS } from "#app/domain/limits/units.ts";
import { SEND_RETRY_AFTER_MS_MAX } from "#app/domain/limits/deliveries.ts";
import { outcomeOf } from "#app/domain/deliveries/delivery.ts";
import { occurrencesOf, readTimes, type ReportedMeeting } from "#app/domain/webhooks/webhook.ts";

const NOW = Date.UTC(2026, 10, 26, 12);

test.each([
  [200, "sent"],
  [202, "sent"],
  [204, "sent"],
  [301, "parked"],
  [308, "parked"],
  [400, "parked"],
  [401, "parked"],
  [403, "later"],
  [404, "later"],
  [408, "later"],
  [409, "later"],
  [410, "parked"],
  [422, "parked"],
  [425, "later"],
  [429, "later"],
  [500, "later"],
  [503, "later"],
])("an answer of %i is %s", (status, kind) => {
  expect(outcomeOf(status, null, NOW)).toMatchObject({ kind, status });
});

test.each([
  ["120", 120 * SECOND_MS],
  ["Thu, 26 Nov 2026 13:00:00 GMT", HOUR_MS],
  ["Thu, 26 Nov 2026 11:00:00 GMT", 0],
  ["99999999999999999999", SEND_RETRY_AFTER_MS_MAX],
  ["soon", 0],
  ["-5", 0],
  ["", 0],
])("Retry-After %s is a wait of %i ms", (text, delayMs) => {
  expect(outcomeOf(429, text, NOW)).toMatchObject({ kind: "later", delayMs });
});

const MEETING: ReportedMeeting = {
  meetId: "m",
  workspaceId: "w",
  createdBy: "w",
  title: "",
  startsAt: NOW,
  language: "en",
  people: [],
  status: "TRANSCRIBING",
  reason: null,
  startedAt: 1,
  transcriptAt: null,
  summaryAt: null,
  changedAt: 9,
  tasks: [],
};
const CHANGED = { kind: "status-changed", id: 7, at: 9 } as const;

test.each<[string, Partial<ReportedMeeting>, string[]]>([
  ["waits for its call", { status: "SCHEDULE", startedAt: null }, []],
  ["is being transcribed", {}, ["meeting.started/"]],
  ["has gone on to its minutes", { status: "LLMING", transcriptAt: 2 }, ["meeting.started/", "transcript.ready/2"]],
  [
    "has its minutes",
    { status: "SUMMARIZED", transcriptAt: 2, summaryAt: 3 },
    ["meeting.started/", "transcript.ready/2", "meeting.summarized/3"],
  ],
  [
    "failed at its minutes",
    { status: "ERROR_SUMMARY", transcriptAt: 2, reason: "summary-unavailable" },
    ["meeting.started/", "transcript.ready/2", "meeting.failed/9"],
  ],
  ["was refused", { status: "REJECTED", startedAt: null, reason: "denied" }, ["meeting.failed/9"]],
  ["was called off", { status: "REJECTED", startedAt: null, reason: "cancelled" }, []],
])("of a meeting that %s is told what has happened so far", (_title, over, expected) => {
  const happened = occurrencesOf(CHANGED, { ...MEETING, ...over });
  expect(happened.map(({ event, key }) => `${event}/${key}`)).toEqual(expected);
});

test("each change of tasks is told, and changes of details and corrections are not", () => {
  expect(occurrencesOf({ kind: "tasks-changed", id: 7, at: NOW - DAY_MS }, MEETING)).toEqual([
    { event: "task.changed", key: "7", at: NOW - DAY_MS },
  ]);
  for (const kind of ["details-changed", "transcript-changed", "edits-changed", "meeting-restored"] as const) {
    expect(occurrencesOf({ kind, id: 7, at: NOW }, MEETING)).toEqual([]);
  }
});

test("minutes that are written again make no other transcript, and one that is recognised again does", () => {
  const timeline = (["TORECORD", "RECORDED", "TRANSCRIBING", "TRANSCRIPTED", "LLMING", "SUMMARIZED"] as const).map(
    (status, index) => ({ status, at: index + 1 }),
  );
  const again = [...timeline, { status: "LLMING", at: 7 } as const, { status: "SUMMARIZED", at: 8 } as const];
  expect(readTimes(again)).toEqual({ startedAt: 2, transcriptAt: 4 });
  const other = [...again, { status: "TRANSCRIBING", at: 9 } as const, { status: "TRANSCRIPTED", at: 10 } as const];
  expect(readTimes(other)).toEqual({ startedAt: 2, transcriptAt: 10 });
  expect(readTimes([{ status: "SCHEDULE", at: 1 }])).toEqual({ startedAt: null, transcriptAt: null });
});
