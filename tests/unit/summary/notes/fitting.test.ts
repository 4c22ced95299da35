import fc from "fast-check";
import { expect, test } from "vitest";
import { fitting } from "#app/domain/summary/notes/fitting.ts";

test("for any items, those that stay have room together, in their order; with room for all, all stay", () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 50 }));
  fc.assert(
    fc.property(sizes, fc.nat({ max: 2000 }), (items, tokensMax) => {
      const all = items.map((size, index) => ({ size, index }));
      const kept = fitting(all, { tokensMax, tokensOf: ({ size }) => size, rankOf: ({ index }) => index % 3 });
      const total = (some: typeof all) => some.reduce((sum, { size }) => sum + size, 0);
      expect(total(kept)).toBeLessThanOrEqual(tokensMax);
      expect(kept).toEqual(all.filter((item) => kept.includes(item)));
      expect(kept.length === all.length || total(all) > tokensMax).toBe(true);
    }),
  );
});

test("items of a high rank go first, and among equals some from everywhere", () => {
  const items = Array.from({ length: 400 }, (_, index) => ({ index, rank: index % 4 === 0 ? 0 : 1 }));
  const kept = fitting(items, { tokensMax: 200, tokensOf: () => 1, rankOf: ({ rank }) => rank });
  expect(kept.filter(({ rank }) => rank === 0)).toHaveLength(100);
  const others = kept.filter(({ rank }) => rank === 1);
  const quarters = [0, 1, 2, 3].map(
    (quarter) => others.filter(({ index }) => Math.floor(index / 100) === quarter).length,
  );
  expect(Math.max(...quarters) - Math.min(...quarters)).toBeLessThanOrEqual(5);
});
