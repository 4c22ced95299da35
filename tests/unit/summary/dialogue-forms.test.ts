import { expect, test } from "vitest";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import { findingsOf } from "#app/domain/summary/extractive/highlights-of.ts";
import { sentencesOf } from "#app/domain/summary/extractive/sentences.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { runAtOnce } from "#app/domain/turns.ts";

/** Two people speak in turn, 3 s a line. */
const dialogue = (lines: readonly string[]): Segment[] =>
  lines.map((text, index) => ({
    id: `w0-${index}`,
    startMs: index * 3000,
    endMs: index * 3000 + 2900,
    text,
    speaker: index % 2 === 0 ? "Nora" : "Priya",
  }));

function found(language: MeetingLanguage, lines: readonly string[]) {
  const { decisions, questions } = runAtOnce(findingsOf(runAtOnce(sentencesOf(dialogue(lines), language)), language));
  return { decisions: decisions.map(({ text }) => text), questions: questions.map(({ text }) => text) };
}

test.each<[MeetingLanguage, string[], decided: string[]]>([
  ["en", ["We have a consensus that the map is printed."], ["We have a consensus that the map is printed."]],
  ["en", ["A printed map is definitely the way to go."], ["A printed map is definitely the way to go."]],
  ["en", ["Probably a printed map is the way to go."], []],
  ["en", ["The wooden case is definitely out, right?", "Yes."], ["The wooden case is definitely out, right?"]],
  ["en", ["The wooden case is definitely out, right?", "No, we keep it."], []],
  ["en", ["There are walls where we definitely need to put a map."], []],
  ["en", ["We don't need the printed map any more."], ["We don't need the printed map any more."]],
  ["en", ["I think we'll go for the printed map.", "Good idea."], ["I think we'll go for the printed map."]],
  ["en", ["I think we'll go for the printed map.", "I don't know."], []],
  ["en", ["A little later, but here it is."], []],
  ["en", ["They were late and we ended up with this thing of the map."], []],
  ["en", ["What if I at home have a printed map on the wall.", "Yes."], []],
  ["es", ["Hay consenso en imprimir el mapa."], ["Hay consenso en imprimir el mapa."]],
  ["es", ["La caja de madera queda descartada, ¿vale?", "Sí."], ["La caja de madera queda descartada."]],
  ["es", ["Ya no necesitamos el mapa impreso."], ["Ya no necesitamos el mapa impreso."]],
  ["fr", ["Il y a consensus pour imprimer la carte."], ["Il y a consensus pour imprimer la carte."]],
  ["fr", ["La boîte en bois est définitivement exclue."], ["La boîte en bois est définitivement exclue."]],
  ["fr", ["On n'a plus besoin de la carte imprimée."], ["On n'a plus besoin de la carte imprimée."]],
  ["ca", ["Hi ha consens per imprimir el mapa."], ["Hi ha consens per imprimir el mapa."]],
  ["ca", ["La caixa de fusta queda descartada."], ["La caixa de fusta queda descartada."]],
  ["ca", ["Ja no necessitem el mapa imprès."], ["Ja no necessitem el mapa imprès."]],
])("decisions by their form (%s: %j)", (language, lines, decided) => {
  expect(found(language, lines).decisions).toEqual(decided);
});

const LONG =
  "So we have worked out that we're going with a printed map for the harbour, a small lamp for the northern quay, a wooden bench beside the old ticket office, two new bins near the bridge and a fresh coat of paint for the door.";

test("a long sentence states a decision only where the meeting sums up", () => {
  const talk = Array.from({ length: 20 }, (_, index) => `The harbour has ${index + 3} boats.`);
  expect(found("en", [LONG, ...talk]).decisions).toEqual([]);
  expect(found("en", [...talk, LONG]).decisions).toHaveLength(1);
});

test.each<[MeetingLanguage, string[], open: string[]]>([
  ["en", ["Any ideas about the printed map?", "We'll get back on that later."], ["Any ideas about the printed map?"]],
  [
    "en",
    ["Does anybody know the price of the map?", "We don't have it yet."],
    ["Does anybody know the price of the map?"],
  ],
  ["en", ["We still need to know how much the map costs."], ["We still need to know how much the map costs."]],
  ["en", ["You need to know how the map is printed."], []],
  ["en", ["I don't know whether the map is printed."], ["I don't know whether the map is printed."]],
  ["en", ["I don't know what you mean by the map."], []],
  ["en", ["The question is can we print the map."], ["The question is can we print the map."]],
  ["es", ["¿Cuánto cuesta el mapa impreso?", "Volvemos a eso más tarde."], ["¿Cuánto cuesta el mapa impreso?"]],
  ["fr", ["Combien coûte la carte imprimée ?", "On y reviendra plus tard."], ["Combien coûte la carte imprimée?"]],
  ["ca", ["Quant costa el mapa imprès?", "Hi tornarem més tard."], ["Quant costa el mapa imprès?"]],
])("open questions by their form (%s: %j)", (language, lines, open) => {
  expect(found(language, lines).questions).toEqual(open);
});
