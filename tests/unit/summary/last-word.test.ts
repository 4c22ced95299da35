import { expect, test } from "vitest";
import { isConfirmed, type Turns } from "#tests/support/confirmed-line.ts";

/** The check by code of what people took back, refused or moved (check/last-word.ts, not-agreed.ts, speaker-there.ts). */

const MOVED: Turns = [
  ["Vera", "The glazier comes on Monday to measure the greenhouse."],
  ["Otto", "On Monday I am at the dentist. Better Wednesday."],
  ["Vera", "Wednesday then, in the morning."],
  ["Ida", "The panes are delivered on Friday, by the firm in Kent."],
  ["Vera", "And the lamps cost 6.50 each at the market."],
  ["Otto", "They told me 7.20 last week."],
  ["Vera", "Okay, I had an old list."],
];

test.each([
  ["The glazier comes to measure the greenhouse on Monday.", false],
  ["The glazier comes to measure the greenhouse on Wednesday.", true],
  ["The visit of the glazier was moved from Monday to Wednesday.", true],
  ["The panes are delivered on Friday.", true],
  ["The lamps cost 6.50 each.", false],
  ["The lamps cost 7.20 each.", true],
])("the last day or price that people say counts: %s", (text, expected) => {
  expect(isConfirmed(text, MOVED)).toBe(expected);
});

test.each([
  ["La fête du quartier aura lieu le 3 mai.", false],
  ["La fête du quartier aura lieu le 10 mai.", true],
  ["La salle est louée du 2 au 4 mai.", true],
])("a date of a month is replaced by one that is said without it: %s", (text, expected) => {
  const turns: Turns = [
    ["Lise", "La fête du quartier, c'était prévu pour le trois mai."],
    ["Noé", "Le trois, la fanfare ne peut pas. Plutôt le dix."],
    ["Lise", "Le dix, ça marche."],
    ["Noé", "La salle est louée du deux au quatre mai pour le théâtre, elle est donc prise."],
  ];
  expect(isConfirmed(text, turns, "fr")).toBe(expected);
});

const REFUSED: Turns = [
  ["Otto", "Should we sell the old mower to the neighbours?"],
  ["Vera", "No. It still starts every spring."],
  ["Otto", "Ida, could you paint the shed in June?"],
  ["Ida", "No, I am in Norway in June."],
  ["Vera", "The compost goes behind the wall, but not before May."],
  ["Otto", "Okay."],
  ["Otto", "We could rent a tractor for the orchard. It is two hundred a day."],
  ["Vera", "I like it, but the trustees have to sign that."],
  ["Ida", "And who brings the cake on Sunday?"],
];

test.each([
  ["The old mower will be sold to the neighbours.", false],
  ["The old mower will not be sold to the neighbours.", true],
  ["Otto asked whether to sell the old mower to the neighbours.", true],
  ["Vera suggested selling the old mower to the neighbours.", false],
  ["Vera does not want to sell the old mower to the neighbours.", true],
  ["Ida will paint the shed in June.", false],
  ["It was decided to rent a tractor for the orchard.", false],
  ["Otto proposed to rent a tractor for the orchard.", true],
  ["It was agreed that the compost goes behind the wall.", true],
])("a plain No and a but are heard: %s", (text, expected) => {
  expect(isConfirmed(text, REFUSED)).toBe(expected);
});

test("a number that leaves out its thousands is that many thousands", () => {
  const turns: Turns = [
    ["Vera", "The filter is seven thousand three hundred without the pump."],
    ["Otto", "And the filter with the pump?"],
    ["Vera", "Just under nine."],
  ];
  expect(isConfirmed("The filter costs nearly 9,000 with the pump.", turns)).toBe(true);
  expect(isConfirmed("The filter costs nearly 8,000 with the pump.", turns)).toBe(false);
});
