import { expect, test } from "vitest";
import { isConfirmed } from "#tests/support/confirmed-line.ts";

const TALK: readonly [string, string][] = [
  [
    "Vera",
    "The roof of the greenhouse. Bauer asks for four thousand six hundred, Lindt for five thousand two hundred.",
  ],
  ["Otto", "And the neighbour's nephew, Emil, who mended the pump?"],
  ["Vera", "Emil mends pumps. I would not let him climb on a roof."],
  ["Otto", "Then Bauer. The seeds: Mathilde has raised the price of the tomatoes from March."],
  ["Vera", "And Konrad?"],
  ["Otto", "Konrad keeps his prices, but he only delivers on Tuesdays."],
  ["Vera", "In Graz the market opens on Thursday, in Wels on Saturday."],
  ["Ida", "The signs for the beds have to be painted anew."],
  ["Vera", "Ida, could you do the signs?"],
  ["Ida", "Yes, I'll do them."],
  ["Otto", "Who waters in August? I am at the sea."],
  ["Ida", "I can take the first two weeks, and then we ask Jasper, who lives next door."],
];

test.each([
  ["Konrad keeps his prices, but only delivers on Tuesdays.", true],
  ["Mathilde keeps her prices, but only delivers on Tuesdays.", false],
  ["Mathilde raises the price of the tomatoes.", true],
  ["Jasper raises the price of the tomatoes.", false],
  ["Jasper, who lives next door, will be asked too.", true],
  ["Emil, who lives next door, will be asked too.", false],
])("a line about somebody who was spoken of has the name that stands with its words: %s", (text, expected) => {
  expect(isConfirmed(text, TALK)).toBe(expected);
});

test.each([
  ["Lindt asks for 5,200 for the roof.", true],
  ["Lindt asks for 4,600 for the roof.", false],
  ["The market in Wels opens on Saturday.", true],
  ["The market in Wels opens on Thursday.", false],
])("a number or a day that the talk gives to another name is not confirmed: %s", (text, expected) => {
  expect(isConfirmed(text, TALK)).toBe(expected);
});

test.each([
  ["Ida will do the signs.", true],
  ["Vera will do the signs.", false],
  ["Ida waters in the first two weeks of August.", true],
  ["Otto waters in the first two weeks of August.", false],
])("somebody who asks or is away does not do it: %s", (text, expected) => {
  expect(isConfirmed(text, TALK)).toBe(expected);
});
