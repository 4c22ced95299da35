import type { PredefinedId } from "#app/domain/template/predefined/ids.ts";
import type { ColumnKind, FieldType } from "#app/domain/template/template.ts";

/** The fields of the predefined templates. Their words are in a file for each language, by the same keys. */
export type FieldStructure = { key: string; type: FieldType; required?: true; columns?: readonly ColumnKind[] };

export const STRUCTURES = {
  "system-one-to-one": [
    { key: "mood", type: "customText" },
    { key: "progress", type: "customBullets" },
    { key: "obstacles", type: "customBullets" },
    { key: "feedback", type: "customBullets" },
    { key: "growth", type: "customBullets" },
    { key: "tasks", type: "tasks" },
  ],
  "system-stand-up": [
    { key: "done", type: "customBullets", required: true },
    { key: "planned", type: "customBullets", required: true },
    { key: "blockers", type: "customTable", columns: ["text", "person", "text"] },
    { key: "tasks", type: "tasks" },
  ],
  "system-sales-discovery": [
    { key: "summary", type: "summary", required: true },
    { key: "situation", type: "customText" },
    { key: "qualification", type: "customTable", required: true, columns: ["text", "number", "text", "text"] },
    { key: "objections", type: "customBullets" },
    { key: "tags", type: "customHashtag" },
    { key: "tasks", type: "tasks" },
  ],
  "system-interview": [
    { key: "background", type: "customText", required: true },
    { key: "covered", type: "titleSubtitle" },
    { key: "strengths", type: "customBullets" },
    { key: "doubts", type: "customBullets" },
    { key: "conditions", type: "customTable", columns: ["text", "number", "date"] },
    { key: "askedBack", type: "customBullets" },
    { key: "tasks", type: "tasks" },
  ],
  "system-project-review": [
    { key: "summary", type: "summary", required: true },
    { key: "deliverables", type: "customTable", required: true, columns: ["text", "person", "date", "choice"] },
    { key: "figures", type: "customTable", columns: ["text", "number"] },
    { key: "risks", type: "customBullets" },
    { key: "decided", type: "bullets" },
    { key: "tasks", type: "tasks" },
  ],
  "system-board-minutes": [
    { key: "attendees", type: "customTable", required: true, columns: ["person", "text"] },
    { key: "agenda", type: "customBullets", required: true },
    { key: "deliberation", type: "customText" },
    { key: "agreements", type: "customTable", required: true, columns: ["text", "person", "date"] },
    { key: "votes", type: "customTable", columns: ["text", "number", "number", "number", "choice"] },
    { key: "openPoints", type: "bullets" },
    { key: "signatures", type: "customTable", required: true, columns: ["person", "text"] },
  ],
  "system-lecture": [
    { key: "summary", type: "summary", required: true },
    { key: "outline", type: "titleSubtitle" },
    { key: "concepts", type: "customBullets" },
    { key: "examples", type: "customBullets" },
    { key: "assignments", type: "customTable", columns: ["text", "date"] },
    { key: "openQuestions", type: "bullets" },
    { key: "tags", type: "customHashtag" },
  ],
  "system-retrospective": [
    { key: "mood", type: "customText" },
    { key: "wentWell", type: "customBullets", required: true },
    { key: "toImprove", type: "customBullets", required: true },
    { key: "ideas", type: "customBullets" },
    { key: "agreed", type: "bullets" },
    { key: "tasks", type: "tasks" },
  ],
  "system-customer-support": [
    { key: "issue", type: "customText", required: true },
    { key: "case", type: "customTable", columns: ["text", "date", "choice"] },
    { key: "solution", type: "customBullets" },
    { key: "unresolved", type: "bullets" },
    { key: "tags", type: "customHashtag" },
    { key: "tasks", type: "tasks" },
  ],
} as const satisfies Record<PredefinedId, readonly FieldStructure[]>;

/** The words of one language. An Acta field has a prompt only: its title is a text of the interface. */
type TemplateWords<Id extends PredefinedId> = {
  name: string;
  description: string;
  fields: { [Key in (typeof STRUCTURES)[Id][number]["key"]]: FieldWords };
};
export type FieldWords = {
  title?: string;
  prompt: string;
  /** Names of the columns, in order; of a column of the kind "choice" its name and its choices. */
  columns?: readonly (string | { name: string; choices: readonly string[] })[];
};
export type PredefinedWords = { [Id in PredefinedId]: TemplateWords<Id> };
