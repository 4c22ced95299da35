import { expect, test } from "vitest";
import { joinSpeakers, type NamedLabel } from "#app/domain/transcript/join-speakers.ts";

const of = (...speakers: (string | [label: string, name: string])[]): NamedLabel[] =>
  speakers.map((each) => (typeof each === "string" ? { label: each, name: null } : { label: each[0], name: each[1] }));
const joined = (first: NamedLabel[], later: NamedLabel[]) => [...joinSpeakers(first, later).values()];

test("speakers of one name are one person, however it is spelled", () => {
  expect(joined(of("Núria Puig", ["Speaker 2", "Pau"]), of("nuria puig", ["Speaker 1", "Pau"]))).toEqual([
    "Núria Puig",
    "Speaker 2",
  ]);
});

test("a voice without a name is nobody of the recording before", () => {
  expect(joined(of("Speaker 1", "Speaker 2"), of("Speaker 1", "Speaker 2", "Speaker 5"))).toEqual([
    "Speaker 3",
    "Speaker 4",
    "Speaker 5",
  ]);
  expect(joined(of("Speaker A"), of("Speaker A"))).toEqual(["Speaker 2"]);
});

test("a person whose label is taken by somebody else gets another one", () => {
  expect(joined(of(["Speaker 1", "Pau"]), of(["Speaker 1", "Marta"]))).toEqual(["Speaker 2"]);
  expect(joined(of(["Marta", "Núria"]), of("Marta"))).toEqual(["Marta (2)"]);
});

test("two labels of one person in the later recording are one person", () => {
  expect(joined([], of(["Speaker 1", "Pau"], ["Speaker 2", "pau"]))).toEqual(["Speaker 1", "Speaker 1"]);
});
