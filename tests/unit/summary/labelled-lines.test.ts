import { expect, test } from "vitest";
import { checkLabelled, honestVerdict, seeded } from "#tests/bench/minutes/labelled-check.ts";
import { readLabelled } from "#tests/bench/minutes/labelled.ts";
import { isConfirmed as isConfirmedIn } from "#tests/support/confirmed-line.ts";

/** 532 lines in four languages, true and false, each written and measured before the rules that it led to (tests/bench/minutes/labelled). */
const LINES = readLabelled().flatMap((talk) =>
  talk.lines.map((line) => ({ ...line, shown: checkLabelled(talk, line) })),
);
const TRUE = LINES.filter(({ isTrue }) => isTrue);
const FALSE = LINES.filter(({ isTrue }) => !isTrue);
const ROUNDS = 100;

test("there are more than two hundred lines, in four languages, and sixty of talks that came last", () => {
  expect(LINES.length).toBeGreaterThanOrEqual(200);
  expect(new Set(LINES.map(({ written }) => written)).size).toBe(4);
  expect(LINES.filter(({ isHeldBack }) => isHeldBack).length).toBeGreaterThanOrEqual(60);
});

test("a judge that says of everything that it was not said deletes nothing", () => {
  expect(LINES.filter(({ shown }) => shown("not-said") === "left-out")).toEqual([]);
});

test("the check by code marks fewer than one true line in twenty", () => {
  const marked = TRUE.filter(({ shown }) => shown("supported") === "marked");
  expect(marked.length / TRUE.length).toBeLessThan(1 / 20);
});

/** False lines of these kinds that a judge confirms that says yes to everything. */
function confirmedShare(kinds: readonly string[]): number {
  const exchanged = FALSE.filter(({ kind }) => kinds.includes(kind));
  expect(exchanged.length).toBeGreaterThan(50);
  return exchanged.filter(({ shown }) => shown("supported") === "confirmed").length / exchanged.length;
}

test("with a judge that says yes to everything, at most one exchanged owner or speaker in ten is confirmed", () => {
  expect(confirmedShare(["owner", "speaker"])).toBeLessThanOrEqual(0.1);
});

test("with a judge that says yes to everything, fewer than three exchanged facts in ten are confirmed", () => {
  expect(confirmedShare(["number", "name", "date", "owner", "speaker"])).toBeLessThan(0.3);
});

test("with a judge that is right in 95 of 100 cases, true lines stay and few false ones are confirmed", () => {
  const random = seeded(20_261_128);
  const counts = { left: 0, marked: 0, confirmed: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { isTrue, shown } of LINES) {
      const as = shown(honestVerdict(isTrue, 0.95, random));
      if (isTrue && as === "left-out") counts.left += 1;
      if (isTrue && as === "marked") counts.marked += 1;
      if (!isTrue && as === "confirmed") counts.confirmed += 1;
    }
  }
  expect(counts.left / (ROUNDS * TRUE.length)).toBeLessThan(0.01);
  expect(counts.marked / (ROUNDS * TRUE.length)).toBeLessThan(0.1);
  expect(counts.confirmed / (ROUNDS * FALSE.length)).toBeLessThan(0.05);
});

const TALK: readonly [string, string][] = [
  ["Vera", "The greenhouse needs new glass on the north side before winter."],
  ["Otto", "I would rather wait with the glass until the storms are over."],
  ["Vera", "The gardener could also look at the user interface of the heating."],
  ["Otto", "The offer is one ninety-five a month, down from two hundred and forty."],
  ["Vera", "It ends on the twentieth of March. We need sixty panes and have thirty-eight."],
  ["Vera", "The rent for the panes goes up to twelve and a half euros."],
  ["Vera", "Ida, can you order the panes?"],
  ["Ida", "Yes, I'll do that."],
  ["Vera", "And who sweeps the terrace with the new broom?"],
  ["Otto", "Me, on Sunday mornings, because the rest of you are away then and I like the quiet hours."],
  ["Ida", "The pump rested for half a year, and its filters cost eighty euros each."],
  ["Vera", "How many filters?"],
  ["Ida", "Two hundred and forty in all. Nobody will be glad."],
];

const isConfirmed = (text: string) => isConfirmedIn(text, TALK);

test.each([
  ["Otto would rather wait with the glass until the storms are over.", true],
  ["Vera would rather wait with the glass until the storms are over.", false],
  ["Vera wants new glass before winter, but Otto wants to wait until the storms are over.", true],
  ["Otto wants new glass before winter, but Vera wants to wait until the storms are over.", false],
  ["Ida will order the panes.", true],
  ["Otto will order the panes.", false],
  ["Otto will sweep the terrace with the new broom.", true],
  ["Vera will sweep the terrace with the new broom.", false],
])("a line about a person is compared with that person's speech: %s", (text, expected) => {
  expect(isConfirmed(text)).toBe(expected);
});

test.each([
  ["The offer is 195 a month, down from 240.", true],
  ["The offer is 159 a month, down from 240.", false],
  ["The offer ends on the 20th of March.", true],
  ["The offer ends on the 22nd of March.", false],
  ["Furthermore, Otto would rather wait with the glass until the storms are over.", true],
  ["22 of the 60 panes are missing.", true],
  ["23 of the 60 panes are missing.", false],
  ["The rent for the panes rises to 12.50.", true],
  ["The pump was not used for six months.", true],
  ["The pump was not used for nine months.", false],
  ["The filters of the pump cost 240 euros in all.", true],
  ["The filters of the pump cost 260 euros in all.", false],
])("numbers are compared in one form, and a difference of two of them is reckoned: %s", (text, expected) => {
  expect(isConfirmed(text)).toBe(expected);
});

test.each([
  ["La prochaine fête aura lieu le 8 juin.", true],
  ["La prochaine fête aura lieu le 28 juin.", false],
  ["La prochaine fête aura lieu de 17 h à 22 h.", true],
  ["La prochaine fête aura lieu de 16 h à 22 h.", false],
])("a date is found where only its topic is said elsewhere: %s", (text, expected) => {
  const said = [
    "Le bilan de la fête : deux cent dix visiteurs et trois mille euros de recettes, c'est moins que l'an dernier.",
    "Il a plu tout l'après-midi, et la buvette a fermé à quinze heures, faute de bénévoles.",
    "L'an prochain il faut dix bénévoles à la buvette, pas six, et je m'occupe d'en trouver.",
    "Alors le huit juin, de dix-sept heures à vingt-deux heures, c'est noté. La mairie demande dix-huit barrières.",
  ];
  const turns = said.map((words) => [null, words] as const);
  expect(isConfirmedIn(text, turns, "fr")).toBe(expected);
});
