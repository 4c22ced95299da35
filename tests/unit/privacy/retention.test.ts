import { expect, test } from "vitest";
import { RETENTION_NOTICE_MS } from "#app/domain/limits/account.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import {
  KEEP_EVERYTHING,
  type RetentionFacts,
  retentionPlan,
  type RetentionRule,
  retentionWarnings,
  type RetentionWarned,
} from "#app/domain/privacy/retention.ts";

const STORED_AT = Date.UTC(2026, 10, 1);
const TRANSCRIBED_AT = STORED_AT + 60_000;

const FACTS: RetentionFacts = {
  storedAt: STORED_AT,
  arrivedAt: STORED_AT + 30_000,
  transcribedAt: TRANSCRIBED_AT,
  isRecordingRead: true,
  recordingRemovedAt: null,
  transcriptRemovedAt: null,
  transcriptGivenAt: null,
};

/** The plan of a rule that stood before the meeting was made. */
function planned(rule: Partial<RetentionRule>, facts: Partial<RetentionFacts> = {}) {
  const setting = { rule: { ...KEEP_EVERYTHING, ...rule }, setAt: STORED_AT - DAY_MS };
  return retentionPlan(setting, { ...FACTS, ...facts });
}

test.each<[string, Partial<RetentionRule>, Partial<RetentionFacts>, [string, number][]]>([
  ["nothing is deleted without a rule", {}, {}, []],
  ["a recording goes after its days", { recording: 30 }, {}, [["recording", 30 * DAY_MS]]],
  ["a transcript goes after its days", { transcript: 180 }, {}, [["transcript", 180 * DAY_MS]]],
  ["a meeting goes after its days", { meeting: 365 }, {}, [["meeting", 365 * DAY_MS]]],
  [
    "parts go in the order of their times",
    { recording: 90, transcript: 30, meeting: 365 },
    {},
    [
      ["transcript", 30 * DAY_MS],
      ["recording", 90 * DAY_MS],
      ["meeting", 365 * DAY_MS],
    ],
  ],
  ["a part that goes with its meeting is not named", { recording: 90, meeting: 90 }, {}, [["meeting", 90 * DAY_MS]]],
  ["a recording goes right after transcription", { recording: "transcribed" }, {}, [["recording", 60_000]]],
  ["not before it is transcribed", { recording: "transcribed" }, { transcribedAt: null }, []],
  ["not before all of it is stored and read", { recording: "transcribed" }, { isRecordingRead: false }, []],
  [
    "a recording that took three days to arrive is kept for a day more",
    { recording: 2, meeting: 30 },
    { arrivedAt: STORED_AT + 3 * DAY_MS },
    [
      ["recording", 4 * DAY_MS],
      ["meeting", 30 * DAY_MS],
    ],
  ],
  ["a recording that is gone is not planned again", { recording: 30 }, { recordingRemovedAt: STORED_AT }, []],
  ["nor is a transcript", { transcript: 30 }, { transcriptRemovedAt: STORED_AT }, []],
  [
    "one that was given afterwards goes after as many days",
    { transcript: 30 },
    { transcriptGivenAt: STORED_AT + 40 * DAY_MS },
    [["transcript", 70 * DAY_MS]],
  ],
])("%s", (_name, rule, facts, expected) => {
  expect(planned(rule, facts).map(({ part, at }) => [part, at - STORED_AT])).toEqual(expected);
});

test("a rule that is set later deletes nothing of the meeting in its first day", () => {
  const setAt = STORED_AT + 400 * DAY_MS;
  const rule: RetentionRule = { recording: "transcribed", transcript: 30, meeting: null };
  const plan = retentionPlan({ rule, setAt }, FACTS);
  expect(plan.map(({ at }) => at)).toEqual([setAt + RETENTION_NOTICE_MS, setAt + RETENTION_NOTICE_MS]);
});

test("a time that is further away than the first day stays as it is", () => {
  const setAt = STORED_AT + DAY_MS;
  const plan = retentionPlan({ rule: { ...KEEP_EVERYTHING, recording: 30 }, setAt }, FACTS);
  expect(plan).toEqual([{ part: "recording", at: STORED_AT + 30 * DAY_MS }]);
});

test.each<[string, Partial<RetentionRule>, RetentionWarned, [string, number][]]>([
  ["nothing is warned of without a rule", {}, {}, []],
  ["a part is warned of three days before", { recording: 30 }, {}, [["recording", 27 * DAY_MS]]],
  ["a part that is kept a week or less is not", { recording: 7, transcript: 8 }, {}, [["transcript", 5 * DAY_MS]]],
  ["nor is a recording that goes once it is transcribed", { recording: "transcribed" }, {}, []],
  [
    "each part has its own warning",
    { recording: 30, meeting: 90 },
    { recording: STORED_AT + 30 * DAY_MS },
    [["meeting", 87 * DAY_MS]],
  ],
  [
    "another time is warned of anew",
    { recording: 30 },
    { recording: STORED_AT + 90 * DAY_MS },
    [["recording", 27 * DAY_MS]],
  ],
])("%s", (_what, rule, warned, expected) => {
  const warnings = retentionWarnings(planned(rule), { storedAt: STORED_AT, warned });
  expect(warnings.map(({ part, warnAt }) => [part, warnAt - STORED_AT])).toEqual(expected);
});
