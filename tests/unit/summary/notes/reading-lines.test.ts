import fc from "fast-check";
import { expect, test } from "vitest";
import { readingLines } from "#app/domain/summary/notes/reading-lines.ts";
import { segmentsOf } from "#tests/fixtures/notes.ts";

const textsOf = (said: Parameters<typeof segmentsOf>[0]) => readingLines(segmentsOf(said)).map(({ text }) => text);

test("one person's segments in a row are one line, with all their ids and their time", () => {
  const said = [
    ["Nora", "We take the room."],
    ["Nora", "It costs 40."],
    ["Pau", "Fine by me."],
  ] as const;
  expect(readingLines(segmentsOf(said))).toEqual([
    { speaker: "Nora", text: "We take the room. It costs 40.", segmentIds: ["w0-0", "w0-1"], startMs: 0, endMs: 1900 },
    { speaker: "Pau", text: "Fine by me.", segmentIds: ["w0-2"], startMs: 2000, endMs: 2900 },
  ]);
});

test("a long turn and one after a pause are several lines", () => {
  const long = segmentsOf(Array.from({ length: 5 }, (_, index) => `Point ${index}: ${"word ".repeat(50)}ends.`));
  expect(readingLines(long).length).toBeGreaterThan(2);
  const [first, second] = segmentsOf(["Before the break.", "After the break."]);
  if (!first || !second) throw new Error("two segments");
  expect(readingLines([first, { ...second, startMs: 60_000, endMs: 61_000 }])).toHaveLength(2);
});

test("labels of voices are no names, and the same words read the same before and after voices are told apart", () => {
  const words = ["We take the room.", "And the key?"];
  const told = words.map((text, index) => [`Speaker ${index + 1}`, text] as const);
  expect(readingLines(segmentsOf(told))).toEqual(readingLines(segmentsOf(words)));
});

test("a signal of a listener is no line and no turn of its own", () => {
  const said = [
    ["Nora", "We take the room"],
    ["Pau", "Mm-hmm."],
    ["Nora", "on Monday."],
    ["Pau", "Yeah."],
  ] as const;
  expect(readingLines(segmentsOf(said)).map(({ text, segmentIds }) => [text, segmentIds])).toEqual([
    ["We take the room on Monday.", ["w0-0", "w0-2"]],
  ]);
});

test("the same words after a question are its answer", () => {
  const said = [
    ["Nora", "Can you call the plumber?"],
    ["Pau", "Yeah, sure."],
    ["Pau", "OK."],
  ] as const;
  expect(textsOf(said)).toEqual(["Can you call the plumber?", "Yeah, sure."]);
});

test.each([
  ["Um, we take, uh, the room.", "we take, the room."],
  ["So er we go. Mm, fine then.", "So we go. fine then."],
  ["Hmm... no. Mhm, the second one.", "no. the second one."],
  ["Eh, reservamos la sala, ¿eh?", "reservamos la sala?"],
  ["Euh, on prend euh la salle.", "on prend la salle."],
  ["The the rooms and I, I, I... I think we we go.", "The rooms and I think we go."],
])("sounds and stutters are left out: %s", (said, read) => {
  expect(textsOf([said])).toEqual([read]);
});

test.each([
  "The shelf is 30 mm deep and 2 m long.",
  "The ER is full, and UM pays.",
  "Heu vist el contracte?",
  "I told Marta. Marta said yes.",
  "We asked Marta, Marta said yes.",
  "Call six six two, then ten ten.",
  "Dos dos quatre, i set set.",
  "Nous nous voyons lundi, vous vous en occupez.",
  "Le 4 ? Non, l’11, d’accord.",
  "-5 degrees in the room, .5 more than before.",
  ".NET and C# are old, we use .NET today.",
  "The A/B test: 3.5 % (12 of 340).",
  "Umbrellas, ether and hummus for the ehemalige room.",
])("every other word stays: %s", (said) => {
  expect(textsOf([said])).toEqual([said]);
});

const WORDS = ["room", "Monday", "dos", "l’hivernacle", "40", "Àfrica", "key", "mm2", "sis", "serre", "umber"];

test("for any talk, every word that is no sound is read once, in its order, and every segment stands in a line", () => {
  const speaker = fc.constantFrom("Nora", "Pau");
  const sentence = fc
    .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom("", "um", "uh,", "mm-hmm", "euh")), {
      minLength: 5,
      maxLength: 9,
    })
    // A word that is said twice in a row may be a stutter.
    .map((pairs) => pairs.filter(([word], index) => word !== pairs[index - 1]?.[0]))
    .filter((pairs) => pairs.length >= 5);
  fc.assert(
    fc.property(fc.array(fc.tuple(speaker, sentence)), (turns) => {
      const said = turns.map(([who, pairs]) => [who, `${pairs.flat().filter(Boolean).join(" ")}.`] as const);
      const lines = readingLines(segmentsOf(said));
      const read = lines.map(({ text }) => text).join(" ");
      const meant = turns.flatMap(([, pairs]) => pairs.map(([word]) => word));
      expect(read.replaceAll(".", "").split(" ").filter(Boolean)).toEqual(meant);
      expect(lines.flatMap(({ segmentIds }) => segmentIds)).toEqual(said.map((_, index) => `w0-${index}`));
    }),
  );
});
