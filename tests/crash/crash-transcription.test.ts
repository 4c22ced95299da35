import { expect, test } from "vitest";
import {
  bucket,
  type Case,
  crashesOfThisFile,
  database,
  endOf,
  expectPayments,
  IN_FLIGHT,
  killedTogether,
  storage,
  upload,
} from "#tests/crash/crashes.ts";
import { expectQuestions, MINUTES_QUESTIONS, TEST_MS_MAX } from "#tests/crash/kill-together.ts";

/** Kills from the first attempt at a window to the summary's last trace. */

const crashes = crashesOfThisFile();

const TEXT = storage("INSERT OR REPLACE INTO recognised_windows");
const PROJECTION = database('insert into "meetings"');
const CASES: Case[] = [
  ["an attempt is counted", "before", [storage("SET attempts = attempts + 1 WHERE key")], IN_FLIGHT],
  ["a window is looked up", "after", [bucket("list", "/text/")], IN_FLIGHT],
  ["a window is cut out", "before", [bucket("list", "/text/"), bucket("get", "original-")], IN_FLIGHT],
  ["a window is cut out", "after", [bucket("list", "/text/"), bucket("get", "original-")], IN_FLIGHT],
  ["a recognised window is put into R2", "before", [bucket("put", "/text/")], IN_FLIGHT],
  ["a recognised window is put into R2", "after", [bucket("put", "/text/")], IN_FLIGHT - 1],
  ["a window enters the meeting", "before", [TEXT], IN_FLIGHT - 1],
  ["the last window enters the meeting", "before", [TEXT, TEXT, TEXT, TEXT], 0],
  ["progress is told to the list", "before", [TEXT, PROJECTION], IN_FLIGHT],
  ["progress is told to the list", "after", [TEXT, PROJECTION], IN_FLIGHT],
  ["the windows are merged", "before", [storage("DELETE FROM segments")], 0],
  ["the merged segments are saved", "before", [storage("INSERT INTO segments"), storage("INSERT INTO segments")], 0],
  ["the summary is saved", "before", [storage("INSERT INTO summaries")], 0],
  [
    "the end is told to the list, when pages know it already",
    "before",
    [storage("INSERT INTO summaries"), PROJECTION],
    0,
  ],
  [
    "the end is told to the list, and its cursor does not know it",
    "after",
    [storage("INSERT INTO summaries"), PROJECTION],
    0,
  ],
];

const endOfCase = killedTogether(crashes, CASES);

test.each(CASES)("killed when %s (%s)", { timeout: TEST_MS_MAX }, async (name, when, _steps, again) => {
  const { meeting, payments, ...group } = await endOfCase(name, when);
  expect(meeting).toEqual(crashes().undisturbed.meeting);
  expectPayments(payments, again);
  expectQuestions(group, MINUTES_QUESTIONS);
});

test("killed when one summary is with the language model, and the first windows of another meeting with the speech engine", {
  timeout: TEST_MS_MAX,
}, async () => {
  const { bench, undisturbed } = crashes();
  bench.language.asked = [];
  const summarising = bench.keepsSilent("language", 1);
  const first = upload(bench, await bench.subject());
  await summarising.struck;
  const recognising = bench.keepsSilent("speech", IN_FLIGHT);
  const second = upload(bench, await bench.subject());
  await recognising.struck;
  await bench.killAndStart();
  for (const [sent, again] of [
    [first, 0],
    [second, IN_FLIGHT],
  ] as const) {
    const { meeting, payments } = await endOf(bench, await sent);
    expect(meeting).toEqual(undisturbed.meeting);
    expectPayments(payments, again);
  }
  expectQuestions({ asked: bench.language.asked.length, together: 2 }, MINUTES_QUESTIONS);
});
