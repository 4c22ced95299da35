import { expect, test } from "vitest";
import {
  COLUMN_CHOICE_CHARS_MAX,
  COLUMN_CHOICES_MAX,
  COLUMN_NAME_CHARS_MAX,
  FIELD_DESCRIPTION_CHARS_MAX,
  FIELD_PROMPT_CHARS_MAX,
  FIELD_TITLE_CHARS_MAX,
  TABLE_COLUMNS_MAX,
  TEMPLATE_DESCRIPTION_CHARS_MAX,
  TEMPLATE_FIELDS_MAX,
  TEMPLATE_NAME_CHARS_MAX,
} from "#app/domain/limits/templates.ts";
import { SUMMARY_TABLE_COLUMNS_MAX } from "#app/domain/limits/minutes.ts";
import { TEXT_LANGUAGES } from "#app/domain/languages.ts";
import { PREDEFINED_IDS } from "#app/domain/template/predefined/ids.ts";
import { predefinedTemplate } from "#app/domain/template/predefined/predefined.ts";
import {
  checkTemplate,
  completeFields,
  type FieldDraft,
  type ProblemReason,
} from "#app/domain/template/template-rules.ts";
import { BASIC_SYSTEM, type TableColumn } from "#app/domain/template/template.ts";

/** Rules of §5 "Template", each as one row: a template, and the rules that it breaks. */

const field = (over: Partial<FieldDraft> = {}): FieldDraft => ({
  key: "f1",
  title: "Risks",
  prompt: "The risks that were named.",
  type: "customBullets",
  required: false,
  description: null,
  ...over,
});
const actaField: FieldDraft = field({ key: "summary", type: "summary", title: null });
const table = (columns: TableColumn[]): FieldDraft => field({ type: "customTable", columns });
const other = (over: Partial<FieldDraft>) => field({ key: "f2", title: "Votes", ...over });
const chars = (count: number) => "ñ".repeat(count);
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => field({ key: `f${at}`, title: `Field ${at}` }));
const columns = (count: number): TableColumn[] =>
  Array.from({ length: count }, (_, at) => ({ name: `Column ${at}`, kind: "text" }));

type Case = [
  title: string,
  draft: { name?: string; description?: string; fields?: FieldDraft[] },
  reasons: ProblemReason[],
];

