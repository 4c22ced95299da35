import { expect, test } from "vitest";
import { checkSummary } from "#app/domain/summary/check/check-summary.ts";
import { claimsOf } from "#app/domain/summary/check/judge-lines.ts";
import { readingLines } from "#app/domain/summary/notes/reading-lines.ts";
import { judgeQuestions } from "#app/domain/summary/prompt/judge-messages.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/** Lines of a careful reader of five real meetings that the product marked, or whose owner it emptied, although they were right. */

function talkOf(turns: readonly (readonly [speaker: string, text: string])[]): Segment[] {
  return turns.map(([speaker, text], index) => ({
    id: `w0-${index}`,
    startMs: index * 5000,
    endMs: index * 5000 + 4500,
    text,
    speaker,
  }));
}

function checked(segments: Segment[], text: string, more: { at: number[]; assigned?: string }) {
  const item = {
    text,
    segmentIds: more.at.map((at) => `w0-${at}`),
    description: null,
    assigned: more.assigned ?? null,
    deadline: null,
  };
  const draft = { fields: [{ key: "tasks", content: { type: "tasks" as const, items: [item] } }] };
  const { fields, talk } = checkSummary({ draft, segments, template: BASIC_SYSTEM, language: "en" });
  const items = fields.flatMap(({ content }) => (content.type === "tasks" ? content.items : []));
  return { item: items[0], claims: claimsOf(fields, talk) };
}

const BUDGET = talkOf([
  [
    "Olga",
    "We plan to sell the lamps for twenty five Euros each. With that we aim for a profit of fifty million Euros.",
  ],
  ["Olga", "So our finance people estimate production costs of maximum twelve and a half Euro."],
  ["Ramon", "Minister, are the Ministers sure about the size of the lamp?"],
  ["Olga", "I met the Minister. The capacity of the plant is no problem, and demand is uneven."],
  ["Tariq", "Open it. We did not decide on a screen for the lamp."],
]);

test.each([
  ["a currency with a capital is no name", "Production costs twelve and a half Euros at most.", [1]],
  ["a role of which the talk has a plural is no name", "Capacity is no problem, the Minister said.", [3]],
  ["a label before a colon is no name", "Open: whether the lamp gets a screen.", [4]],
  ["a list of people tells of none alone", "Olga, Ramon and Tariq spoke about the production costs.", [1]],
])("%s", (_, text, at) => {
  expect(checked(BUDGET, text, { at }).item?.unconfirmed).toBeUndefined();
});

test("a number that was not said stays marked beside a currency", () => {
  expect(checked(BUDGET, "Production costs thirteen Euros at most.", { at: [1] }).item?.unconfirmed).toBe(true);
});

const REQUEST = talkOf([
  ["Olga", "The shelf is done."],
  ["Olga", "Could you measure the window?"],
  ["Ramon", "{laughter} Alright."],
  ["Olga", "Then the door is open. You paint it."],
  ["Tariq", "No, the paint is gone."],
]);

test.each([
  ["the one who says yes to a request is its owner", "Measure the window.", [1], "Ramon", "Ramon"],
  ["somebody who says nothing after a request is not", "Measure the window.", [1], "Tariq", null],
  ["somebody who refuses is not", "Paint the door.", [3], "Tariq", null],
])("%s", (_, text, at, assigned, expected) => {
  expect(checked(REQUEST, text, { at, assigned }).item?.assigned).toBe(expected);
});

test("a judge reads the end of a long speech, and no fillers", () => {
  const speech = `${"The roof was discussed at length. ".repeat(60)}Um, uh, the ladder stays in the yard.`;
  const segments = talkOf([
    ["Olga", "Mm-hmm."],
    ["Ramon", speech],
  ]);
  const { claims } = checked(segments, "The ladder stays in the yard.", { at: [1] });
  const [question] = judgeQuestions(claims, segments, 8000);
  const asked = question?.messages.at(-1)?.content ?? "";
  expect(asked).toContain("the ladder stays in the yard.\n</transcript>");
  expect(asked).not.toMatch(/Um, uh|Mm-hmm/u);
});

test("a judge reads every moment of a line before the neighbours of one", () => {
  const segments = talkOf(
    Array.from({ length: 60 }, (_, index) => ["Olga", `Box ${index + 10} holds ${"old ".repeat(30)}lamps.`] as const),
  );
  const { claims } = checked(segments, "Old lamps are in box 12, box 32 and box 62.", { at: [2, 22, 52] });
  expect(claims[0]?.segmentIds).toEqual(expect.arrayContaining(["w0-2", "w0-22", "w0-52"]));
});

test("sounds in braces are no lines of a reading", () => {
  const lines = readingLines(
    talkOf([
      ["Olga", "{vocalsound}"],
      ["Ramon", "We {disfmarker} start now."],
    ]),
  );
  expect(lines.map(({ text }) => text)).toEqual(["We start now."]);
});
