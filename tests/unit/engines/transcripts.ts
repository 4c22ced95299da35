import { BASIC_SYSTEM, FIELD_TYPES, type TemplateSnapshot } from "#app/domain/template/template.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/** A template with a field of every type. */
export const EVERY_TYPE: TemplateSnapshot = {
  ...BASIC_SYSTEM,
  fields: FIELD_TYPES.map((type) => ({ key: type, title: type, prompt: `About ${type}`, type, required: false })),
};

/** A meeting of so many lines, five seconds each, in which every line says something of its own. */
export function talk(lines: number): Segment[] {
  return Array.from({ length: lines }, (_, index) => ({
    id: `w${Math.floor(index / 60)}-${index % 60}`,
    startMs: index * 5000,
    endMs: index * 5000 + 4500,
    text: `Crate number ${index} of the harbour goes to warehouse ${index * 7} before the ship leaves.`,
    speaker: index % 2 === 0 ? "Irene" : null,
  }));
}
