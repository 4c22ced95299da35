import { expect, test } from "vitest";
import { passagesIn, scoreHits } from "#app/domain/ask/score-passages.ts";
import type { Passage } from "#app/domain/search/passages.ts";

/** The points that passages of a meeting get for a question. Each word is worth 1 here; bit 1 is "desk", bit 2 "nora", bit 4 "opens". */

const TERMS = ["desk", "nora", "opens"].map((word) => ({ word, worth: 1 }));
const [DESK, NORA, OPENS] = [1, 2, 4];
const hit = (passage: number, bits: number) => ({ passage, bits, score: 1 });
const line = (segmentId: string, text: string, speaker = "Leo Mas"): Passage => ({
  kind: "transcript",
  text,
  startMs: 0,
  segmentId,
  speaker,
});
const read = { terms: TERMS, speakers: [], earlier: [] };
const bestOf = (passages: readonly Passage[], hits: readonly ReturnType<typeof hit>[], said: number) =>
  passagesIn(passages, { said, hits }, read)
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ segmentId }) => segmentId);

test("a word of the passage counts most, one beside it less, and one elsewhere in the meeting least", () => {
  const own = scoreHits([hit(9, DESK | OPENS)], TERMS, DESK | OPENS).get(9) ?? 0;
  const beside = scoreHits([hit(9, DESK), hit(11, OPENS)], TERMS, DESK | OPENS).get(9) ?? 0;
  const elsewhere = scoreHits([hit(9, DESK), hit(12, OPENS)], TERMS, DESK | OPENS).get(9) ?? 0;
  const alone = scoreHits([hit(9, DESK)], TERMS, DESK).get(9) ?? 0;
  expect([own > beside, beside > elsewhere, elsewhere > alone]).toEqual([true, true, true]);
});

test("a word counts once for a passage, however often it stands beside it", () => {
  const once = scoreHits([hit(9, DESK), hit(8, OPENS)], TERMS, DESK | OPENS).get(9);
  expect(scoreHits([hit(7, OPENS), hit(8, OPENS), hit(9, DESK), hit(10, DESK)], TERMS, DESK | OPENS).get(9)).toBe(once);
});

test("of passages with the same words those of the person whom the question names come first", () => {
  const passages = [
    line("a", "the desk"),
    line("b", "the desk", "Nora Serra"),
    line("c", "Nora was here", "Nora Serra"),
  ];
  expect(bestOf(passages, [hit(0, DESK), hit(1, DESK)], DESK | NORA)).toEqual(["b", "a"]);
});

test("a line of the minutes counts for the moment that it rests on, and not for lines that stand beside it", () => {
  const minutes = (segmentId: string, text: string): Passage => ({
    ...line(segmentId, text),
    kind: "minutes",
    speaker: null,
  });
  const passages = [minutes("a", "The desk"), minutes("b", "It opens"), line("a", "at eight"), line("b", "on Monday")];
  expect(bestOf(passages, [hit(0, DESK | OPENS), hit(1, OPENS)], DESK | OPENS)).toEqual(["a", "b"]);
  const [first, second] = passagesIn(passages, { said: DESK | OPENS, hits: [hit(0, DESK), hit(1, OPENS)] }, read);
  expect(first?.score).toBe(second?.score);
});

test("neighbours of a passage are the segments in which something is said; after a question Yes is the answer", () => {
  const talk = [
    "We meet twice.",
    "{laughter}",
    "Mm-hmm.",
    "the desk?",
    "Yes.",
    "Okay.",
    "It is new.",
    "{cough}",
    "And red.",
  ];
  const passages = talk.map((text, at) => line(`w${at}`, text));
  const found = passagesIn(passages, { said: DESK, hits: [hit(3, DESK)] }, read);
  expect(found.map(({ text }) => text)).toEqual(["We meet twice.", "the desk?", "Yes.", "It is new."]);
});
