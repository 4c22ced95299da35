import { expect, test } from "vitest";
import { matchVoices, type SavedVoice } from "#app/domain/voices/match-voices.ts";
import { VECTOR_LENGTH, VECTOR_UNIT } from "#app/domain/voices/voice-frame.ts";
import { voicePrints } from "#app/domain/voices/voice-prints.ts";
import { framesOf, voiceOf } from "#tests/support/voice-frames.ts";

/** The voices of speakers in a meeting, and their likeness to voices that a person saved. */

const MODEL = "a-model";
const TALK = [
  { person: 0, startMs: 0, endMs: 14_000 },
  { person: 1, startMs: 14_500, endMs: 29_000 },
  { person: 2, startMs: 29_500, endMs: 34_000 },
];
const FRAMES = framesOf(TALK, 35_000).map((frame) => ({ ...frame, model: MODEL }));
const LINES = TALK.map(({ person, ...time }) => ({ label: `Speaker ${person + 1}`, ...time }));

const saved = (name: string, person: number, model = MODEL): SavedVoice => ({ name, model, vector: voiceOf(person) });
const prints = () => voicePrints(LINES, FRAMES, 10_000);

/** A direction between two made-up people. */
function between(one: number, other: number, share: number): Int16Array {
  const vector = new Int16Array(VECTOR_LENGTH);
  vector[one] = Math.round(share * VECTOR_UNIT);
  vector[other] = Math.round(Math.sqrt(1 - share ** 2) * VECTOR_UNIT);
  return vector;
}

test("a print is made of each speaker who is heard alone for long enough", () => {
  expect(prints().map(({ label, model, atMs }) => ({ label, model, atMs }))).toEqual([
    { label: "Speaker 1", model: MODEL, atMs: 0 },
    { label: "Speaker 2", model: MODEL, atMs: 14_500 },
  ]);
  for (const { spokenMs } of prints()) expect(spokenMs).toBeGreaterThan(10_000);
});

test("words while two people speak are in no print", () => {
  const both = FRAMES.map((frame) => ({ ...frame, pieces: frame.pieces.map((each) => ({ ...each, isAlone: false })) }));
  expect(voicePrints(LINES, both, 1)).toEqual([]);
});

test("frames whose model is not known make no print", () => {
  expect(voicePrints(LINES, framesOf(TALK, 35_000), 1)).toEqual([]);
});

test("a speaker who sounds like a saved voice is asked about by its name", () => {
  expect(matchVoices(prints(), [saved("Marta", 1), saved("Joan", 7)])).toEqual([
    { label: "Speaker 2", name: "Marta", atMs: 14_500 },
  ]);
});

test("a voice of another model is compared with nobody", () => {
  expect(matchVoices(prints(), [saved("Marta", 1, "another-model")])).toEqual([]);
});

test("a voice as near to one saved voice as to another is asked about by neither name", () => {
  const near: SavedVoice = { name: "Anna", model: MODEL, vector: between(1, 7, 0.97) };
  expect(matchVoices(prints(), [saved("Marta", 1), near])).toEqual([]);
  expect(matchVoices(prints(), [saved("Marta", 1)])).toHaveLength(1);
});

test("a saved voice that two speakers sound like is nobody's", () => {
  const same = prints().map((print) => ({ ...print, vector: voiceOf(1) }));
  expect(matchVoices(same, [saved("Marta", 1)])).toEqual([]);
});

test("nothing is asked where nothing is saved, and of nobody where nobody speaks", () => {
  expect(matchVoices(prints(), [])).toEqual([]);
  expect(matchVoices([], [saved("Marta", 1)])).toEqual([]);
});
