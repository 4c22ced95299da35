import { orEnglish } from "#app/domain/by-language.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { CA } from "#app/domain/template/predefined/ca.ts";
import { EN } from "#app/domain/template/predefined/en.ts";
import { ES } from "#app/domain/template/predefined/es.ts";
import { FR } from "#app/domain/template/predefined/fr.ts";
import { PREDEFINED_IDS } from "#app/domain/template/predefined/ids.ts";
import {
  type FieldStructure,
  type FieldWords,
  type PredefinedWords,
  STRUCTURES,
} from "#app/domain/template/predefined/structure.ts";
import type { ColumnKind, TableColumn, TemplateField, TemplateSnapshot } from "#app/domain/template/template.ts";

/**
 * The templates that come with Acta beside Basic system, whose id is null. Only the server loads this file, with the words of all four
 * languages: pages are given the templates that they show.
 */
const WORDS: Readonly<Record<MeetingLanguage, PredefinedWords>> = orEnglish<PredefinedWords>({
  en: EN,
  es: ES,
  ca: CA,
  fr: FR,
});

/** A predefined template in a language: the reader's in the interface, the meeting's in minutes. Null for any other id. */
export function predefinedTemplate(id: string, language: MeetingLanguage): TemplateSnapshot | null {
  const known = PREDEFINED_IDS.find((one) => one === id);
  if (known === undefined) return null;
  const { name, description, fields } = WORDS[language][known];
  const words: Record<string, FieldWords> = fields;
  const structure: readonly FieldStructure[] = STRUCTURES[known];
  return { id: known, name, description, fields: structure.flatMap((field) => fieldOf(field, words[field.key])) };
}

function fieldOf(structure: FieldStructure, words: FieldWords | undefined): TemplateField[] {
  if (words === undefined) return [];
  const { key, type, required = false, columns } = structure;
  const named = columns?.map((kind, index) => columnOf(kind, words.columns?.[index]));
  return [
    { key, title: words.title ?? null, type, required, prompt: words.prompt, ...(named ? { columns: named } : {}) },
  ];
}

function columnOf(kind: ColumnKind, words: NonNullable<FieldWords["columns"]>[number] | undefined): TableColumn {
  if (typeof words === "object") return { name: words.name, kind, choices: [...words.choices] };
  return { name: words ?? "", kind };
}
