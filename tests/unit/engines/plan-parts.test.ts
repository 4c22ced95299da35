import fc from "fast-check";
import { expect, test } from "vitest";
import { type Part, planParts } from "#app/domain/summary/prompt/plan-parts.ts";

const weigh = (tokens: number[], { from, to }: Part) => tokens.slice(from, to).reduce((sum, some) => sum + some, 0);

test("a transcript that fits is one part, and one without lines is none", () => {
  expect(planParts([10, 20, 30], { tokensMax: 60, overlapTokens: 10 })).toEqual([{ from: 0, to: 3 }]);
  expect(planParts([], { tokensMax: 60, overlapTokens: 10 })).toEqual([]);
});

test("neighbours share lines up to the overlap", () => {
  const parts = planParts(Array<number>(100).fill(10), { tokensMax: 400, overlapTokens: 25 });
  expect(parts.length).toBeGreaterThanOrEqual(3);
  parts.slice(1).forEach((part, index) => expect((parts[index]?.to ?? 0) - part.from).toBe(2));
});

const plans = fc.record({
  tokens: fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 300 }),
  tokensMax: fc.integer({ min: 200, max: 4000 }),
  overlapTokens: fc.integer({ min: 0, max: 80 }),
});

test("every line is in a part, in order, and no part is heavier than a question", () => {
  fc.assert(
    fc.property(plans, ({ tokens, tokensMax, overlapTokens }) => {
      const parts = planParts(tokens, { tokensMax, overlapTokens });
      expect(parts[0]?.from).toBe(0);
      expect(parts.at(-1)?.to).toBe(tokens.length);
      parts.forEach((part, index) => {
        expect(weigh(tokens, part)).toBeLessThanOrEqual(tokensMax);
        expect(part.to).toBeGreaterThan(part.from);
        const next = parts[index + 1];
        if (next === undefined) return;
        expect(next.from).toBeLessThanOrEqual(part.to);
        expect(next.to).toBeGreaterThan(part.to);
      });
    }),
  );
});

test("without overlap the parts differ by no more than two of the heaviest lines: the last is no crumb", () => {
  fc.assert(
    fc.property(plans, ({ tokens, tokensMax }) => {
      const weights = planParts(tokens, { tokensMax, overlapTokens: 0 }).map((part) => weigh(tokens, part));
      expect(Math.max(...weights) - Math.min(...weights)).toBeLessThanOrEqual(2 * Math.max(...tokens));
    }),
  );
});

test("a line that is heavier than a question stands alone rather than being lost", () => {
  const tokens = [10, 5000, 10];
  const parts = planParts(tokens, { tokensMax: 100, overlapTokens: 20 });
  expect(parts).toEqual([
    { from: 0, to: 1 },
    { from: 1, to: 2 },
    { from: 2, to: 3 },
  ]);
});
