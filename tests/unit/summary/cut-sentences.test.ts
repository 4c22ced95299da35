import fc from "fast-check";
import { expect, test } from "vitest";
import { cutSentences } from "#app/domain/summary/extractive/cut-sentences.ts";
import { HOSTILE_TEXTS } from "#tests/support/hostile-texts.ts";

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
const whole = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Text that decides where a sentence ends: endings and letters of both cases, in runs of any length. */
const deciding = fc.tuple(
  fc.constantFrom("We agreed. ", "and so on", "3.5 ", "... ", "?!", "e.g. ", "\n", "É", "x"),
  fc.integer({ min: 1, max: 400 }),
);
/** Closers, spaces and digits, which decide nothing. Their runs are shorter, because text that stays undecided too long is cut. */
const open = fc.tuple(fc.constantFrom(") ", "“", " 17", " "), fc.integer({ min: 1, max: 5 }));
const long = fc.array(fc.oneof(deciding, open), { minLength: 1, maxLength: 60 });

test("a text that is segmented in parts has the same sentences as the whole text", () => {
  fc.assert(
    fc.property(long, (runs) => {
      const text = runs.map(([part, times]) => part.repeat(times)).join("");
      expect([...cutSentences(text, segmenter)]).toEqual(whole(text));
    }),
    { numRuns: 60 },
  );
});

test("one sentence that is longer than a part is not cut", () => {
  const text = `${"word ".repeat(3000)}. Another one.`;
  expect([...cutSentences(text, segmenter)]).toEqual(whole(text));
});

test.each(HOSTILE_TEXTS)("the segmenter reads small parts, about four times the text at most: $name", ({ make }) => {
  const text = make(40_000);
  const asked: number[] = [];
  const counting = {
    segment(part: string) {
      asked.push(part.length);
      return segmenter.segment(part);
    },
  };
  const sentences = [...cutSentences(text, counting)];
  expect(sentences.join("")).toBe(text);
  expect(Math.max(...asked)).toBeLessThanOrEqual(2048);
  expect(asked.reduce((sum, chars) => sum + chars, 0)).toBeLessThanOrEqual(4 * text.length + 4096);
});
