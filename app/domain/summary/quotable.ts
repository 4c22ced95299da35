import type { SummaryEngine } from "#app/domain/summary/summary.ts";
import type { TemplateField } from "#app/domain/template/template.ts";

type Field = Pick<TemplateField, "type" | "title">;

/**
 * Tells whether a field's quotations stand under topics. A field with a title of its own asks for something ("Agreements"), and quotations
 * that were chosen by rule would claim to be that: it needs a model.
 */
export function isTopical({ type, title }: Field): boolean {
  return title === null && (type === "summary" || type === "keypoints");
}

/** Tells whether a field can be filled without a model: by quotations, or by words that the meeting repeats. */
export function isQuotable(field: Field): boolean {
  return isTopical(field) || (field.title === null && field.type === "keywords");
}

/** Tells whether a field stays empty because the engine of the minutes only quotes. */
export function needsModel(engine: SummaryEngine | undefined, field: Field): boolean {
  return engine?.port === "extractive" && !isQuotable(field);
}
