import { expect, test } from "vitest";
import { linesAlike, type SpokenLine } from "#app/domain/voices/split-speaker.ts";
import { framesOf, type Talk } from "#tests/support/voice-frames.ts";

const LINE_MS = 4000;

/** One line after the other, each of one person; the marked ones by their places. */
function aTalk(people: number[], marked: number[]) {
  const talk = people.map((person, at): Talk => ({ person, startMs: at * 5000, endMs: at * 5000 + LINE_MS }));
  const lines = talk.map(
    ({ startMs, endMs }, at): SpokenLine => ({
      id: `w0-${at}`,
      startMs,
      endMs,
      isMarked: marked.includes(at),
    }),
  );
  return linesAlike(lines, framesOf(talk, people.length * 5000)).map((id) => Number(id.slice(3)));
}

test("lines with the voice of the marked one go along, however few or many they are", () => {
  expect(aTalk([0, 1, 0, 0, 1, 0], [1])).toEqual([4]);
  expect(aTalk([0, 0, 0, 0, 0, 0, 0, 1, 0, 1], [7])).toEqual([9]);
  expect(aTalk([1, 0, 1, 1, 1, 1, 0, 1], [0])).toEqual([2, 3, 4, 5, 7]);
  expect(aTalk([0, 1, 2, 0, 1, 2], [1])).toEqual([4]);
});

test("a marked line whose voice is that of all others goes alone", () => {
  expect(aTalk([0, 0, 0, 0, 0], [2])).toEqual([]);
  expect(aTalk([0, 1, 0, 0], [1])).toEqual([]);
});

test("lines without a voice stay, and a mark without a voice takes nothing along", () => {
  const line = (at: number, isMarked: boolean): SpokenLine => ({
    id: `w0-${at}`,
    startMs: at * 5000,
    endMs: at * 5000 + LINE_MS,
    isMarked,
  });
  expect(linesAlike([line(0, true), line(1, false)], [])).toEqual([]);
  const frames = framesOf([{ person: 0, startMs: 0, endMs: LINE_MS }], 20_000);
  expect(linesAlike([line(0, true), line(2, false)], frames)).toEqual([]);
});
