import { cleanName } from "#app/domain/clean-name.ts";
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
import {
  ACTA_FIELD_TYPES,
  type FieldType,
  hasColumns,
  type TableColumn,
  type TemplateField,
} from "#app/domain/template/template.ts";

/** §5: the rules of templates and fields. The builder and the server use the same. */

/** A field as a person edits it: a custom field has no type until one is chosen. */
export type FieldDraft = Omit<TemplateField, "type"> & { type: FieldType | null };
export type TemplateDraft = { name: string; description: string | null; fields: readonly FieldDraft[] };

export const TEMPLATE_PROBLEMS = [
  "name-missing",
  "name-too-long",
  "description-too-long",
  "fields-missing",
  "too-many-fields",
] as const;
export const FIELD_PROBLEMS = [
  "title-missing",
  "title-too-long",
  "prompt-missing",
  "prompt-too-long",
  "field-description-too-long",
  "type-missing",
  "columns-missing",
  "too-many-columns",
  "duplicate-field",
] as const;
export const COLUMN_PROBLEMS = [
  "column-name-missing",
  "column-name-too-long",
  "duplicate-column",
  "choices-missing",
  "too-many-choices",
  "choice-too-long",
] as const;
export type ProblemReason =
  | (typeof TEMPLATE_PROBLEMS)[number]
  | (typeof FIELD_PROBLEMS)[number]
  | (typeof COLUMN_PROBLEMS)[number];

/** A rule that does not hold, and its place: the number of the field and of the column, from 0; null: the template as a whole. */
export type TemplateProblem = { reason: ProblemReason; field: number | null; column: number | null };

/** The rules that a template breaks; none: it can be saved. Lengths count characters (code points). */
export function checkTemplate({ name, description, fields }: TemplateDraft): TemplateProblem[] {
  const reasons: ProblemReason[] = [
    ...checkText(name, TEMPLATE_NAME_CHARS_MAX, "name-missing", "name-too-long"),
    ...checkLength(description ?? "", TEMPLATE_DESCRIPTION_CHARS_MAX, "description-too-long"),
    ...(fields.length === 0 ? (["fields-missing"] as const) : []),
    ...(fields.length > TEMPLATE_FIELDS_MAX ? (["too-many-fields"] as const) : []),
  ];
  return [
    ...reasons.map((reason) => ({ reason, field: null, column: null })),
    ...fields.flatMap((field, index) => [
      ...checkField(field).map((problem) => ({ ...problem, field: index })),
      ...(findSameField(field, fields.slice(0, index)) === null
        ? []
        : [{ reason: "duplicate-field" as const, field: index, column: null }]),
    ]),
  ];
}

/** The rules that a field breaks on its own. */
export function checkField(field: FieldDraft): Omit<TemplateProblem, "field">[] {
  const { title, prompt, description, type } = field;
  const hasOwnTitle = isActaField(field) && title === null;
  const reasons: ProblemReason[] = [
    ...(hasOwnTitle ? [] : checkText(title ?? "", FIELD_TITLE_CHARS_MAX, "title-missing", "title-too-long")),
    ...checkText(prompt, FIELD_PROMPT_CHARS_MAX, "prompt-missing", "prompt-too-long"),
    ...checkLength(description ?? "", FIELD_DESCRIPTION_CHARS_MAX, "field-description-too-long"),
    ...(type === null ? (["type-missing"] as const) : []),
  ];
  return [
    ...reasons.map((reason) => ({ reason, column: null })),
    ...(hasColumns(type) ? checkColumns(field.columns ?? []) : []),
  ];
}

function checkColumns(columns: readonly TableColumn[]): Omit<TemplateProblem, "field">[] {
  if (columns.length === 0) return [{ reason: "columns-missing", column: null }];
  if (columns.length > TABLE_COLUMNS_MAX) return [{ reason: "too-many-columns", column: null }];
  return columns.flatMap((column, index) => {
    const isDuplicate = columns.slice(0, index).some(({ name }) => sameText(name, column.name));
    const reasons: ProblemReason[] = [
      ...checkText(column.name, COLUMN_NAME_CHARS_MAX, "column-name-missing", "column-name-too-long"),
      ...(isDuplicate && column.name.trim() !== "" ? (["duplicate-column"] as const) : []),
      ...(column.kind === "choice" ? checkChoices(column.choices ?? []) : []),
    ];
    return reasons.map((reason) => ({ reason, column: index }));
  });
}

function checkChoices(choices: readonly string[]): ProblemReason[] {
  if (choices.every((choice) => choice.trim() === "")) return ["choices-missing"];
  if (choices.length > COLUMN_CHOICES_MAX) return ["too-many-choices"];
  return choices.some((choice) => length(choice) > COLUMN_CHOICE_CHARS_MAX) ? ["choice-too-long"] : [];
}

/** The fields that keep every rule, as many as a template may have: those of a template that is being written can be shown. */
export function completeFields(fields: readonly FieldDraft[]): FieldDraft[] {
  const complete: FieldDraft[] = [];
  for (const field of fields) {
    if (checkField(field).length === 0 && findSameField(field, complete) === null) complete.push(field);
  }
  return complete.slice(0, TEMPLATE_FIELDS_MAX);
}

/** A field of the list that is the same as this one, or null: §5 allows each field once in a template. */
export function findSameField<Field extends FieldDraft>(field: FieldDraft, fields: readonly Field[]): Field | null {
  return fields.find((other) => isSameField(field, other)) ?? null;
}

/** The same Acta field, the same saved field, or two fields of one type with one title. */
function isSameField(one: FieldDraft, other: FieldDraft): boolean {
  if (one.key === other.key) return true;
  if (one.savedFieldId && one.savedFieldId === other.savedFieldId) return true;
  const { title } = one;
  return one.type === other.type && title !== null && title.trim() !== "" && sameText(title, other.title ?? "");
}

/** Whether a field is one of the five Acta fields, which have their type as key; a custom field's key is another one. */
export function isActaField({ key, type }: Pick<FieldDraft, "key" | "type">): boolean {
  return key === type && ACTA_FIELD_TYPES.some((acta) => acta === type);
}

function sameText(one: string, other: string): boolean {
  const folded = (text: string) => text.normalize("NFC").trim().toLocaleLowerCase("en");
  return folded(one) === folded(other);
}

/** A text in which nothing can be seen is missing. */
function checkText<Missing extends ProblemReason, TooLong extends ProblemReason>(
  text: string,
  charsMax: number,
  missing: Missing,
  tooLong: TooLong,
): (Missing | TooLong)[] {
  return cleanName(text) === "" ? [missing] : checkLength(text, charsMax, tooLong);
}

function checkLength<TooLong extends ProblemReason>(text: string, charsMax: number, tooLong: TooLong): TooLong[] {
  return length(text) > charsMax ? [tooLong] : [];
}

function length(text: string): number {
  return Array.from(text).length;
}
