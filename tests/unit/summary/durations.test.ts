import { expect, test } from "vitest";
import { durationsSaid } from "#app/domain/summary/words/durations.ts";

test.each([
  ["en", "We pause for two weeks.", ["14", "15"]],
  ["en", "It took a year and a half.", ["18"]],
  ["en", "The flight is half an hour late.", ["30"]],
  ["en", "Order a dozen, for a fortnight.", ["12", "2", "14", "15"]],
  ["es", "Hace medio año que esperan.", ["6"]],
  ["es", "Dura tres cuartos de hora.", ["45"]],
  ["ca", "D'aquí a quinze dies tornem.", ["2"]],
  ["fr", "On se revoit dans huit jours.", ["1"]],
  ["fr", "Un stage de deux ans.", ["24"]],
  ["en", "Half of the people left after nine days.", []],
] as const)("%s: %s", (language, text, numbers) => {
  expect(durationsSaid(text, language)).toEqual(numbers);
});
