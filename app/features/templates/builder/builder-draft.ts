import { randomId } from "#app/domain/ids.ts";
import type { FieldDraft, TemplateDraft } from "#app/domain/template/template-rules.ts";
import { ACTA_FIELD_TYPES, BASIC_SYSTEM, hasColumns, type TemplateField } from "#app/domain/template/template.ts";

/** A template while a person edits it. An empty description is no description. */
export type BuilderDraft = { name: string; description: string; fields: readonly FieldDraft[] };

export const EMPTY_DRAFT: BuilderDraft = { name: "", description: "", fields: [] };

export type DraftChange =
  | { type: "name"; name: string }
  | { type: "description"; description: string }
  | { type: "add"; field: FieldDraft; at?: number }
  | { type: "remove"; key: string }
  | { type: "move"; key: string; to: number }
  | { type: "field"; key: string; changes: Partial<FieldDraft> }
  | { type: "replace"; draft: BuilderDraft };

export function changeDraft(draft: BuilderDraft, change: DraftChange): BuilderDraft {
  switch (change.type) {
    case "name":
      return { ...draft, name: change.name };
    case "description":
      return { ...draft, description: change.description };
    case "add":
      // A removal that is undone after the field was added again.
      if (draft.fields.some(({ key }) => key === change.field.key)) return draft;
      return { ...draft, fields: draft.fields.toSpliced(change.at ?? draft.fields.length, 0, change.field) };
    case "remove":
      return { ...draft, fields: draft.fields.filter(({ key }) => key !== change.key) };
    case "move":
      return { ...draft, fields: moved(draft.fields, change.key, change.to) };
    case "field":
      return {
        ...draft,
        fields: draft.fields.map((field) => (field.key === change.key ? { ...field, ...change.changes } : field)),
      };
    case "replace":
      return change.draft;
  }
}

/** The list with one entry at another place; a place outside of the list is its nearest end. */
function moved(fields: readonly FieldDraft[], key: string, to: number): readonly FieldDraft[] {
  const from = fields.findIndex((field) => field.key === key);
  const field = fields[from];
  if (field === undefined) return fields;
  const place = Math.min(Math.max(to, 0), fields.length - 1);
  return fields.toSpliced(from, 1).toSpliced(place, 0, field);
}

export function toTemplateDraft({ name, description, fields }: BuilderDraft): TemplateDraft {
  return { name: name.trim(), description: description.trim() || null, fields };
}

export function toBuilderDraft(template: {
  name: string;
  description?: string | null | undefined;
  fields: readonly TemplateField[];
}): BuilderDraft {
  return { name: template.name, description: template.description ?? "", fields: template.fields };
}

/** Whether two drafts would be saved as the same template. */
export function isSameDraft(one: BuilderDraft, other: BuilderDraft): boolean {
  return JSON.stringify(comparable(one)) === JSON.stringify(comparable(other));
}

function comparable({ name, description, fields }: BuilderDraft) {
  return { name: name.trim(), description: description.trim(), fields: fields.map(comparableField) };
}

/** The parts of a field in one order, with what is absent and what is empty alike. */
export function comparableField(field: FieldDraft) {
  const { key, title, prompt, type, required, description, columns, savedFieldId, savedFieldVersion } = field;
  return {
    key,
    title: title?.trim() ?? null,
    prompt: prompt.trim(),
    type,
    required,
    description: description?.trim() || null,
    columns: hasColumns(type) ? (columns ?? []) : [],
    savedFieldId: savedFieldId ?? null,
    savedFieldVersion: savedFieldVersion ?? 0,
  };
}

/** §2: the {product} fields, as they are added to a template. */
export const ACTA_FIELDS: readonly TemplateField[] = ACTA_FIELD_TYPES.flatMap(
  (type) => BASIC_SYSTEM.fields.find((field) => field.type === type) ?? [],
);

/** The form of 'New Field' before anything is written in it. */
export function emptyField(): FieldDraft {
  return {
    key: randomId(),
    title: "",
    prompt: "",
    type: null,
    required: false,
    description: null,
    columns: [],
  };
}

/** A field of the tab 'New Field' that is not added yet. `keep`: also under 'My fields'. */
export type NewFieldDraft = { field: FieldDraft; keep: boolean };

export const emptyNewField = (): NewFieldDraft => ({ field: emptyField(), keep: false });

/** Tells whether there are words in it that would be lost. */
export function isTyped({ field: { title, prompt, description, columns } }: NewFieldDraft): boolean {
  return [title, prompt, description].some((text) => Boolean(text?.trim())) || (columns ?? []).length > 0;
}
