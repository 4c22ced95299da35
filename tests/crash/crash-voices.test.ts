import { expect, test } from "vitest";
import {
  bucket,
  type Case,
  crashesOfThisFile,
  endOf,
  expectPayments,
  IN_FLIGHT,
  killedTogether,
  upload,
  WINDOWS,
} from "#tests/crash/crashes.ts";
import { TEST_MS_MAX } from "#tests/crash/kill-together.ts";
import type { Talk } from "#tests/support/voice-frames.ts";

/** Kills while the voices of a recording are found and stored: each meeting ends with the speakers of an undisturbed one. */

/** Two people in turn, in each window. */
const TALK: Talk[] = Array.from({ length: 31 }, (_, at) => ({
  person: at % 2,
  startMs: at * 10_000,
  endMs: at * 10_000 + 9500,
}));
const crashes = crashesOfThisFile(TALK);

const CASES: Case[] = [
  ["the voices of a window are put into R2", "before", [bucket("put", "/voices/")], IN_FLIGHT],
  ["the voices of a window are put into R2", "after", [bucket("put", "/voices/")], IN_FLIGHT],
];
const endOfCase = killedTogether(crashes, CASES);

test.each(CASES)("killed when %s (%s)", { timeout: TEST_MS_MAX }, async (name, when, _steps, again) => {
  const { meeting, payments } = await endOfCase(name, when);
  expect(meeting).toEqual(crashes().undisturbed.meeting);
  expectPayments(payments, again);
});

test("killed while the voices of the first windows are being found", { timeout: TEST_MS_MAX }, async () => {
  const { bench, undisturbed } = crashes();
  const finding = bench.keepsSilent("voices", IN_FLIGHT);
  const sent = upload(bench, await bench.subject());
  await finding.struck;
  await bench.killAndStart();
  const { meeting, payments } = await endOf(bench, await sent);
  expect(new Set(meeting.segments?.map(({ speaker }) => speaker))).toEqual(
    // Words between two turns are nobody's.
    new Set(["Speaker 1", "Speaker 2", null]),
  );
  expect(meeting.keys.filter((key) => key.includes("/voices/"))).toHaveLength(WINDOWS);
  expect(meeting).toEqual(undisturbed.meeting);
  expectPayments(payments, IN_FLIGHT);
});
