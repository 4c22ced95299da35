import { expect, test } from "vitest";
import { linkSpeakers } from "#app/domain/transcript/call-speakers.ts";
import { mergeWindows } from "#app/domain/transcript/merge-windows.ts";
import type { RecognisedWindow } from "#app/domain/transcript/segment.ts";

/** Windows of an engine that numbers the people of each window anew, with half a minute of sound that two of them share. */

const WINDOW_MS = 300_000;
const OVERLAP_MS = 15_000;
type Line = { person: number; startMs: number; text: string };

/** A sentence of four words each four seconds, by people in turn. */
function talkOf(untilMs: number, personAt: (turn: number) => number): Line[] {
  return Array.from({ length: untilMs / 4000 }, (_, turn) => ({
    person: personAt(turn),
    startMs: turn * 4000,
    text: `We said thing ${turn} ${"abcdefgh"[turn % 8]}`,
  }));
}

/** `numbers`: the engine's number of each person in this window. */
function heard(index: number, talk: readonly Line[], numbers: readonly number[], jitterMs = 0): RecognisedWindow {
  const [startMs, endMs] = [index * WINDOW_MS, (index + 1) * WINDOW_MS];
  const segments = talk
    .filter((line) => line.startMs >= startMs - OVERLAP_MS && line.startMs + 3600 <= endMs + OVERLAP_MS)
    .map((line) => {
      const words = line.text.split(" ").map((text, at) => ({
        text,
        startMs: line.startMs + at * 700 + jitterMs,
        endMs: line.startMs + at * 700 + 600 + jitterMs,
      }));
      const speaker = `Speaker ${numbers[line.person]}`;
      const spoken = { startMs: words[0]?.startMs ?? 0, endMs: words.at(-1)?.endMs ?? 0 };
      return { ...spoken, text: line.text, words, speaker };
    });
  return { index, startMs, endMs, segments };
}

const peopleIn = (merged: ReturnType<typeof mergeWindows>, talk: readonly Line[]) => {
  const labels = new Map<number, Set<string | null>>();
  for (const { text, speaker } of merged) {
    const person = talk.find((line) => line.text === text)?.person ?? -1;
    labels.set(person, (labels.get(person) ?? new Set()).add(speaker));
  }
  return labels;
};

test("three people keep their numbers over three windows that number them in other ways, and no word is lost or doubled", () => {
  const talk = talkOf(3 * WINDOW_MS, (turn) => turn % 3);
  const merged = mergeWindows([
    heard(0, talk, [1, 2, 3]),
    heard(1, talk, [3, 1, 2], 200),
    heard(2, talk, [2, 3, 1], -150),
  ]);
  expect(merged.map(({ text }) => text)).toEqual(talk.map(({ text }) => text));
  expect([...peopleIn(merged, talk).entries()]).toEqual([
    [0, new Set(["Speaker 1"])],
    [1, new Set(["Speaker 2"])],
    [2, new Set(["Speaker 3"])],
  ]);
});

test("a person who is silent in the half minute gets a number that nobody has; the others keep theirs", () => {
  const border = WINDOW_MS / 4000;
  const talk = talkOf(2 * WINDOW_MS, (turn) => (Math.abs(turn - border) < 8 ? turn % 2 : turn % 3));
  const merged = mergeWindows([heard(0, talk, [1, 2, 3]), heard(1, talk, [2, 3, 1])]);
  expect(peopleIn(merged, talk).get(0)).toEqual(new Set(["Speaker 1"]));
  expect(peopleIn(merged, talk).get(1)).toEqual(new Set(["Speaker 2"]));
  expect(peopleIn(merged, talk).get(2)).toEqual(new Set(["Speaker 3", "Speaker 4"]));
});

test("one number that was two people in the window before is neither of them", () => {
  const talk = talkOf(2 * WINDOW_MS, (turn) => turn % 2);
  const merged = mergeWindows([heard(0, talk, [1, 2]), heard(1, talk, [1, 1])]);
  const later = merged.filter(({ startMs }) => startMs > WINDOW_MS + OVERLAP_MS);
  expect(new Set(later.map(({ speaker }) => speaker))).toEqual(new Set(["Speaker 3"]));
});

test("an engine without times of words, and with letters, is linked as well", () => {
  const border = WINDOW_MS / 4000;
  const talk = talkOf(2 * WINDOW_MS, (turn) => (Math.abs(turn - border) < 8 ? turn % 2 : turn % 3));
  const lettered = (window: RecognisedWindow) => ({
    ...window,
    segments: window.segments.map((each) => ({
      ...each,
      words: null,
      speaker: `Speaker ${"-ABC"[Number(each.speaker?.slice(-1))]}`,
    })),
  });
  const merged = mergeWindows([lettered(heard(0, talk, [1, 2, 3])), lettered(heard(1, talk, [2, 3, 1], 300))]);
  const labels = peopleIn(merged, talk);
  expect(labels.get(0)).toEqual(new Set(["Speaker A"]));
  expect(labels.get(1)).toEqual(new Set(["Speaker B"]));
  expect(labels.get(2)).toEqual(new Set(["Speaker C", "Speaker D"]));
});

test("more than twelve numbers are one person several times: then nobody has any", () => {
  const windows = Array.from({ length: 13 }, (_, index) =>
    heard(
      index,
      talkOf(13 * WINDOW_MS, () => 0),
      [1],
    ),
  );
  const borders = windows.slice(1).map(() => ({ words: [], isLong: true }));
  expect(linkSpeakers(windows, borders)).toBeNull();
  expect(linkSpeakers(windows.slice(1), borders.slice(1))).toHaveLength(12);
});
