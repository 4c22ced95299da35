import { expect, test } from "vitest";
import type { RecognisedWindow } from "#app/domain/transcript/segment.ts";
import { runAtOnce } from "#app/domain/turns.ts";
import { fillGaps } from "#app/domain/voices/fill-gaps.ts";

/** Voice 0 speaks for the first 20 s, voice 1 until 40 s, voice 2 until 60 s. */
const TURNS = [0, 1, 2].map((person) => ({ person, startMs: person * 20_000, endMs: (person + 1) * 20_000 }));

function aSegment(startMs: number, endMs: number, speaker: string | null): RecognisedWindow["segments"][number] {
  const words = Array.from({ length: (endMs - startMs) / 1000 }, (_, at) => ({
    startMs: startMs + at * 1000,
    endMs: startMs + at * 1000 + 900,
    text: `w${startMs / 1000 + at}`,
  }));
  return { startMs, endMs, speaker, words, text: words.map(({ text }) => text).join(" ") };
}

function filled(...segments: RecognisedWindow["segments"]) {
  const windows = [{ index: 0, startMs: 0, endMs: 60_000, segments }];
  const { windows: after, hasNames } = runAtOnce(fillGaps(windows, TURNS, "en"));
  return { speakers: after.flatMap((window) => window.segments.map(({ speaker }) => speaker)), hasNames, after };
}

test("a gap of a voice that the platform named elsewhere has that name", () => {
  const { speakers, hasNames } = filled(aSegment(0, 12_000, "Marta"), aSegment(13_000, 16_000, null));
  expect(speakers).toEqual(["Marta", "Marta"]);
  expect(hasNames).toBe(true);
});

test("a voice that the platform never named is a number that no name of the call is", () => {
  const segments = [aSegment(0, 12_000, "Speaker 1"), aSegment(21_000, 29_000, null), aSegment(41_000, 49_000, null)];
  expect(filled(...segments).speakers).toEqual(["Speaker 1", "Speaker 2", "Speaker 3"]);
});

test("names of the platform stay, whoever's voice it is", () => {
  const segments = [aSegment(0, 18_000, "Marta"), aSegment(21_000, 38_000, "Pau"), aSegment(38_000, 39_000, "Marta")];
  expect(filled(...segments, aSegment(39_000, 40_000, null)).speakers).toEqual(["Marta", "Pau", "Marta", "Pau"]);
});

test("a voice under two names, or named for a moment only, names nobody", () => {
  const two = [aSegment(0, 8000, "Marta"), aSegment(8000, 16_000, "Pau"), aSegment(16_000, 19_000, null)];
  expect(filled(...two).speakers).toEqual(["Marta", "Pau", null]);
  const brief = [aSegment(0, 3000, "Marta"), aSegment(4000, 19_000, null)];
  expect(filled(...brief).speakers).toEqual(["Marta", null]);
});

test("a voice that says a word or two in a gap is nobody", () => {
  expect(filled(aSegment(0, 12_000, "Marta"), aSegment(21_000, 23_000, null)).speakers).toEqual(["Marta", null]);
});

test("a gap in which two voices speak is cut between words, and no word is lost", () => {
  const { speakers, after } = filled(aSegment(0, 14_000, "Marta"), aSegment(16_000, 26_000, null));
  expect(speakers).toEqual(["Marta", "Marta", "Speaker 1"]);
  expect(after.flatMap(({ segments }) => segments.flatMap(({ text }) => text.split(" ")))).toHaveLength(24);
});

test("words of nobody's voice do not go to the name beside them", () => {
  const own = [aSegment(0, 14_000, "Marta"), aSegment(21_000, 29_000, "Pau"), aSegment(29_000, 38_000, "Nora")];
  expect(filled(...own, aSegment(38_000, 40_000, null)).speakers.at(-1)).toBeNull();
});

test("words at the very end of a voice that says nothing in them are nobody's", () => {
  expect(filled(aSegment(0, 12_000, "Marta"), aSegment(60_000, 62_000, null)).speakers).toEqual(["Marta", null]);
});

test("a call without any name has a number for each voice", () => {
  const { speakers, hasNames } = filled(aSegment(0, 18_000, null), aSegment(21_000, 38_000, null));
  expect(speakers).toEqual(["Speaker 1", "Speaker 2"]);
  expect(hasNames).toBe(false);
});
