import { expect, test } from "vitest";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { cleanSpeech } from "#app/domain/summary/extractive/clean-speech.ts";
import { sentencesOf } from "#app/domain/summary/extractive/sentences.ts";
import { stem } from "#app/domain/summary/words/stem.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { runAtOnce } from "#app/domain/turns.ts";

test.each<[language: MeetingLanguage, said: string, written: string]>([
  ["en", "um, so, the the rent, uh, goes up", "The rent goes up."],
  ["en", "do you know the price?", "Do you know the price?"],
  ["en", "it is, you know, late", "It is late."],
  ["en", "So far so good.", "So far so good."],
  ["en", "No, we won't do that", "No, we won't do that."],
  ["en", "I am not sure that it 's ready .", "I am not sure that it's ready."],
  ["en", "{vocalsound} right , the <b>door</b> is open", "The door is open."],
  ["es", "eh, bueno, pues no sabemos la fecha", "No sabemos la fecha."],
  ["es", "No podemos pagar eso", "No podemos pagar eso."],
  ["es", "y ¿cuánto cuesta?", "¿Cuánto cuesta?"],
  ["es", "vale doscientos euros", "Vale doscientos euros."],
  ["fr", "euh, alors, on ne sait pas encore", "On ne sait pas encore."],
  ["ca", "bé, doncs em comprometo a fer-ho", "Em comprometo a fer-ho."],
  ["en", "I mean, you know, the map is old", "The map is old."],
  ["en", "I mean to finish it", "I mean to finish it."],
  ["en", "You know what the map costs?", "You know what the map costs?"],
  ["en", "Mr. Chair, we have moved quickly", "We have moved quickly."],
  ["en", "turn left, right, and left again", "Turn left, right, and left again."],
  ["en", "We need one battery, right?", "We need one battery, right?"],
  ["en", "Priya and I we wrote the map", "Priya and I we wrote the map."],
  ["en", "so I you know wanted a map", "So I you know wanted a map."],
  ["en", "Maybe— we should wait", "Maybe— we should wait."],
  ["en", "I don't— we should wait", "I don't— we should wait."],
  ["en", "the HMM needs, hmm, more data", "The HMM needs more data."],
  ["es", "la verdad es que no sabemos la fecha", "No sabemos la fecha."],
  ["es", "en fin, hombre, como os decía, queda poco, ¿vale?", "Queda poco."],
  ["es", "con una en la mano", "Con una en la mano."],
  ["es", "Señora presidenta, el mapa está listo", "El mapa está listo."],
  ["fr", "du coup, en gros, la carte est vieille", "La carte est vieille."],
  ["fr", "il nous faut une carte", "Il nous faut une carte."],
  ["fr", "Monsieur le Président, la carte est prête", "La carte est prête."],
  ["ca", "la veritat és que no sabem la data", "No sabem la data."],
  ["ca", "en fi, com us deia, queda poc, vale.", "Queda poc."],
  ["ca", "Senyora presidenta, el mapa és a punt", "El mapa és a punt."],
  ["en", "Um, yeah.", ""],
  ["es", "Sí, vale.", ""],
])("speech is written down without its fillers, and never turned round (%s: %s)", (language, said, written) => {
  expect(cleanSpeech(said, language)).toBe(written);
});

const segments = (...texts: (string | [speaker: string, text: string])[]): Segment[] =>
  texts.map((text, index) => ({
    id: `w0-${index}`,
    startMs: index * 3000,
    endMs: index * 3000 + 2900,
    text: typeof text === "string" ? text : text[1],
    speaker: typeof text === "string" ? null : text[0],
  }));

const read = (language: MeetingLanguage, list: Segment[]) =>
  runAtOnce(sentencesOf(list, language)).map((sentence) => [sentence.text, sentence.segmentIds.join(" ")]);

test("sentences are joined across segments and keep the segments in which they were said", () => {
  const list = segments("The rent goes up. The new", "warehouse is cheaper and", "closer. We move in May.");
  expect(read("en", list)).toEqual([
    ["The rent goes up.", "w0-0"],
    ["The new warehouse is cheaper and closer.", "w0-0 w0-1 w0-2"],
    ["We move in May.", "w0-2"],
  ]);
});

test("words of two people never form one sentence", () => {
  expect(read("en", segments(["Ana", "The rent goes"], ["Luis", "up in January"]))).toEqual([
    ["The rent goes.", "w0-0"],
    ["Up in January.", "w0-1"],
  ]);
});

test("abbreviations do not end a sentence", () => {
  expect(read("es", segments("El Sr. Vidal y la Dra. Roca firman el contrato. Es todo lo que hay."))).toHaveLength(2);
  expect(read("fr", segments("M. Dupont signe le contrat. La salle est libre."))).toHaveLength(2);
  expect(read("en", segments("Dr. Stone signs the contract. The city says no. We wait."))).toHaveLength(3);
});

test("a text without punctuation is cut at its segments", () => {
  const list = segments(
    ...Array.from({ length: 20 }, (_, index) => `and the pallet number ${index} goes through the door`),
  );
  const sentences = runAtOnce(sentencesOf(list, "en"));
  expect(sentences.length).toBeGreaterThan(3);
  for (const sentence of sentences) expect(sentence.words).toBeLessThanOrEqual(45);
  expect(sentences.flatMap((sentence) => sentence.segmentIds)).toEqual(list.map((segment) => segment.id));
});

test.each<[language: MeetingLanguage, one: string, other: string]>([
  ["en", "contracts", "contract"],
  ["en", "planned", "planning"],
  ["en", "companies", "company"],
  ["es", "presupuestos", "presupuesto"],
  ["es", "decisiones", "decision"],
  ["fr", "contrats", "contrat"],
  ["ca", "pressupostos", "pressupost"],
])("two forms of one word have one stem (%s: %s, %s)", (language, one, other) => {
  expect(stem(one, language)).toBe(stem(other, language));
});

test.each<[language: MeetingLanguage, one: string, other: string]>([
  ["en", "general", "generate"],
  ["en", "organ", "organise"],
  ["es", "caso", "casa"],
])("two words that are not related keep their stems (%s: %s, %s)", (language, one, other) => {
  expect(stem(one, language)).not.toBe(stem(other, language));
});

test("a listener's signal in the middle of a sentence does not cut it", () => {
  const list = segments(
    ["Nora", "The map is old,"],
    ["Priya", "Mm-hmm."],
    ["Nora", "so we need a new one. Shall we wait?"],
    ["Priya", "Yes."],
  );
  expect(read("en", list)).toEqual([
    ["The map is old, so we need a new one.", "w0-0 w0-2"],
    ["Shall we wait?", "w0-2"],
  ]);
});

test("a sentence that the speaker broke off is not joined with what follows a listener's signal", () => {
  const list = segments(["Nora", "The map is [laughter]"], ["Priya", "Yeah."], ["Nora", "we need a new one."]);
  expect(read("en", list)).toEqual([
    ["The map is.", "w0-0"],
    ["We need a new one.", "w0-2"],
  ]);
});

test("a note of a sound hides no end of a sentence, and is no word", () => {
  const [first, second] = runAtOnce(sentencesOf(segments("The map is old. [laughter] And we need a new one."), "en"));
  expect([first?.said, second?.said]).toEqual(["The map is old.", "And we need a new one."]);
});
