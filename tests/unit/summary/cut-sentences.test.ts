import fc from "fast-check";
import { expect, test } from "vitest";
import { cutSentences } from "#app/domain/summary/extractive/cut-sentences.ts";

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
const whole = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Whatever decides where a sentence ends: ends, closers, spaces, letters of both cases, digits, and runs of each. */
const piece = fc.constantFrom(
  "We agreed. ",
  "and so on",
  "3.5 ",
  "... ",
  "?!",
  ") ",
  "“",
  " 17",
  "e.g. ",
  "\n",
  "É",
  "x",
  " ",
);
const long = fc.array(fc.tuple(piece, fc.integer({ min: 1, max: 400 })), { minLength: 1, maxLength: 60 });

test("a text asked in parts has the sentences that it has as a whole", () => {
  fc.assert(
    fc.property(long, (runs) => {
      const text = runs.map(([part, times]) => part.repeat(times)).join("");
      expect([...cutSentences(text, segmenter)]).toEqual(whole(text));
    }),
    { numRuns: 60 },
  );
});

test("one sentence that is longer than a part stays one", () => {
  const text = `${"word ".repeat(3000)}. Another one.`;
  expect([...cutSentences(text, segmenter)]).toEqual(whole(text));
});
