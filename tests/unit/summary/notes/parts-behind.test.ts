import { expect, test } from "vitest";
import { partsBehind } from "#app/domain/summary/notes/parts-behind.ts";
import type { Paragraph } from "#app/domain/summary/notes/paragraph.ts";

const PARAGRAPHS: Paragraph[] = [
  "They looked at the seminar rooms, which cost 40 euros a day.",
  "Marta will send the contract for the seminar rooms to the caterer.",
  "The seminar in May was moved to June, and Marta tells the guests.",
].map((text, index) => ({ startMs: index, endMs: index + 1, text, segmentIds: [`w${index}-0`, `w${index}-1`] }));

test.each([
  { line: "The rooms cost 40 euros.", ids: ["w0-0", "w0-1"] },
  { line: "Send the contract to the caterer | Marta", ids: ["w1-0", "w1-1"] },
  { line: "The guests are told.", ids: ["w2-0", "w2-1"] },
  { line: "Nobody knows a castle.", ids: [] },
  { line: "", ids: [] },
])("a line has the places of the paragraph that shares its rare words: $line", ({ line, ids }) => {
  expect(partsBehind(line, PARAGRAPHS)).toEqual(ids);
});

test("a line of two paragraphs has the places of both, and never of more", () => {
  expect(partsBehind("Contract to the caterer; rooms at 40 euros", PARAGRAPHS)).toEqual([
    "w0-0",
    "w0-1",
    "w1-0",
    "w1-1",
  ]);
  const same = PARAGRAPHS.map((paragraph) => ({ ...paragraph, text: "The seminar." }));
  expect(partsBehind("Seminar", same)).toHaveLength(4);
});

test("without paragraphs there is no place", () => {
  expect(partsBehind("The rooms", [])).toEqual([]);
});
