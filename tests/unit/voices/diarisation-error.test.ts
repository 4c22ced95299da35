import { expect, test } from "vitest";
import { diarisationError, type Said } from "#tests/support/diarisation-error.ts";

/** The scorer of the bench of voices, on cases whose answer is known. */

const said = (person: string, startMs: number, endMs: number): Said => ({ person, startMs, endMs });
const SCORED = { untilMs: 40_000, collarMs: 0 };
const REFERENCE = [said("ann", 0, 10_000), said("ben", 20_000, 30_000)];

test.each([
  { name: "the same under other names", found: [said("2", 0, 10_000), said("1", 20_000, 30_000)], error: 0 },
  { name: "nothing found", found: [], error: 1 },
  { name: "one person for both", found: [said("1", 0, 10_000), said("1", 20_000, 30_000)], error: 0.5 },
  { name: "speech in silence", found: [...REFERENCE, said("ann", 12_000, 17_000)], error: 0.25 },
  { name: "half of it missed", found: [said("1", 0, 10_000)], error: 0.5 },
  { name: "a person too many at the same time", found: [...REFERENCE, said("cat", 0, 10_000)], error: 0.5 },
])("$name: $error", ({ found, error }) => {
  expect(diarisationError(REFERENCE, found, SCORED).total).toBeCloseTo(error, 5);
});

test("people who are missed or confused in an overlap count", () => {
  const reference = [said("ann", 0, 10_000), said("ben", 5000, 15_000)];
  const missed = diarisationError(reference, [said("1", 0, 10_000), said("2", 10_000, 15_000)], SCORED);
  expect(missed).toMatchObject({ missed: 0.25, falseAlarm: 0, confused: 0, spokenMs: 20_000 });
  const confused = diarisationError(reference, [said("1", 0, 15_000), said("2", 5000, 10_000)], SCORED);
  expect(confused).toMatchObject({ missed: 0, falseAlarm: 0, confused: 0.25 });
});

test("borders within the collar are nobody's error, and its time is not counted", () => {
  const found = [said("1", 200, 9800), said("2", 20_200, 30_200)];
  const { total, spokenMs } = diarisationError(REFERENCE, found, { untilMs: 40_000 });
  expect(total).toBe(0);
  expect(spokenMs).toBe(19_000);
});

test("silence is right when nobody is found, and wholly wrong otherwise", () => {
  expect(diarisationError([], [], SCORED).total).toBe(0);
  expect(diarisationError([], [said("1", 0, 1000)], SCORED).total).toBe(1);
});

test("names are mapped for the most common time in all, not each for itself", () => {
  const reference = [said("ann", 0, 10_000), said("ben", 10_000, 19_000)];
  const found = [said("1", 0, 10_000), said("1", 10_000, 19_000), said("2", 0, 0)];
  expect(diarisationError(reference, found, SCORED).confused).toBeCloseTo(9 / 19, 5);
});
