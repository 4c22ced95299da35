import { expect, test } from "vitest";
import { readFacts } from "#app/features/upload/import/file-facts.ts";

const NOW = Date.parse("2026-11-29T12:00Z");
const factsOf = (name: string, text = "Ana: Good morning.\n") =>
  readFacts(new TextEncoder().encode(text), { name, modifiedAt: 1000, timeZone: "Europe/Madrid", now: NOW });

test.each([
  ["2026-11-03 Chairs.txt", "Chairs"],
  ["Chairs_20261103.vtt", "Chairs"],
  ["Chairs of the hall - 2026.11.03.srt", "Chairs of the hall"],
  // The name has nothing else.
  ["2026-11-03.txt", "2026-11-03"],
])("the day in the name %s is the meeting's date, and no part of its title", (name, title) => {
  expect(factsOf(name)).toMatchObject({ title, at: Date.parse("2026-11-03T12:00+01:00"), dateFrom: "file" });
});

test("a day that is not the meeting's date stays in its title", () => {
  expect(factsOf("2026-12-24 Party.txt")).toMatchObject({ title: "2026-12-24 Party", at: 1000, dateFrom: "modified" });
  const dated = JSON.stringify({ date: "2026-11-10T09:00:00Z", transcript: [] });
  expect(factsOf("2026-11-03 Chairs.json", dated)).toMatchObject({
    title: "2026-11-03 Chairs",
    at: Date.parse("2026-11-10T09:00Z"),
  });
});
