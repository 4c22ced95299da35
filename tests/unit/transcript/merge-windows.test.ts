import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeWindows } from "#app/domain/transcript/merge-windows.ts";
import type { RecognisedWindow, Word } from "#app/domain/transcript/segment.ts";
import { cutsOf, generator, recognise, talk } from "#tests/unit/transcript/recognised-talk.ts";

type Said = RecognisedWindow["segments"][number];

function said(startMs: number, endMs: number, text: string, more: Partial<Said> = {}): Said {
  return { startMs, endMs, text, speaker: null, words: null, ...more };
}

function window(index: number, segments: Said[], lengthMs = 60_000): RecognisedWindow {
  return { index, startMs: index * lengthMs, endMs: (index + 1) * lengthMs, segments };
}

const textOf = (windows: RecognisedWindow[]) =>
  mergeWindows(windows)
    .map((segment) => segment.text)
    .join(" ");

test("no windows make no transcript", () => {
  expect(mergeWindows([])).toEqual([]);
});

test("one window is kept unchanged, including its overlap", () => {
  const segments = mergeWindows([window(3, [said(178_500, 180_500, " We start. ", { speaker: "Ana" })])]);
  expect(segments).toEqual([{ id: "w3-0", startMs: 178_500, endMs: 180_500, text: "We start.", speaker: "Ana" }]);
});

test("one window alone gives the same result as beside another", () => {
  const texts = fc.constantFrom("We start.", " a  b\n c ", "…", "", "1984", "– ", "\ufeffé\u00a0ü", "l'acta: sí");
  const piece = fc.record({
    startMs: fc.double({ min: 0, max: 60_000, noNaN: true }),
    lengthMs: fc.double({ min: 0, max: 5000, noNaN: true }),
    text: texts,
    speaker: fc.constantFrom(null, "Ana"),
  });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const alone = window(
        0,
        pieces.map(({ startMs, lengthMs, text, speaker }) => said(startMs, startMs + lengthMs, text, { speaker })),
      );
      const far = window(9, [said(590_000, 591_000, "far away")]);
      expect(mergeWindows([alone])).toEqual(mergeWindows([alone, far]).slice(0, -1));
    }),
  );
});

test("a sentence in both windows appears once", () => {
  const left = window(0, [
    said(50_000, 56_000, "First things first."),
    said(58_000, 62_800, "Then we look at the budget."),
  ]);
  const right = window(1, [said(58_100, 62_700, "then we look at the budget"), said(63_500, 66_000, "It is late.")]);
  expect(textOf([left, right])).toBe("First things first. Then we look at the budget It is late.");
});

test("the windows may come in any order", () => {
  const windows = [0, 1, 2].map((index) =>
    window(index, [said(index * 60_000 + 10_000, index * 60_000 + 12_000, `part ${index}`)]),
  );
  const [a, b, c] = windows;
  if (!a || !b || !c) throw new Error("three windows");
  expect(mergeWindows([c, a, b])).toEqual(mergeWindows([a, b, c]));
  expect(textOf([c, a, b])).toBe("part 0 part 1 part 2");
});

test("words match despite differences in case, accents and punctuation", () => {
  const left = window(0, [said(57_200, 62_900, "mañana hablamos del presupuesto, Martín")]);
  const right = window(1, [said(57_200, 62_900, "Manana Hablamos del PRESUPUESTO Martin.")]);
  expect(textOf([left, right])).toBe("mañana hablamos del PRESUPUESTO Martin.");
});

test("when the two recognitions have nothing in common, the border decides by time", () => {
  const left = window(0, [said(58_000, 59_500, "quarterly figures"), said(61_000, 62_500, "garbled ending")]);
  const right = window(1, [said(57_500, 59_000, "mumbled opening"), said(60_500, 62_500, "thank you all")]);
  expect(textOf([left, right])).toBe("quarterly figures thank you all");
});

