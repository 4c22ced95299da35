import { expect, test } from "vitest";
import { notePlaces } from "#app/domain/summary/notes/note-places.ts";

const SAID = new Map(
  [
    "Samuel will ask the landlord for a written offer.",
    "Good, then.",
    "Somebody still has to cancel the electricity contract.",
  ].map((text, at) => [`w0-${at}`, { text }]),
);
const TURN = [...SAID.keys()];

test.each([
  ["Ask the landlord for an offer", ["w0-0"]],
  ["The electricity contract must be cancelled", ["w0-2"]],
  ["The landlord and the electricity contract", ["w0-0", "w0-2"]],
  ["Anular el contrato de la luz", TURN],
])("the note %j rests on its own sentences of the turn", (text, places) => {
  expect(notePlaces({ text, segmentIds: TURN }, SAID)).toEqual(places);
});

test("a place that does not exist costs nothing", () => {
  expect(notePlaces({ text: "An offer", segmentIds: ["w9-9", "w0-0"] }, SAID)).toEqual(["w0-0"]);
});
