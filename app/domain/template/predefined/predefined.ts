import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { TemplateSnapshot } from "#app/domain/template/template.ts";

/** The templates that come with Acta beside Basic system, whose id is null. */
export const PREDEFINED_IDS = [
  "system-one-to-one",
  "system-stand-up",
  "system-sales-discovery",
  "system-interview",
  "system-project-review",
  "system-board-minutes",
  "system-lecture",
  "system-retrospective",
  "system-customer-support",
] as const;
export type PredefinedId = (typeof PREDEFINED_IDS)[number];

const NAMES: Record<PredefinedId, string> = {
  "system-one-to-one": "One-to-one",
  "system-stand-up": "Stand-up",
  "system-sales-discovery": "Sales discovery",
  "system-interview": "Interview",
  "system-project-review": "Project review",
  "system-board-minutes": "Board minutes",
  "system-lecture": "Lecture",
  "system-retrospective": "Retrospective",
  "system-customer-support": "Customer support",
};

/** A predefined template in a language: the reader's in the interface, the meeting's in minutes. Null for any other id. */
export function predefinedTemplate(id: string, _language: MeetingLanguage): TemplateSnapshot | null {
  const known = PREDEFINED_IDS.find((one) => one === id);
  return known === undefined ? null : { id: known, name: NAMES[known], description: null, fields: [] };
}
