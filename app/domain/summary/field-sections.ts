import type { Topic } from "#app/domain/summary/highlights.ts";
import { needsModel } from "#app/domain/summary/quotable.ts";
import { type FieldContent, linesOf, type Summary, type SummaryEngine } from "#app/domain/summary/summary.ts";
import type { FieldType, TemplateField } from "#app/domain/template/template.ts";

/**
 * Sections of minutes that an engine or a person wrote. Sections of quotations are in sections.ts: a page loads them only for meetings
 * that have quotations.
 */

/** The heading of a section: a person's words, words of the meeting, or a text of the interface. */
export type SectionHeading =
  | { kind: "title"; title: string }
  | { kind: "topic"; topic: Topic }
  | { kind: "field"; type: FieldType };

/**
 * not-said: the engine found nothing about a required field. emptied: everything that it wrote was left out. needs-model: the engine only
 * quotes, and the field asks for more.
 */
export type Absence = "not-said" | "emptied" | "needs-model";

/** A part of the minutes as every reader sees it. `content` is null for a field without lines; `absence` says why. */
export type Section = { key: string; heading: SectionHeading; content: FieldContent | null; absence: Absence };

export type Minutes = Pick<Summary, "fields" | "emptied"> & {
  template: { fields: readonly TemplateField[] };
  engine?: SummaryEngine;
};

/** Returns the fields in the order of the template. An optional field about which an engine found nothing is left out. */
export function fieldSections(minutes: Minutes): Section[] {
  const byKey = new Map(minutes.fields.map((field) => [field.key, field]));
  return minutes.template.fields.flatMap((field) => sectionOf(field, byKey.get(field.key)?.content ?? null, minutes));
}

/**
 * Returns minutes without the fields that only a model could fill and nobody filled: readers of a shared page have no model to set up.
 */
export function forReaders<Read extends Minutes>(minutes: Read): Read {
  const filled = new Set(minutes.fields.filter(({ content }) => linesOf(content).length > 0).map(({ key }) => key));
  const fields = minutes.template.fields.filter((field) => filled.has(field.key) || !needsModel(minutes.engine, field));
  return { ...minutes, template: { ...minutes.template, fields } };
}

export function sectionOf(
  field: TemplateField,
  content: FieldContent | null,
  { engine, emptied = [] }: Pick<Minutes, "engine" | "emptied">,
): Section[] {
  const { key, title, type, required } = field;
  const heading: SectionHeading = title === null ? { kind: "field", type } : { kind: "title", title };
  if (content && linesOf(content).length > 0) return [{ key, heading, content, absence: "not-said" }];
  if (needsModel(engine, field)) return [{ key, heading, content: null, absence: "needs-model" }];
  if (!required) return [];
  return [{ key, heading, content: null, absence: emptied.includes(key) ? "emptied" : "not-said" }];
}
