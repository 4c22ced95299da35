import { expect, test } from "vitest";
import { checkerOf } from "#app/domain/chat/check-line.ts";
import type { AnswerLine } from "#app/domain/chat/exchange.ts";
import { claimsOfAnswer, judgedAnswer } from "#app/domain/chat/judge-answer.ts";
import type { Verdict } from "#app/domain/summary/check/judge-lines.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { runAtOnce } from "#app/domain/turns.ts";

const SEGMENTS: Segment[] = [
  "The bakery opens at six.",
  "The oven is new.",
  "Flour costs more.",
  "We close on Mondays.",
].map((text, index) => ({ id: `w0-${index}`, startMs: index * 1000, endMs: index * 1000 + 900, text, speaker: null }));
const { talk } = runAtOnce(checkerOf(SEGMENTS, "en"));
const LINES: AnswerLine[] = [
  { text: "The bakery opens at six.", segmentIds: ["w0-0"] },
  { text: "Bakeries fail.", segmentIds: [], unconfirmed: true },
  { text: "The oven was bought used.", segmentIds: ["w0-1"] },
  { text: "Flour is dearer.", segmentIds: ["w0-2"] },
];

test("a judge is asked about the lines that have a passage and no mark yet, with the segments around it", () => {
  const claims = claimsOfAnswer(LINES, talk);
  expect(claims.map(({ text }) => text)).toEqual([
    "The bakery opens at six.",
    "The oven was bought used.",
    "Flour is dearer.",
  ]);
  expect(claims[0]?.segmentIds).toEqual(["w0-0", "w0-1", "w0-2", "w0-3"]);
});

test("each verdict comes back to its line; contradicted lines stay, and a missing verdict changes nothing", () => {
  const lines = judgedAnswer(LINES, talk, ["not-said", "contradicted", null]);
  expect(lines.map(({ unconfirmed }) => unconfirmed === true)).toEqual([true, true, true, false]);
  expect(lines).toHaveLength(LINES.length);
});

test("in a language without rules a line that no judge has read stands only word for word", () => {
  const german = runAtOnce(checkerOf(SEGMENTS, "de")).talk;
  const marks = (verdicts: readonly (Verdict | null)[]) =>
    judgedAnswer(LINES, german, verdicts).map(({ unconfirmed }) => unconfirmed === true);
  expect(marks([])).toEqual([false, true, true, true]);
  expect(marks([null, null, "supported"])).toEqual([false, true, true, false]);
});
