import { expect, test } from "vitest";
import { recognisePiece } from "#workers/local/speech/recognise-piece.mjs";
import { SAMPLE_RATE } from "#workers/local/speech/resample.mjs";

const S = SAMPLE_RATE;
const PCM = new Int16Array(20 * S).fill(500);

/** Words of half a second each, from this second of the sound on. */
function heard(text: string, from = 0) {
  const words = text.split(" ");
  return {
    language: "en",
    text,
    tokens: words.map((word) => ` ${word}`),
    times: words.map((_, at) => from + at / 2),
    durations: words.map(() => 0.5),
  };
}

test("speech that the model passed over is recognised by itself", async () => {
  const spans = [
    { start: 0, end: 3 * S },
    { start: 4 * S, end: 7 * S },
  ];
  const answers = [heard("we begin with the first point."), heard("then the second one comes up.")];
  const asked: number[] = [];
  const text = await recognisePiece({ start: 0, end: 7 * S, spans }, PCM, async (pcm) => {
    asked.push(pcm.length / S);
    return answers.shift() ?? heard("");
  });
  expect(asked).toEqual([7, 3]);
  expect(text.words.map((word) => word.text).join(" ")).toBe(
    "we begin with the first point. then the second one comes up.",
  );
  expect(text.words.at(6)?.start, "times of the whole sound").toBeCloseTo(4, 1);
  expect(text.holes).toBe(1);
});

test("words that a hole and its neighbours both have are said once", async () => {
  const spans = [{ start: 0, end: 6 * S }];
  const answers = [heard("one two three four"), heard("three four five six seven")];
  const text = await recognisePiece({ start: 0, end: 6 * S, spans }, PCM, async () => answers.shift() ?? heard(""));
  expect(text.words.map((word) => word.text).join(" ")).toBe("one two three four five six seven");
});

test("a piece with a loop is divided, and the halves are taken where they are better", async () => {
  const spans = [{ start: 0, end: 10 * S }];
  const loop = heard("so we go on and ".repeat(4).trim());
  const answers = [loop, heard("so we go on and talk about money now"), heard("and that is all there is to say")];
  const text = await recognisePiece({ start: 0, end: 10 * S, spans }, PCM, async () => answers.shift() ?? heard(""));
  expect(text.words.map((word) => word.text).join(" ")).toContain("talk about money");
  expect(text.repeated).toBe(0);
});