test.each<Case>([
  ["a name and one field are enough", {}, []],
  ["a description is optional", { description: "Every Monday" }, []],
  ["a template needs a name", { name: "  " }, ["name-missing"]],
  ["a name that cannot be seen is none", { name: "\u200b\u2060" }, ["name-missing"]],
  ["a template needs a field", { fields: [] }, ["fields-missing"]],
  ["name and field are asked for at once", { name: "", fields: [] }, ["name-missing", "fields-missing"]],
  ["a name may be long", { name: chars(TEMPLATE_NAME_CHARS_MAX) }, []],
  ["a name may not be longer", { name: chars(TEMPLATE_NAME_CHARS_MAX + 1) }, ["name-too-long"]],
  [
    "a description may not be longer",
    { description: chars(TEMPLATE_DESCRIPTION_CHARS_MAX + 1) },
    ["description-too-long"],
  ],
  ["a template may have many fields", { fields: many(TEMPLATE_FIELDS_MAX) }, []],
  ["a template may not have more fields", { fields: many(TEMPLATE_FIELDS_MAX + 1) }, ["too-many-fields"]],
  ["a field needs a title", { fields: [field({ title: " " })] }, ["title-missing"]],
  ["a custom field without a title of its own has none", { fields: [field({ title: null })] }, ["title-missing"]],
  ["an Acta field has a title of the interface", { fields: [actaField] }, []],
  [
    "an Acta field that was given an empty title has none",
    { fields: [{ ...actaField, title: "" }] },
    ["title-missing"],
  ],
  ["a title may not be longer", { fields: [field({ title: chars(FIELD_TITLE_CHARS_MAX + 1) })] }, ["title-too-long"]],
  ["a field needs a prompt", { fields: [field({ prompt: "\n" })] }, ["prompt-missing"]],
  ["a prompt that cannot be seen is none", { fields: [field({ prompt: "\u200b \u3164" })] }, ["prompt-missing"]],
  ["an Acta field needs a prompt", { fields: [{ ...actaField, prompt: "" }] }, ["prompt-missing"]],
  [
    "a prompt may not be longer",
    { fields: [field({ prompt: chars(FIELD_PROMPT_CHARS_MAX + 1) })] },
    ["prompt-too-long"],
  ],
  [
    "a field's description may not be longer",
    { fields: [field({ description: chars(FIELD_DESCRIPTION_CHARS_MAX + 1) })] },
    ["field-description-too-long"],
  ],
  ["a custom field needs a type", { fields: [field({ type: null })] }, ["type-missing"]],
  [
    "the same Acta field is added once",
    { fields: [actaField, { ...actaField, title: "Abstract" }] },
    ["duplicate-field"],
  ],
  [
    "the same saved field is added once",
    { fields: [field({ savedFieldId: "mine" }), other({ savedFieldId: "mine" })] },
    ["duplicate-field"],
  ],
  [
    "fields of one type with one title are the same",
    { fields: [field(), other({ title: " RISKS " })] },
    ["duplicate-field"],
  ],
  ["one title may name fields of two types", { fields: [field(), other({ title: "Risks", type: "customText" })] }, []],
  [
    "two fields without a title are not the same",
    { fields: [field({ title: "" }), other({ title: "" })] },
    ["title-missing", "title-missing"],
  ],
  ["a table needs a column", { fields: [field({ type: "customTable" })] }, ["columns-missing"]],
  ["a table may have many columns", { fields: [table(columns(TABLE_COLUMNS_MAX))] }, []],
  ["a table may not have more columns", { fields: [table(columns(TABLE_COLUMNS_MAX + 1))] }, ["too-many-columns"]],
  ["a column needs a name", { fields: [table([{ name: "", kind: "date" }])] }, ["column-name-missing"]],
  [
    "a column's name may not be longer",
    { fields: [table([{ name: chars(COLUMN_NAME_CHARS_MAX + 1), kind: "text" }])] },
    ["column-name-too-long"],
  ],
  [
    "two columns have two names",
    {
      fields: [
        table([
          { name: "Due", kind: "date" },
          { name: "due ", kind: "text" },
        ]),
      ],
    },
    ["duplicate-column"],
  ],
  [
    "a column of choices needs choices",
    { fields: [table([{ name: "Vote", kind: "choice", choices: [""] }])] },
    ["choices-missing"],
  ],
  [
    "a column may not have more choices",
    {
      fields: [
        table([{ name: "Vote", kind: "choice", choices: Array.from({ length: COLUMN_CHOICES_MAX + 1 }, String) }]),
      ],
    },
    ["too-many-choices"],
  ],
  [
    "a choice may not be longer",
    { fields: [table([{ name: "Vote", kind: "choice", choices: [chars(COLUMN_CHOICE_CHARS_MAX + 1)] }])] },
    ["choice-too-long"],
  ],
])("%s", (_title, { name = "Weekly", description = null, fields = [field()] }, reasons) => {
  expect(checkTemplate({ name, description, fields }).map(({ reason }) => reason)).toEqual(reasons);
});

test("a problem names its field and column", () => {
  const fields = [
    field(),
    table([
      { name: "Due", kind: "date" },
      { name: "", kind: "text" },
    ]),
  ].map((each, at) => ({ ...each, key: `f${at}` }));
  expect(checkTemplate({ name: "Weekly", description: null, fields })).toEqual([
    { reason: "column-name-missing", field: 1, column: 1 },
  ]);
});

test("a table has no more columns than minutes can hold", () => {
  expect(TABLE_COLUMNS_MAX).toBeLessThanOrEqual(SUMMARY_TABLE_COLUMNS_MAX);
});

test("Basic system and every predefined template keep the rules in every language", () => {
  const all = TEXT_LANGUAGES.flatMap((language) => PREDEFINED_IDS.map((id) => predefinedTemplate(id, language)));
  expect(all).toHaveLength(TEXT_LANGUAGES.length * PREDEFINED_IDS.length);
  for (const template of [BASIC_SYSTEM, ...all]) {
    const { name = "", description = null, fields = [] } = template ?? {};
    expect([template?.id, checkTemplate({ name, description, fields })]).toEqual([template?.id, []]);
  }
});

test("of a template that is being written, the fields that keep the rules can be shown", () => {
  const [first, second] = [field(), other({})];
  const fields = [first, other({ key: "f3", prompt: "" }), second, field({ key: "f4" })];
  expect(completeFields(fields)).toEqual([first, second]);
  expect(
    checkTemplate({ name: "T", description: null, fields: completeFields(many(TEMPLATE_FIELDS_MAX + 1)) }),
  ).toEqual([]);
});
