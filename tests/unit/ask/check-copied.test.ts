import { expect, test } from "vitest";
import { askReader, readMeetings } from "#app/domain/ask/check-answer.ts";
import { runAtOnce } from "#app/domain/turns.ts";
import { sourcesOf } from "#tests/support/sources-of.ts";

/** Answers as small models write them: lines of the sources copied with their ids in front, and "not discussed" with an id. */

const LINES = [
  ["Huw Davies", "We know we have lessons to learn over the affordability and the rate of 4.50 an hour."],
  ["Nora Serra", "No. We will be."],
] as const;
const meetings = sourcesOf(LINES);
const read = (answer: string) => {
  const reader = askReader(runAtOnce(readMeetings(meetings, "en")), { text: "What is the rate?", language: "en" });
  const lines = [...reader.read(answer), ...reader.end()].map(({ line }) => line);
  return { lines, leftOut: reader.leftOut };
};
const isDenied = (answer: string) => {
  const reader = askReader(runAtOnce(readMeetings(meetings, "en")), { text: "What is the rate?", language: "en" });
  reader.read(answer);
  reader.end();
  return reader.isDenied;
};

test("a line that was copied with its id and speaker is confirmed by its moment", () => {
  const { lines } = read(
    "[s1] Huw Davies: We know we have lessons to learn over the affordability and the rate of 4.50 an hour.",
  );
  expect(lines).toEqual([
    {
      text: "Huw Davies: We know we have lessons to learn over the affordability and the rate of 4.50 an hour.",
      segmentIds: ["s1"],
    },
  ]);
});

test.each([
  ["[1]", ["s1"]],
  ["[1, 2]", ["s1", "s2"]],
  ["[s1 2]", ["s1", "s2"]],
])("%s is read as ids without their letter", (ids, segmentIds) => {
  const { lines } = read(`The rate is 4.50 an hour. ${ids}`);
  expect(lines.map((line) => line.segmentIds)).toEqual([segmentIds]);
});

test("an answer that also says that nothing answers the question is known", () => {
  expect(isDenied("The rate is 4.50 an hour. [s1]\nNOT DISCUSSED")).toBe(true);
  expect(isDenied("The rate is 4.50 an hour. [s1]")).toBe(false);
});

test.each(["What is the rate? [s1]", "The rate."])("%j repeats the question, and is no line", (answer) => {
  expect(read(answer)).toEqual({ lines: [], leftOut: 0 });
});

test.each(["NOT DISCUSSED", "- Not discussed.", "**NOT DISCUSSED** [s1]", "NOT DISCUSSED [s1, s2]."])(
  "%j is no line of an answer",
  (answer) => {
    expect(read(answer)).toEqual({ lines: [], leftOut: 0 });
  },
);
