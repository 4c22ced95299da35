import { BASIC_SYSTEM, type TemplateSnapshot } from "#app/domain/template/template.ts";

/** The templates that a person can choose for minutes; today only the system's own, whose id is null (§3). */
export function listTemplates(): TemplateSnapshot[] {
  return [BASIC_SYSTEM];
}

/** Null where there is no such template for this person. */
export function findTemplate(id: string | null): TemplateSnapshot | null {
  return listTemplates().find((template) => template.id === id) ?? null;
}
