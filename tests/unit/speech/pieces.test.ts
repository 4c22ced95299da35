import { expect, test } from "vitest";
import { joinPieces } from "#workers/local/speech/pieces.mjs";
import { SAMPLE_RATE } from "#workers/local/speech/resample.mjs";

/** Speech at these seconds; noise everywhere, so that the quietest place is where the test says. */
function piecesOf(found: [number, number][], { seconds = 120, quietAt }: { seconds?: number; quietAt?: number } = {}) {
  const pcm = new Int16Array(seconds * SAMPLE_RATE).fill(1000);
  if (quietAt !== undefined) pcm.fill(0, (quietAt - 0.15) * SAMPLE_RATE, (quietAt + 0.15) * SAMPLE_RATE);
  const spans = found.map(([start, end]) => ({ start: start * SAMPLE_RATE, end: end * SAMPLE_RATE }));
  const { pieces, short } = joinPieces(spans, pcm);
  const inSeconds = (samples: number) => Math.round((samples / SAMPLE_RATE) * 10) / 10;
  return { pieces: pieces.map(({ start, end }) => [inSeconds(start), inSeconds(end)]), short };
}

test("neighbours with short pauses are one piece; a long pause begins another", () => {
  const { pieces } = piecesOf([
    [1, 4],
    [5, 8],
    [9.5, 12],
  ]);
  expect(pieces).toEqual([
    [0.8, 8.2],
    [9.3, 12.2],
  ]);
});

test("no piece is longer than 17 seconds, and the cut is made in the longest pause", () => {
  const { pieces } = piecesOf([
    [0, 6],
    [6.3, 11],
    [12.5, 18],
    [18.3, 24],
  ]);
  expect(pieces).toEqual([
    [0, 11.2],
    [12.3, 24.2],
  ]);
});

test("a long stretch without a pause is cut at its quietest place", () => {
  const { pieces } = piecesOf([[0, 30]], { quietAt: 12 });
  expect(pieces[0]).toEqual([0, 12]);
  expect(pieces.at(-1)?.[1]).toBe(30.2);
  for (const [start = 0, end = 0] of pieces) expect(end - start).toBeLessThanOrEqual(17);
});

test("a sound that is too short for a word is left out and counted", () => {
  expect(
    piecesOf([
      [1, 1.2],
      [5, 6],
    ]),
  ).toEqual({ pieces: [[4.8, 6.2]], short: 1 });
  expect(piecesOf([])).toEqual({ pieces: [], short: 0 });
});
