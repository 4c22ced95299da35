import fc from "fast-check";
import { expect, test } from "vitest";
import { answerLines, fieldMessages, isNoneIn, isNothing } from "#app/domain/summary/notes/field-questions.ts";
import type { Paragraph } from "#app/domain/summary/notes/paragraph.ts";

const paragraph = (text: string): Paragraph => ({ startMs: 0, endMs: 1, text, segmentIds: [] });
const FIELD = { key: "tasks", title: "To do", prompt: "Open work", type: "tasks", required: true } as const;
const ROOM = { language: "en", contextTokens: 8192 } as const;

test.each([
  "none",
  "None.",
  "- none",
  "(none)",
  '"None"',
  "N/A",
  "n/a.",
  "null",
  "None mentioned.",
  "not specified",
  "nothing",
  "?",
  "—",
  "The notes do not mention any tasks.",
  "ninguna",
  "Ninguno.",
  "No se menciona.",
  "sin especificar",
  "Las notas no mencionan tareas.",
  "cap",
  "Cap.",
  "res",
  "No s’ha especificat",
  "Les notes no diuen res.",
  "aucun",
  "Aucune.",
  "Néant",
  "non précisé",
  "Les notes ne mentionnent rien.",
])("%s is no line", (answer) => {
  expect(answerLines(answer, true)).toEqual([]);
});

test.each([
  "None of the offers was accepted.",
  "Nothing was paid yet.",
  "Ninguna sala estaba libre.",
  "Caps are sold.",
])("%s is a line", (answer) => {
  expect(isNothing(answer)).toBe(false);
  expect(answerLines(answer, true)).toEqual([[answer]]);
});

test.each([
  ["de", "tasks", "- Keine."],
  ["pt", "tasks", "- Nenhuma | ? | ?"],
  ["de", "bullets", "Keine Angaben."],
  ["ar", "summary", "لا شيء."],
] as const)("%s, %s: the answer %s leaves its field empty", (language, type, answer) => {
  expect(isNoneIn(language, type, answerLines(answer, true))).toBe(true);
});

test.each([
  ["de", "tasks", "- Maler anrufen"],
  ["de", "tasks", "- Umzug | Anton | ?"],
  ["de", "bullets", "- Keine\n- Der Umzug steht fest."],
  ["pt", "bullets", "- 4200 euros"],
  ["de", "customHashtag", "Altenried"],
  ["en", "tasks", "- Paint"],
] as const)("%s, %s: the answer %s is kept", (language, type, answer) => {
  expect(isNoneIn(language, type, answerLines(answer, true))).toBe(false);
});

test("lines lose their signs, cells that say nothing are empty, and each line stands once", () => {
  const answer = [
    "Tasks:",
    "- task | person or ? | deadline or ?",
    "|---|---|",
    "- **Call the plumber** | Odell | ?",
    "2. Pay the rent | none | Friday",
    "• call the plumber | odell |?",
    "",
    "none",
  ].join("\n");
  expect(answerLines(answer, true)).toEqual([
    ["Call the plumber", "Odell", ""],
    ["Pay the rent", "", "Friday"],
  ]);
});

test("an answer that ran out of room loses its last line", () => {
  expect(answerLines("- One\n- Two\n- Thr", false)).toEqual([["One"], ["Two"]]);
});

test("for any answer, no line is empty and none stands twice", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.boolean(), (answer, isWhole) => {
      const lines = answerLines(answer, isWhole);
      for (const [first = ""] of lines) expect(isNothing(first)).toBe(false);
      expect(new Set(lines.map((cells) => cells.join("|").toLowerCase())).size).toBe(lines.length);
    }),
  );
});

test("paragraphs and wishes close no tag, and the paragraphs come first, the same for every field", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" })), fc.string(), (texts, wish) => {
      const field = { ...FIELD, title: wish, prompt: wish };
      const [, user] = fieldMessages(field, "tasks", texts.map(paragraph), ROOM);
      const content = user?.content ?? "";
      expect(content.split("<notes>")).toHaveLength(2);
      expect(content.split("\n</notes>\n")).toHaveLength(2);
      expect(content.split("<wish>")).toHaveLength(2);
      expect(content.split("</wish>")).toHaveLength(2);
      const notes = content.split("\n</notes>")[0] ?? "";
      expect(notes.split("\n").slice(1)).toHaveLength(Math.max(1, texts.length));
      const [, other] = fieldMessages({ ...FIELD, type: "bullets" }, "bullets", texts.map(paragraph), ROOM);
      expect(other?.content.startsWith(notes)).toBe(true);
    }),
  );
});

test("columns are asked for by their names, and a column's name divides no cells", () => {
  const columns = [
    { name: "Who | what", kind: "text" as const },
    { name: "Cost", kind: "number" as const },
  ];
  const [, user] = fieldMessages({ ...FIELD, type: "customTable", columns }, "customTable", [], ROOM);
  expect(user?.content).toContain('cells divided by " | ": Who / what | Cost.');
});
