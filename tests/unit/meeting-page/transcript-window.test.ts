import fc from "fast-check";
import { expect, test } from "vitest";
import {
  covers,
  gapsBetween,
  joinRanges,
  rowAt,
  rowsBetween,
  stackRows,
} from "#app/features/meeting/transcript/window/row-offsets.ts";
import { createRowStack } from "#app/features/meeting/transcript/window/row-stack.ts";

const heights = [40, 100, 60, 200];
const tops = stackRows(heights.length, (row) => heights[row] ?? 0);

test("rows stand under one another, and the last figure is the height of all", () => {
  expect([...tops]).toEqual([0, 40, 140, 200, 400]);
});

test.each([
  [-50, 0],
  [0, 0],
  [39, 0],
  [40, 1],
  [199, 2],
  [200, 3],
  [5000, 3],
])("at %s px stands row %s", (y, row) => expect(rowAt(tops, y)).toBe(row));

test("a list without rows has no window", () => {
  expect(
    rowsBetween(
      stackRows(0, () => 0),
      { top: 0, bottom: 500 },
      900,
    ),
  ).toEqual({ first: 0, last: 0 });
});

test("the window holds every row that is seen, and what reaches beyond it", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 80 }),
      fc.integer({ min: -1000, max: 30_000 }),
      fc.integer({ min: 0, max: 2000 }),
      (all, top, height) => {
        const stacked = stackRows(all.length, (row) => all[row] ?? 0);
        const range = rowsBetween(stacked, { top, bottom: top + height }, 100);
        const isSeen = (row: number) => (stacked[row + 1] ?? 0) > top && (stacked[row] ?? 0) < top + height;
        const missed = all
          .map((_, row) => row)
          .filter((row) => isSeen(row) && !covers(range, { first: row, last: row + 1 }));
        expect(missed).toEqual([]);
      },
    ),
  );
});

test("what is drawn and what is not make up the whole list, each row once", () => {
  const range = fc.tuple(fc.integer({ min: -5, max: 60 }), fc.integer({ min: -5, max: 60 }));
  fc.assert(
    fc.property(fc.array(range, { maxLength: 5 }), fc.integer({ min: 0, max: 50 }), (ranges, count) => {
      const drawn = joinRanges(
        ranges.map(([first, last]) => ({ first, last })),
        count,
      );
      const rows = [...drawn, ...gapsBetween(drawn, count)]
        .toSorted((a, b) => a.first - b.first)
        .flatMap(({ first, last }) => Array.from({ length: last - first }, (_, index) => first + index));
      expect(rows).toEqual(Array.from({ length: count }, (_, row) => row));
    }),
  );
});

test("a row is as high as it was measured; the others are guessed from the first that were", () => {
  const rows = [
    { key: "a", chars: 2000, named: false },
    { key: "b", chars: 1000, named: false },
  ];
  const stack = createRowStack();
  const [a] = rows;
  if (!a) throw new Error("no row");
  expect(stack.learn(a, 1016)).toBe(true);
  expect(stack.learn(a, 1016)).toBe(false);
  // 1000 px of words for 2000 letters: half a pixel a letter, and the padding.
  expect([...stack.topsOf(rows)]).toEqual([0, 1016, 1016 + 500 + 16]);
  stack.forget();
  // As high as before by chance: it was measured anew all the same.
  expect(stack.learn(a, 1016)).toBe(true);
});
