import { expect, test } from "vitest";
import { askReader, claimsOfLines, judgedLines, readMeetings } from "#app/domain/ask/check-answer.ts";
import { chooseSources } from "#app/domain/ask/choose-sources.ts";
import type { MeetId } from "#app/domain/ids.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { runAtOnce } from "#app/domain/turns.ts";

/** Answers that a model wrote and no judge has read: only what its moment says nearly word for word, about the question, is confirmed. */

const TALK = [
  ["Nora Serra", "We sell the lamp for twenty five euros."],
  ["Nora Serra", "The production cost is twelve euros at most."],
  ["Leo Mas", "Should we paint the lamp in green?"],
  ["Leo Mas", "The first delivery goes to the shop in Vic on Friday."],
  ["Nora Serra", "The lamp has a long warranty of three years."],
  ["Leo Mas", "So the motto is we put light in homes"],
  ["Leo Mas", "and it is sleek, you know?"],
  ["Nora Serra", "Which ribbon is on the grey box?"],
  ["Leo Mas", "The ribbon is blue."],
  ["Nora Serra", "The paper around it is white and"],
  ["Nora Serra", "has small stars."],
] as const;

function marksOf(
  question: string,
  answer: string,
  {
    language = "en",
    asked = "en",
    stepsApart = 1,
  }: { language?: MeetingLanguage; asked?: MeetingLanguage; stepsApart?: number } = {},
) {
  const meetings = chooseSources(
    [
      {
        meetId: "m1" as MeetId,
        title: "Lamp",
        startsAt: 1,
        language,
        passages: TALK.map(([speaker, text], position) => ({
          position: position * stepsApart,
          segmentId: `w0-${position}`,
          startMs: position * 1000,
          speaker,
          text,
          score: 1,
        })),
      },
    ],
    1000,
  );
  const reader = askReader(runAtOnce(readMeetings(meetings, asked)), { text: question, language: asked });
  const lines = [...reader.read(answer), ...reader.end()];
  const { lines: claimed } = claimsOfLines(lines);
  const marks = (verdicts: Parameters<typeof judgedLines>[2]) =>
    judgedLines(lines, claimed, verdicts).map(({ line }) => (line.unconfirmed ? "marked" : "confirmed"));
  return { unjudged: marks([]), supported: marks(claimed.map(() => "supported")) };
}

test.each([
  ["What is the price of the lamp that we sell?", "We sell the lamp for twenty five euros. [s1]", "marked"],
  ["For how many euros do we sell the lamp?", "We sell the lamp for 25 euros. [s1]", "confirmed"],
  ["For how many euros do we sell the lamp?", "Nora Serra: We sell the lamp for twenty five euros. [s1]", "confirmed"],
  [
    "For how many euros do we sell the lamp?",
    "Yes. Nora Serra: We sell the lamp for twenty five euros. [s1]",
    "confirmed",
  ],
  ["What is the motto?", "The motto is we put light in homes. [s6]", "confirmed"],
  ["Where does the first delivery go?", "The first delivery goes to the shop in Vic. [s4]", "confirmed"],
])("%s %s: %s without a judge", (question, answer, mark) => {
  expect(marksOf(question, answer)).toEqual({ unjudged: [mark], supported: ["confirmed"] });
});

test.each([
  [
    "a number that is nearer to other words",
    "For how many euros do we sell the lamp?",
    "We sell the lamp for twelve euros. [s2]",
  ],
  [
    "a moment beside the question",
    "Which bank pays for the lamp?",
    "The lamp has a long warranty of three years. [s5]",
  ],
  [
    "a line without a word of the question",
    "How long is the warranty of the lamp?",
    "So the motto is we put light in homes. [s6]",
  ],
  ["a question that somebody put", "In which colour do we paint the lamp?", "We paint the lamp in green. [s3]"],
  ["words that nobody said there", "What about the lamp?", "The lamp sells brilliantly among young families. [s1]"],
  [
    "nothing but the question's words and who says them",
    "Which warranty has the lamp?",
    "Nora Serra: The lamp has a warranty. [s5]",
  ],
  ["nothing but the question's words", "Does the lamp have a long warranty?", "The lamp has a long warranty. [s5]"],
])("%s is not confirmed without a judge", (_, question, answer) => {
  expect(marksOf(question, answer).unjudged).toEqual(["marked"]);
});

test("two parts of one person's talk are one statement only where nobody spoke between them", () => {
  const [question, answer] = ["What is on the paper?", "The paper is white and has small stars. [s10]"];
  expect(marksOf(question, answer).unjudged).toEqual(["confirmed"]);
  expect(marksOf(question, answer, { stepsApart: 2 }).unjudged).toEqual(["marked"]);
});

test("a question that was put at another time of the meeting is not around a line", () => {
  const [question, answer] = ["Which ribbon is on the grey box?", "The ribbon is blue. [s9]"];
  expect(marksOf(question, answer, { stepsApart: 8 }).unjudged).toEqual(["confirmed"]);
  expect(marksOf(question, answer, { stepsApart: 9 }).unjudged).toEqual(["marked"]);
});

test("a line in another language than its meeting is confirmed by a judge only", () => {
  const spanish = marksOf("¿Adónde va la primera entrega?", "La primera entrega va a la tienda de Vic. [s4]", {
    asked: "es",
  });
  expect(spanish).toEqual({ unjudged: ["marked"], supported: ["confirmed"] });
});

test.each([
  ["The first delivery goes to the shop in Vic on Friday. [s4]", "confirmed"],
  // A word that is left out may be its "not".
  ["The first delivery goes to the shop in Vic. [s4]", "marked"],
  ["The first lorry stands before the shop in Vic on Friday. [s4]", "marked"],
])("in a language without rules the line %j is %s: only whole sentences are compared", (line, expected) => {
  const german = { language: "de", asked: "de" } as const;
  expect(marksOf("first delivery shop?", line, german).unjudged).toEqual([expected]);
});
