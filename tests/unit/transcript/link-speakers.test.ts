import { expect, test } from "vitest";
import { mergeWindows } from "#app/domain/transcript/merge-windows.ts";
import type { RecognisedWindow } from "#app/domain/transcript/segment.ts";

/** Matches speakers between windows when an engine numbers the voices of each window separately. */

type Line = [speaker: string | null, fromSeconds: number, text: string];
const MINUTE_MS = 60_000;

/** A window of one minute, with words half a second apart. */
function window(index: number, ...lines: Line[]): RecognisedWindow {
  const segments = lines.map(([speaker, fromSeconds, text]) => {
    const words = text.split(" ").map((word, place) => ({
      text: word,
      startMs: fromSeconds * 1000 + place * 500,
      endMs: fromSeconds * 1000 + place * 500 + 400,
    }));
    return { startMs: words[0]?.startMs ?? 0, endMs: words.at(-1)?.endMs ?? 0, text, speaker, words };
  });
  return { index, startMs: index * MINUTE_MS, endMs: (index + 1) * MINUTE_MS, segments };
}
const speakers = (...windows: RecognisedWindow[]) =>
  mergeWindows(windows).map(({ speaker, text }) => `${speaker ?? "?"}: ${text}`);

const FIRST = window(
  0,
  ["Speaker 1", 10, "good morning all"],
  ["Speaker 2", 20, "hello to everybody"],
  ["Speaker 2", 57.5, "we should move it"],
  ["Speaker 1", 60, "yes on Monday then"],
);

test("the numbers of one window stay the same within it", () => {
  expect(speakers(FIRST)).toEqual([
    "Speaker 1: good morning all",
    "Speaker 2: hello to everybody",
    "Speaker 2: we should move it",
    "Speaker 1: yes on Monday then",
  ]);
});

test("voices with the same words in both windows keep the first window's numbers, whatever the second calls them", () => {
  const second = window(
    1,
    ["Speaker 1", 57.5, "we should move it"],
    ["Speaker 2", 60, "yes on Monday then"],
    ["Speaker 1", 80, "agreed and closed"],
  );
  expect(speakers(FIRST, second).slice(2).join(" | ")).toMatch(
    /^Speaker 2: we .* \| Speaker 1: yes .* \| Speaker 2: agreed/u,
  );
  expect(speakers(FIRST, second).at(-1)).toBe("Speaker 2: agreed and closed");
});

test("links continue from window to window", () => {
  const second = window(
    1,
    ["Speaker 1", 57.5, "we should move it"],
    ["Speaker 2", 60, "yes on Monday then"],
    ["Speaker 2", 118.5, "that leaves the budget open"],
  );
  const third = window(2, ["Speaker 1", 118.5, "that leaves the budget open"], ["Speaker 1", 130, "goodbye"]);
  expect(speakers(FIRST, second, third).at(-1)).toBe("Speaker 1: goodbye");
});

const SAME_WORDS: Line[] = [
  ["Speaker 1", 57.5, "we should move it"],
  ["Speaker 2", 60, "yes on Monday then"],
];
test.each<{ what: string; windows: RecognisedWindow[] }>([
  {
    what: "a voice that was not heard at the border",
    windows: [FIRST, window(1, ...SAME_WORDS, ["Speaker 3", 80, "and me"])],
  },
  { what: "no common words at the border", windows: [FIRST, window(1, ["Speaker 1", 70, "something else"])] },
  {
    what: "too few common words",
    windows: [
      window(0, ["Speaker 1", 59, "so yes"]),
      window(1, ["Speaker 1", 59, "so yes"], ["Speaker 1", 70, "fine"]),
    ],
  },
  {
    what: "two voices that the other window took for one",
    windows: [window(0, ["Speaker 1", 57.5, "we should move it yes on Monday then"]), window(1, ...SAME_WORDS)],
  },
  {
    what: "one voice that the other window took for two",
    windows: [FIRST, window(1, ["Speaker 1", 57.5, "we should move it yes on Monday then"])],
  },
  { what: "a missing window between", windows: [FIRST, window(2, ["Speaker 1", 130, "back again"])] },
])("$what: nobody is given a number, and every word stays", ({ windows }) => {
  const merged = mergeWindows(windows);
  expect(merged.map(({ speaker }) => speaker)).toEqual(merged.map(() => null));
  expect(merged.length).toBeGreaterThan(0);
});

test("windows without any labels have none", () => {
  expect(speakers(window(0, [null, 10, "hello"]), window(1, [null, 70, "goodbye"]))).toEqual([
    "?: hello",
    "?: goodbye",
  ]);
});