test("words that only one of two neighbours recognised in the overlap are not lost", () => {
  const left = window(0, [said(60_500, 62_500, "one last thing")]);
  const right = window(1, [said(70_000, 72_000, "goodbye")]);
  expect(textOf([left, right])).toBe("one last thing goodbye");
  const early = window(0, [said(10_000, 12_000, "hello")]);
  const late = window(1, [said(57_500, 59_500, "by the way"), said(70_000, 72_000, "goodbye")]);
  expect(textOf([early, late])).toBe("hello by the way goodbye");
});

test("next to a missing window the overlap is kept", () => {
  const first = window(0, [said(60_500, 62_500, "nobody else heard this")]);
  const third = window(2, [said(117_500, 119_500, "nor did they hear this")]);
  expect(textOf([first, third])).toBe("nobody else heard this nor did they hear this");
});

test("repeated words are distinguished by their times", () => {
  const nos = (from: number, count: number): Word[] =>
    Array.from({ length: count }, (_, index) => ({
      startMs: from + index * 500,
      endMs: from + index * 500 + 300,
      text: "no",
    }));
  const left = window(0, [said(55_000, 62_800, Array(16).fill("no").join(" "), { words: nos(55_000, 16) })]);
  const right = window(1, [said(57_500, 65_300, Array(16).fill("no").join(" "), { words: nos(57_500, 16) })]);
  expect(textOf([left, right])).toBe(Array(21).fill("no").join(" "));
});

test("a trimmed segment keeps its id and speaker, and gets the times of its remaining words", () => {
  const words = ["so", "that", "is", "agreed"].map((text, index) => ({
    startMs: 58_000 + index * 1000,
    endMs: 58_800 + index * 1000,
    text,
  }));
  const left = window(0, [said(58_000, 61_800, "So that is agreed.", { words, speaker: "Marta" })]);
  const right = window(1, [said(58_000, 61_800, "so that is agreed", { words, speaker: "Marta" })]);
  expect(mergeWindows([left, right])).toEqual([
    { id: "w0-0", startMs: 58_000, endMs: 59_800, text: "So that", speaker: "Marta" },
    { id: "w1-0", startMs: 60_000, endMs: 61_800, text: "is agreed", speaker: "Marta" },
  ]);
});

test("words that the engine splits differently from the text still give their times", () => {
  const words = ["I", "don", "'t", "know"].map((text, index) => ({
    startMs: 57_500 + index * 1000,
    endMs: 58_300 + index * 1000,
    text,
  }));
  const left = window(0, [said(57_500, 61_300, "I don't know", { words })]);
  const right = window(1, [said(57_500, 61_300, "I don't know", { words })]);
  expect(textOf([left, right])).toBe("I don't know");
});

test("a border with thousands of words in it is merged in bounded time", () => {
  const flood = Array(20_000).fill("word").join(" ");
  // CPU time, so that a busy machine changes nothing. A quadratic merge takes minutes.
  const before = process.cpuUsage();
  mergeWindows([window(0, [said(57_000, 63_000, flood)]), window(1, [said(57_000, 63_000, flood)])]);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000);
});

const plain = (text: string) => text.toLowerCase().replace(/[,.?…]/gu, "");

test.each([
  { timed: true, vocabulary: 12, name: "words with times, few different words" },
  { timed: false, vocabulary: 2000, name: "segments without word times" },
])("no word is lost or doubled, wherever the talk is cut: $name", ({ timed, vocabulary }) => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(vocabulary - 1), { minLength: 1, maxLength: 250, size: "max" }),
      fc.array(fc.integer({ min: 12_000, max: 40_000 }), { minLength: 8, maxLength: 8 }),
      fc.integer(),
      (numbers, pieces, seed) => {
        const random = generator(seed);
        const words = talk(
          numbers.map((number) => `w${number}`),
          random,
        );
        const windows = recognise(words, cutsOf(words.at(-1)?.endMs ?? 0, pieces), timed, random);
        const merged = mergeWindows(windows.toReversed());
        expect(plain(merged.map((segment) => segment.text).join(" "))).toBe(words.map((word) => word.text).join(" "));
        const ids = merged.map((segment) => segment.id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(merged.map((segment) => segment.startMs)).toEqual(
          merged.map((segment) => segment.startMs).toSorted((a, b) => a - b),
        );
      },
    ),
    { numRuns: 200, endOnFailure: true },
  );
});
