import { expect, test } from "vitest";
import { parseDraft } from "#app/contracts/meeting/summary-draft.ts";
import { fieldSections } from "#app/domain/summary/field-sections.ts";
import { emptyContent } from "#app/domain/summary/fields/field-types.ts";
import { checkSummary } from "#app/domain/summary/check/check-summary.ts";
import {
  FIELD_TYPES,
  type TableColumn,
  type TemplateField,
  type TemplateSnapshot,
} from "#app/domain/template/template.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

const talk = (...lines: [speaker: string | null, text: string][]): Segment[] =>
  lines.map(([speaker, text], index) => ({
    id: `w0-${index}`,
    startMs: index * 6000,
    endMs: index * 6000 + 5500,
    text,
    speaker,
  }));

const SEGMENTS = talk(
  ["Nora", "The tile server is late, and the contract costs 4000 euros a year."],
  ["Tobias", "Priya will sign the contract by Friday."],
  ["Priya", "The new map is not approved yet."],
  ["Nora", "Group rides are done, and that is approved."],
  ["Tobias", "Everything else can wait until the summer."],
  ["Nora", "Good."],
  ["Nora", "Luis checks the firmware of the locks."],
);

const COLUMNS: TableColumn[] = [
  { name: "Subject", kind: "text" },
  { name: "Cost", kind: "number" },
  { name: "When", kind: "date" },
  { name: "Person", kind: "person" },
  { name: "Status", kind: "choice", choices: ["Approved", "Done", "Late"] },
];

function template(columns: TableColumn[] = COLUMNS, more: Partial<TemplateField> = {}): TemplateSnapshot {
  const field: TemplateField = {
    key: "t",
    title: "Contract",
    prompt: "The contract of the tile server",
    type: "customTable",
    required: false,
    columns,
    ...more,
  };
  return { id: null, name: "Table", fields: [field] };
}

function check(cells: (string | number | null)[], segmentIds: string[]): string[][] {
  const named = Object.fromEntries(cells.map((cell, index) => [`c${index + 1}`, cell]));
  const { draft } = parseDraft({ fields: { t: { rows: [{ cells: named, segmentIds }] } } }, template());
  const content = checkSummary({ draft, segments: SEGMENTS, template: template(), language: "en" }).fields[0]?.content;
  const rows = content?.type === "customTable" ? content.rows : [];
  return rows.map((row) => (row.unconfirmed ? [...row.cells, "not confirmed"] : row.cells));
}

test.each<[title: string, cells: (string | number | null)[], ids: string[], rows: string[][]]>([
  [
    "words and numbers stay",
    ["the contract", "4000 euros", null, null, null],
    ["w0-0"],
    [["the contract", "4000 euros", "", "", ""]],
  ],
  [
    "a number may be a number",
    ["the contract", 4000, null, null, null],
    ["w0-0"],
    [["the contract", "4000", "", "", ""]],
  ],
  [
    "a day and a person stay",
    ["sign the contract", null, "Friday", "Priya", null],
    ["w0-1"],
    [["sign the contract", "", "Friday", "Priya", ""]],
  ],
  [
    "an invented number goes",
    ["the contract", "5000 euros", null, null, null],
    ["w0-0"],
    [["the contract", "", "", "", ""]],
  ],
  [
    "a word is no number",
    ["the contract", "expensive", null, null, null],
    ["w0-0"],
    [["the contract", "", "", "", ""]],
  ],
  [
    "an invented day goes",
    ["sign the contract", null, "Monday", null, null],
    ["w0-1"],
    [["sign the contract", "", "", "", ""]],
  ],
  [
    "a thing is no day",
    ["sign the contract", null, "contract", null, null],
    ["w0-1"],
    [["sign the contract", "", "", "", ""]],
  ],
  [
    "an invented person goes",
    ["sign the contract", null, null, "Zoltan", null],
    ["w0-1"],
    [["sign the contract", "", "", "", ""]],
  ],
  [
    "a thing is no person",
    ["sign the contract", null, null, "contract", null],
    ["w0-1"],
    [["sign the contract", "", "", "", ""]],
  ],
  [
    "a choice that was said stays",
    ["group rides", null, null, null, "approved"],
    ["w0-3"],
    [["group rides", "", "", "", "Approved"]],
  ],
  [
    "a choice is for a judge to confirm",
    ["the new map", null, null, null, "Approved"],
    ["w0-2"],
    [["the new map", "", "", "", "Approved"]],
  ],
  [
    "a choice is one of the choices",
    ["group rides", null, null, null, "Great"],
    ["w0-3"],
    [["group rides", "", "", "", ""]],
  ],
  [
    "a person of another place goes",
    ["the tile server", null, null, "Luis", null],
    ["w0-0", "w0-6"],
    [["the tile server", "", "", "", ""]],
  ],
  [
    "a row about something else stays with its mark, without values",
    ["a castle", "90000", "Monday", "Zoltan", "Late"],
    ["w0-0"],
    [["a castle", "", "", "", "Late", "not confirmed"]],
  ],
  [
    "a row whose segments do not exist is found by its words",
    ["the contract", "4000 euros", null, null, null],
    ["w9-9"],
    [["the contract", "4000 euros", "", "", ""]],
  ],
  ["a blank row goes", [null, null, null, null, null], ["w0-3"], []],
])("%s", (_title, cells, ids, rows) => {
  expect(check(cells, ids)).toEqual(rows);
});

test("the template names the columns, whatever a model calls them, and joined drafts have lists of cells", () => {
  const value = {
    fields: { t: { columns: ["X"], rows: [{ cells: ["the contract", "4000 euros"], segmentIds: ["w0-0"] }] } },
  };
  const { draft } = parseDraft(value, template());
  expect(draft.fields[0]?.content).toEqual({
    type: "customTable",
    columns: ["Subject", "Cost", "When", "Person", "Status"],
    rows: [{ cells: ["the contract", "4000 euros", "", "", ""], segmentIds: ["w0-0"] }],
  });
});

test.each(FIELD_TYPES)("a required field without support says so, an optional one is hidden: %s", (type) => {
  const field = (required: boolean): TemplateField => ({
    key: type,
    title: "Castles",
    prompt: "The castles of Transylvania",
    type,
    required,
    columns: COLUMNS,
  });
  for (const required of [true, false]) {
    const one = { id: null, name: "", fields: [field(required)] };
    const fields = [{ key: type, title: "Castles", content: emptyContent(type) }];
    const sections = fieldSections({ fields, template: one });
    expect(sections.map(({ content }) => content)).toEqual(required ? [null] : []);
  }
});

test("a table that an engine left out has the columns of its template, so that a person can fill it in", () => {
  const { draft } = parseDraft({ fields: {} }, template());
  const [field] = checkSummary({ draft, segments: SEGMENTS, template: template(), language: "en" }).fields;
  expect(field?.content).toEqual({ type: "customTable", columns: COLUMNS.map(({ name }) => name), rows: [] });
});
