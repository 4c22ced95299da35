import type { Topic } from "#app/domain/summary/highlights.ts";
import { type FieldContent, linesOf, type Summary, type SummaryField } from "#app/domain/summary/summary.ts";
import type { FieldType, TemplateField } from "#app/domain/template/template.ts";

/**
 * Sections of minutes that an engine or a person wrote. Sections of quotations are in sections.ts: a page loads them only for meetings
 * that have quotations.
 */

/** The heading of a section: a person's words, words of the meeting, or a text of the interface. */
export type SectionHeading =
  | { kind: "title"; title: string }
  | { kind: "topic"; topic: Topic }
  | { kind: "field"; type: FieldType }
  | { kind: "decided" | "toDo" | "openQuestions" };

/**
 * A part of the minutes as every reader sees it. `content` is null for a required field without lines: the engine found nothing about it,
 * or, with `isEmptied`, everything that it wrote was left out.
 */
export type Section = { key: string; heading: SectionHeading; content: FieldContent | null; isEmptied?: true };

export type Minutes = Pick<Summary, "fields" | "emptied"> & { template: { fields: readonly TemplateField[] } };

export type FieldsByKey = ReadonlyMap<string, SummaryField>;

/** Returns the fields in the order of the template. An optional field without lines is left out. */
export function fieldSections({ fields, template, emptied = [] }: Minutes): Section[] {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  return template.fields.flatMap((field) => {
    const sections = sectionOf(field, byKey.get(field.key)?.content ?? null);
    if (!emptied.includes(field.key)) return sections;
    return sections.map((section) => (section.content === null ? { ...section, isEmptied: true as const } : section));
  });
}

/** `heading` is that of a field without a title; by default the name of its type. None for an optional field without lines. */
export function sectionOf(field: TemplateField, content: FieldContent | null, heading?: SectionHeading): Section[] {
  const { key, title, type, required } = field;
  const said = content && linesOf(content).length > 0 ? content : null;
  if (!required && said === null) return [];
  return [
    { key, heading: title === null ? (heading ?? { kind: "field", type }) : { kind: "title", title }, content: said },
  ];
}
