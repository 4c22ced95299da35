import { expect, test } from "vitest";
import { comparable } from "#tests/crash/crash-bench.ts";
import {
  bucket,
  type Case,
  crashesOfThisFile,
  database,
  expectPayments,
  IN_FLIGHT,
  killedWhen,
  storage,
  TEST_MS_MAX,
} from "#tests/crash/crashes.ts";

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

test.each(CASES)("killed when %s (%s)", { timeout: TEST_MS_MAX }, async (_name, when, steps, again) => {
  const { bench, undisturbed } = crashes();
  const remains = await killedWhen(bench, await bench.stopsAt({ steps, when }));
  expect(comparable(remains)).toEqual(comparable(undisturbed));
  expectPayments(bench, again);
});

test.each([
  ["the first windows are with the speech engine", "speech", IN_FLIGHT, IN_FLIGHT],
  ["the summary is with the language model", "language", 1, 0],
] as const)("killed when %s", { timeout: TEST_MS_MAX }, async (_name, engine, questions, again) => {
  const { bench, undisturbed } = crashes();
  const remains = await killedWhen(bench, bench.keepsSilent(engine, questions));
  expect(comparable(remains)).toEqual(comparable(undisturbed));
  expectPayments(bench, again);
});
