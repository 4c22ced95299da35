import { expect, test } from "vitest";
import { askReader, claimsOfLines, judgedLines, readMeetings } from "#app/domain/ask/check-answer.ts";
import { runAtOnce } from "#app/domain/turns.ts";
import { sourcesOf } from "#tests/support/sources-of.ts";

/** Answers of a small model that finds none: it copies one source after the other. */

const TALK = [
  ["Nora", "We have plenty of lamps at home."],
  ["Leo", "My daughter likes lamps."],
  ["Nora", "Okay."],
  ["Leo", "Lamps should be colourful."],
  ["Nora", "Okay."],
  ["Leo", "There is a problem in the design of such lamps."],
  ["Nora", "The motto is we put light in homes."],
] as const;

function shown(answer: string, question = "How much may a lamp cost at most?") {
  const reader = askReader(runAtOnce(readMeetings(sourcesOf(TALK), "en")), { text: question, language: "en" });
  const lines = [...reader.read(answer), ...reader.end()];
  return judgedLines(lines, claimsOfLines(lines).lines, []).map(({ line }) => line.text);
}

test.each([
  [
    "with ids and speakers",
    "[s1] Nora: We have plenty of lamps at home.\n[s2] Leo: My daughter likes lamps.\n[3] Nora: Okay.",
  ],
  [
    "with ids behind them",
    "We have plenty of lamps at home. [s1]\nMy daughter likes lamps. [s2]\nLamps should be colourful. [s4]",
  ],
  ["in one line", "[s1] Nora: We have plenty of lamps at home. [s2], Leo: My daughter likes lamps. [s3] Nora: Okay."],
])("three sources in their order, %s, are no answer", (_, answer) => {
  expect(shown(answer)).toEqual([]);
});

test.each([
  ["two sources", "[s1] Nora: We have plenty of lamps at home.\n[s2] Leo: My daughter likes lamps.", 2],
  [
    "sources of different moments",
    "My daughter likes lamps. [s2]\nThere is a problem in the design of such lamps. [s6]\nWe have plenty of lamps at home. [s1]",
    3,
  ],
  [
    "a sentence of its own between two",
    "My daughter likes lamps. [s2]\nNora agrees. [s3]\nLamps should be colourful. [s4]",
    3,
  ],
])("%s are shown", (_, answer, count) => {
  expect(shown(answer)).toHaveLength(count);
});

test("of a recital the line that is confirmed stays", () => {
  const answer = TALK.slice(3).map(([speaker, text], at) => `[s${at + 4}] ${speaker}: ${text}`);
  expect(shown(answer.join("\n"), "What is the motto?")).toEqual(["Nora: The motto is we put light in homes."]);
});
