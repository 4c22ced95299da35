import { expect, test } from "vitest";
import type { RecognisedWindow } from "#app/domain/transcript/segment.ts";
import { labelNumber } from "#app/domain/transcript/speaker-label.ts";
import { runAtOnce } from "#app/domain/turns.ts";
import { giveVoices } from "#app/domain/voices/give-speakers.ts";
import { relabelSegments } from "#app/domain/voices/relabel-segments.ts";
import { voiceLabel } from "#app/domain/voices/voice-label.ts";

const TURNS = [
  { person: 0, startMs: 0, endMs: 4000 },
  { person: 1, startMs: 4000, endMs: 9000 },
  { person: 0, startMs: 8000, endMs: 12_000 },
];

function aSegment(startMs: number, count: number) {
  const words = Array.from({ length: count }, (_, at) => ({
    startMs: startMs + at * 500,
    endMs: startMs + at * 500 + 400,
    text: `w${at}`,
  }));
  const text = words.map((word) => word.text).join(" ");
  return { startMs, endMs: startMs + count * 500, text, speaker: null, words };
}

const given = (segments: RecognisedWindow["segments"]) =>
  runAtOnce(giveVoices([{ index: 0, startMs: 0, endMs: 20_000, segments }], TURNS, "en"))[0]?.segments ?? [];

test("a segment that two people share is cut between words", () => {
  const segments = given([aSegment(2000, 8)]);
  expect(segments.map(({ speaker, text }) => [speaker, text])).toEqual([
    ["Speaker 1", "w0 w1 w2 w3"],
    ["Speaker 2", "w4 w5 w6 w7"],
  ]);
});

test("words that are said while two people speak stay with the words before them", () => {
  const segments = given([aSegment(7000, 6)]);
  expect(segments.map(({ speaker, text }) => [speaker, text])).toEqual([
    ["Speaker 2", "w0 w1 w2 w3"],
    ["Speaker 1", "w4 w5"],
  ]);
});

test("words only in an overlap, or where no voice was found, have no speaker", () => {
  expect(given([aSegment(8100, 1)]).map(({ speaker }) => speaker)).toEqual([null]);
  expect(given([aSegment(15_000, 4)]).map(({ speaker }) => speaker)).toEqual([null]);
});

test.each(["en", "es", "ca", "fr"] as const)("labels in %s are known as labels, not as names", (language) => {
  expect(labelNumber(voiceLabel(2, language))).toBe("3");
});

test("people who are found again keep the labels under which most of their words stood", () => {
  const segments = [
    { id: "a", startMs: 0, endMs: 4000, speaker: "Speaker 2" },
    { id: "b", startMs: 4200, endMs: 7900, speaker: "Speaker 1" },
    { id: "c", startMs: 9200, endMs: 11_900, speaker: "Speaker 2" },
    { id: "d", startMs: 15_000, endMs: 16_000, speaker: "Speaker 1" },
  ];
  expect([...relabelSegments(segments, TURNS, { language: "en" }).values()]).toEqual([
    "Speaker 2",
    "Speaker 1",
    "Speaker 2",
    null,
  ]);
});

test("a person who was not told apart before gets a label that nobody has", () => {
  const segments = [
    { id: "a", startMs: 0, endMs: 3900, speaker: "Speaker 1" },
    { id: "b", startMs: 4200, endMs: 7900, speaker: "Speaker 1" },
    { id: "c", startMs: 9200, endMs: 11_900, speaker: "Speaker 1" },
  ];
  expect([...relabelSegments(segments, TURNS, { language: "en" }).values()]).toEqual([
    "Speaker 1",
    "Speaker 2",
    "Speaker 1",
  ]);
});
