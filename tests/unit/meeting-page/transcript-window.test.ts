import fc from "fast-check";
import { expect, test } from "vitest";
import {
  covers,
  createRowStack,
  gapsBetween,
  joinRanges,
  rowAt,
  rowsBetween,
  stackRows,
} from "#app/features/meeting/transcript/window/row-offsets.ts";

const heights = [40, 100, 60, 200];
const tops = stackRows(heights.length, (row) => heights[row] ?? 0);

test("rows are stacked, and the last number is the total height", () => {
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
])("row at %s px is %s", (y, row) => expect(rowAt(tops, y)).toBe(row));

test("a list without rows has no window", () => {
  expect(
    rowsBetween(
      stackRows(0, () => 0),
      { top: 0, bottom: 500 },
      900,
    ),
  ).toEqual({ first: 0, last: 0 });
});

test("the window contains every visible row, with a margin around it", () => {
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

test("drawn ranges and gaps together make up the whole list, with each row once", () => {
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

test("a measured row keeps its height; other heights are estimated from the first measured rows", () => {
  const rows = [
    { key: "a", chars: 2000, named: false },
    { key: "b", chars: 1000, named: false },
  ];
  const stack = createRowStack();
  const [a] = rows;
  if (!a) throw new Error("no row");
  expect(stack.learn(a, 1016)).toBe(true);
  expect(stack.learn(a, 1016)).toBe(false);
  // 1000 px of text for 2000 letters: half a pixel per letter, plus the padding.
  expect([...stack.topsOf(rows)]).toEqual([0, 1016, 1016 + 500 + 16]);
  stack.forget();
  // The same height as before, by chance: it counts as a new measurement.
  expect(stack.learn(a, 1016)).toBe(true);
});
