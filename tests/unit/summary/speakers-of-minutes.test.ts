import { expect, test } from "vitest";
import { linesOfAll, type FieldContent, type Summary } from "#app/domain/summary/summary.ts";
import { withoutSpeakers, withSpeakerLabels } from "#app/domain/summary/speakers-of-minutes.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";

/** Readers who may read the minutes but not the transcript are not told who said what. */

const quoted = { speaker: "Nora", exact: "Uh, the roof leaks.", part: { kind: "decision" } } as const;
const line = { text: "The roof leaks.", segmentIds: ["a"], quoted };
const task = { ...line, description: null, assigned: null, deadline: null };

const CONTENTS: FieldContent[] = [
  { type: "summary", items: [line] },
  { type: "keypoints", items: [line] },
  { type: "bullets", items: [line] },
  { type: "tasks", items: [task] },
  { type: "titleSubtitle", items: [{ ...line, subtitle: null }] },
  { type: "customText", items: [line] },
  { type: "customBullets", items: [line] },
];

const written = (content: FieldContent): Summary => ({
  language: "en",
  template: BASIC_SYSTEM,
  fields: [{ key: "f", title: null, content }],
  engine: { port: "extractive", model: "extractive-1" },
  writtenAt: 0,
  droppedItems: 0,
});

test.each(CONTENTS)("quotations in a field of type $type lose their speaker and keep their words", (content) => {
  const summary = written(content);
  const shown = withoutSpeakers(summary);
  expect(JSON.stringify(shown)).not.toContain("Nora");
  expect(linesOfAll(shown.fields)).toEqual(
    linesOfAll(summary.fields).map((before) => ({ ...before, quoted: { ...quoted, speaker: null } })),
  );
});

test("the stored minutes keep their speakers", () => {
  const summary = written({ type: "keypoints", items: [line] });
  withoutSpeakers(summary);
  expect(summary).toEqual(written({ type: "keypoints", items: [line] }));
});

test("lines that quote nobody, and rows of tables, stay as they are", () => {
  const plain = written({ type: "keypoints", items: [{ text: "The roof leaks.", segmentIds: ["a"] }] });
  const table = written({
    type: "customTable",
    columns: ["Part"],
    rows: [{ cells: ["The roof"], segmentIds: ["a"] }],
  });
  expect(withoutSpeakers(plain)).toEqual(plain);
  expect(withoutSpeakers(table)).toEqual(table);
});

test("minutes of named speakers are stored with their labels, where one label has the name", () => {
  const names = new Map([
    ["Speaker 1", "Nora"],
    ["Speaker 2", "Jon"],
    ["Speaker 3", "Jon"],
  ]);
  const owned = (assigned: string | null) => ({ ...task, quoted: undefined, assigned });
  const items = ["Nora", "Jon", "Marta", null].map(owned);
  const stored = withSpeakerLabels(written({ type: "tasks", items: [...items, { ...task, assigned: "Nora" }] }), names);
  expect(linesOfAll(stored.fields)).toMatchObject([
    { assigned: "Speaker 1" },
    { assigned: "Jon" },
    { assigned: "Marta" },
    { assigned: null },
    { assigned: "Speaker 1", quoted: { speaker: "Speaker 1", exact: quoted.exact } },
  ]);
});
