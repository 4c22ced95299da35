import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DRAFT_FIELDS } from "#app/contracts/meeting/draft-fields.ts";
import { draftJsonSchema, readDraftAnswer } from "#app/contracts/meeting/draft-answer.ts";
import { fieldSections } from "#app/domain/summary/field-sections.ts";
import { FIELD_RULES } from "#app/domain/summary/fields/field-types.ts";
import { checkSummary } from "#app/domain/summary/check/check-summary.ts";
import { minutesMessages } from "#app/domain/summary/notes/minutes-messages.ts";
import type { FieldType, TemplateSnapshot } from "#app/domain/template/template.ts";
import { FIELD_VIEWS, FieldView } from "#app/features/minutes/field-views.tsx";
import { FIELD_WRITERS, writerOf } from "#app/server/exports/fields/field-writers.ts";
import { SCORE_DRAFT } from "#tests/fixtures/score-field/draft.ts";
import { SCORE, SCORE_RULES } from "#tests/fixtures/score-field/rules.ts";
import { ScoreView } from "#tests/fixtures/score-field/view.tsx";
import { SCORE_WRITER } from "#tests/fixtures/score-field/writer.ts";

/** A new type of field is one folder: its rules, draft, writer and view, registered once each. Nothing else knows the types. */
const ENTRIES = [
  [FIELD_RULES, SCORE_RULES],
  [DRAFT_FIELDS, SCORE_DRAFT],
  [FIELD_WRITERS, SCORE_WRITER],
  [FIELD_VIEWS, ScoreView],
] as const;

beforeAll(() => {
  for (const [registry, entry] of ENTRIES) Object.assign(registry, { [SCORE]: entry });
});
afterAll(() => {
  for (const [registry] of ENTRIES) Reflect.deleteProperty(registry, SCORE);
});

const TEMPLATE: TemplateSnapshot = {
  id: null,
  name: "Scores",
  fields: [{ key: "s", title: "Firmware", prompt: "The firmware", type: SCORE as FieldType, required: true }],
};
const SEGMENTS = [
  { id: "w0-0", startMs: 0, endMs: 5000, text: "The old firmware of the locks gets two points.", speaker: "Nora" },
];
const ANSWER = {
  fields: {
    s: {
      items: [
        { text: "The old firmware of the locks gets two points.", notes: [1], score: "two points" },
        { text: "The castle gets nine points.", notes: [1], score: null },
      ],
    },
  },
};

test("an eleventh type is asked for, read, checked, shown and exported", () => {
  const notes = [
    { kind: "fact" as const, text: "Two points.", who: null, when: null, corrects: null, segmentIds: ["w0-0"] },
  ];
  const [system] = minutesMessages({ template: TEMPLATE, language: "en", notes });
  expect(system?.content).toContain("the score that was said or null");
  expect(JSON.stringify(draftJsonSchema(TEMPLATE))).toContain('"score"');

  const read = readDraftAnswer(JSON.stringify(ANSWER), TEMPLATE, notes);
  const { fields } = checkSummary({
    draft: read.ok ? read.value : { fields: [] },
    segments: SEGMENTS,
    template: TEMPLATE,
    language: "en",
  });
  const item = { text: "The old firmware of the locks gets two points.", segmentIds: ["w0-0"], score: "two points" };
  const castle = { text: "The castle gets nine points.", segmentIds: ["w0-0"], score: null, unconfirmed: true };
  expect(fields[0]?.content).toEqual({ type: "score", items: [item, castle] });

  const [section] = fieldSections({ fields, template: TEMPLATE });
  expect(section?.content).toEqual(fields[0]?.content);
  if (!section?.content) throw new Error("the field has a line");
  expect(renderToStaticMarkup(<FieldView content={section.content} />)).toContain("<b>two points</b>");
  const json = writerOf(SCORE as FieldType).json(section.content, {
    marks: () => ({ segmentIds: [], manual: false, outdated: false, confirmed: true }),
  });
  expect(json).toMatchObject({ items: [{ text: item.text, score: "two points" }, {}] });
});
