import { expect, test } from "vitest";
import { cutLoops, withoutSounds } from "#workers/local/speech/loops.mjs";
import { segmentsOf, wordsOf } from "#workers/local/speech/words.mjs";

function heard(tokens: [token: string, at: number][], text = tokens.map(([token]) => token).join("")) {
  const durations = tokens.map(([, at], place) => (tokens[place + 1]?.[1] ?? at + 0.3) - at);
  return { language: "en", text, tokens: tokens.map(([token]) => token), times: tokens.map(([, at]) => at), durations };
}

const piece = { seconds: 10, spans: [{ start: 0.5, end: 10 }] };
const brief = (words: { start: number; end: number; text: string }[]) =>
  words.map(({ start, end, text }) => `${start.toFixed(1)}-${end.toFixed(1)} ${text}`);

test("tokens become words, and marks stay with their word", () => {
  const words = wordsOf(
    heard([
      [" recom", 1],
      ["iend", 1.2],
      ["a", 1.4],
      [",", 1.5],
      [" no", 2],
    ]),
    piece,
  );
  expect(brief(words)).toEqual(["1.0-1.5 recomienda,", "2.0-2.3 no"]);
});

test("writing without spaces is one word for as long as it was said", () => {
  const words = wordsOf(
    heard([
      ["我们", 0.6],
      ["三月", 3],
      ["签合同", 6.2],
    ]),
    piece,
  );
  expect(brief(words)).toEqual(["0.6-6.5 我们三月签合同"]);
});

test("the silence that the model gives to the first word is cut off", () => {
  const words = wordsOf(
    heard([
      [" Se", 0],
      [" puede", 2.1],
    ]),
    { seconds: 10, spans: [{ start: 1.8, end: 10 }] },
  );
  expect(brief(words)).toEqual(["1.8-2.1 Se", "2.1-2.4 puede"]);
});

test("a pause after a word belongs to no word", () => {
  const spans = [
    { start: 0, end: 1.5 },
    { start: 4, end: 10 },
  ];
  const words = wordsOf(
    heard([
      [" end.", 1],
      [" Next", 4],
    ]),
    { seconds: 10, spans },
  );
  expect(words[0]?.end).toBeLessThanOrEqual(2);
});

test("without times of tokens, words are spread over the piece", () => {
  const words = wordsOf(
    { language: "en", text: "one two", tokens: [], times: [], durations: [] },
    { seconds: 2, spans: [{ start: 0, end: 2 }] },
  );
  expect(brief(words)).toEqual(["0.0-1.0 one", "1.0-2.0 two"]);
});

test("letters that the model writes in two tokens are whole", () => {
  const words = wordsOf(
    heard(
      [
        [" a", 1],
        ["\uFFFD", 1.1],
        ["\uFFFDo", 1.2],
      ],
      " año",
    ),
    piece,
  );
  expect(words.map(({ text }) => text)).toEqual(["año"]);
});

test("a segment is a sentence; two words of one stay with the next, a long pause begins another", () => {
  const word = (text: string, start: number) => ({ text, start, end: start + 0.3 });
  const words = [
    ...["Yes.", "We", "can", "do", "that."].map((text, at) => word(text, at * 0.4)),
    ...["And", "then"].map((text, at) => word(text, 3 + at * 0.4)),
    word("later", 6),
  ];
  expect(segmentsOf(words).map(({ text }) => text)).toEqual(["Yes. We can do that.", "And then", "later"]);
});

test("a loop is cut to its first phrase, and its words are counted", () => {
  const said = (text: string) => text.split(" ").map((each) => ({ text: each }));
  const loop = `Bon dia. ${"com que no hi hagi ".repeat(9)}fi`;
  const { kept, repeated } = cutLoops(said(loop.trim()));
  expect(kept.map(({ text }) => text).join(" ")).toBe("Bon dia. com que no hi hagi fi");
  expect(repeated).toBe(40);
});

test("names of sounds are no words", () => {
  const words = "[Music] so ♪ la la ♪ we begin *coughs* (as I said)".split(" ").map((text) => ({ text }));
  expect(withoutSounds(words).map(({ text }) => text)).toEqual(["so", "we", "begin", "(as", "I", "said)"]);
});

test.each([
  "no, no, no, no, that is not it",
  "ha ha ha ha ha ha",
  "one two three four five one two three four five one two three four five",
])("people repeat themselves: %s", (text) => {
  const words = text.split(" ").map((each) => ({ text: each }));
  expect(cutLoops(words)).toEqual({ kept: words, repeated: 0 });
});
