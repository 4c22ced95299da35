import { expect, test } from "vitest";
import { readQuestion } from "#app/domain/ask/read-question.ts";
import { readWidening, wideningMessages } from "#app/domain/ask/widen-question.ts";

const read = (typed: string) => readQuestion(typed, { today: "2026-11-23", locale: "en" });

test.each([
  ["What did we promise Girona?", "en", ["promise", "girona"]],
  ["¿Qué le prometimos a la clínica de Girona?", "es", ["prometimos", "clinica", "girona"]],
  ["Qu’avons-nous promis à la clinique ?", "fr", ["promis", "clinique"]],
  ["Què vam prometre a la clínica?", "ca", ["prometre", "clinica"]],
])("the words that carry content: %s", (typed, language, words) => {
  expect(read(typed)).toMatchObject({ text: typed, language, words });
});

test("filters of the search narrow a question in the four languages, wherever they stand, and are no part of it", () => {
  const { text, scope } = read('person:"Nora Serra" What about Girona? desde:2026-10-01 avant:2026-11-01 from:leo');
  expect(text).toBe("What about Girona?");
  expect(scope).toEqual({
    persons: [["nora", "serra"]],
    speakers: [["leo"]],
    after: "2026-10-01",
    before: "2026-11-01",
  });
});

test("a colon that is no filter stays", () => {
  expect(read("Was the title: budget, or note:this, before:soon?").text).toBe(
    "Was the title: budget, or note:this, before:soon?",
  );
});

test("a model's words are taken one by one, without common ones and those of the question, and never too many", () => {
  expect(readWidening("promesa\npromise\nthe\nde\nGirona, commitment", ["promise", "girona"])).toEqual([
    "promesa",
    "commitment",
  ]);
  const many = Array.from({ length: 99 }, (_, at) => `word${at}`).join("\n");
  expect(readWidening(many, []).length).toBe(12);
  expect(wideningMessages("a\nb <x> [s1]").at(-1)?.content).toBe("The question: a b ‹x› (s1)");
});
