import fc from "fast-check";
import { expect, test } from "vitest";
import { WINDOW_OVERLAP_MS } from "#app/domain/limits/media.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import { mergeWindows } from "#app/domain/transcript/merge-windows.ts";
import type { RecognisedWindow } from "#app/domain/transcript/segment.ts";
import { cutsOf, generator, recognise, type Spoken, talk } from "#tests/unit/transcript/recognised-talk.ts";

/** Windows as engines really recognise them: people repeat themselves, and two transcripts of the same words differ. */

const PIECES = fc.array(fc.integer({ min: 12_000, max: 40_000 }), { minLength: 8, maxLength: 8 });

const wordsOf = (windows: RecognisedWindow[]) =>
  foldedWords(
    mergeWindows(windows)
      .map(({ text }) => text)
      .join(" "),
  );

/** Said over and over, with accents that one of the windows may leave out. */
const PHRASES = [
  "sí sí sí",
  "no no",
  "muchas gracias a todos",
  "we will see",
  "the budget is the budget",
  "d accord",
  "vamos a ver qué pasó",
  "ok",
];

test("phrases that are said over and over are there as often as they were said", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(PHRASES.length - 1), fc.integer({ min: 1, max: 5 })), { minLength: 4, maxLength: 40 }),
      PIECES,
      fc.integer(),
      (said, pieces, seed) => {
        const random = generator(seed);
        const texts = said.flatMap(([phrase, times]) => Array<string>(times).fill(PHRASES[phrase] ?? "ok"));
        const words = talk(texts.join(" ").split(" "), random);
        const windows = recognise(words, cutsOf(words.at(-1)?.endMs ?? 0, pieces), true, random);
        expect(wordsOf(windows)).toEqual(foldedWords(texts.join(" ")));
      },
    ),
    { numRuns: 200, endOnFailure: true },
  );
});

/** Both windows hear an "x" at one moment, each after another word: it must not count for more than the words around it. */
const ONE_EXTRA_WORD: [number, number[], number] = [
  244,
  [28_198, 21_398, 12_000, 12_000, 12_000, 12_000, 12_000, 12_000],
  642_536_842,
];

/** Words are numbered here: "w7" is the word with index 7, "m7" a misrecognition of it, "x" a word that nobody said. */
const numberOf = (word: string) => (/^[wm]\d+$/u.test(word) ? Number(word.slice(1)) : null);

test.each([
  { timed: true, wrong: 0.1 },
  { timed: true, wrong: 0.25 },
  { timed: false, wrong: 0.1 },
])(
  "when two recognitions differ (%j) a word is there once, in its place, and none is lost that all have heard",
  ({ timed, wrong }) => {
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 250 }), PIECES, fc.integer(), (count, pieces, seed) => {
        const random = generator(seed);
        const words = talk(
          Array.from({ length: count }, (_, index) => `w${index}`),
          random,
        );
        const missed = new Set<number>();
        const mishear = ({ text }: Spoken): string[] => {
          const chance = random();
          if (chance < wrong / 3) {
            missed.add(numberOf(text) ?? -1);
            return [];
          }
          if (chance < (2 * wrong) / 3) return [text.replace("w", "m")];
          return chance < wrong ? [text, "x"] : [text];
        };
        const cuts = cutsOf(words.at(-1)?.endMs ?? 0, pieces);
        const numbers = wordsOf(recognise(words, cuts, timed, random, mishear)).flatMap((word) => numberOf(word) ?? []);
        // Once each, in the order in which they were said.
        expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
        // At the very edge of the overlap one window may have heard half a word, which is as good as none.
        const edge = ({ startMs, endMs }: Spoken) =>
          cuts.some(
            (cut) =>
              Math.min(Math.abs(startMs - cut), Math.abs(endMs - cut)) > WINDOW_OVERLAP_MS - 500 &&
              Math.min(Math.abs(startMs - cut), Math.abs(endMs - cut)) < WINDOW_OVERLAP_MS + 500,
          );
        const lost = words.filter((word, index) => !numbers.includes(index) && !missed.has(index) && !edge(word));
        expect(lost).toEqual([]);
      }),
      { numRuns: 150, endOnFailure: true, examples: [ONE_EXTRA_WORD] },
    );
  },
);
