import { type EditableField, type Line, type Wording } from "#app/domain/summary/edits/line.ts";
import { matchLines } from "#app/domain/summary/edits/match-lines.ts";
import { mergeEdits } from "#app/domain/summary/edits/merge-edits.ts";
import type { FieldType } from "#app/domain/template/template.ts";

/**
 * New minutes with what a person had written in the old ones: corrected lines in the place of what they corrected, removed
 * ones out, added ones at the end of their field. Where another template has no such field they stand, as plain lines, at
 * the end of one that takes lines; `lost` counts what found no place at all and stands in the earlier version only.
 */
export function keepManualEdits(input: {
  /** What the engine wrote before, and what a person had made of it. */
  before: readonly EditableField[];
  edited: readonly EditableField[];
  written: readonly EditableField[];
}): { fields: EditableField[]; matched: EditableField[]; lost: number } {
  const matched = matchLines(input.before, input.written);
  const { fields, homeless } = mergeEdits({ base: input.before, mine: input.edited, theirs: matched });
  const manual = homeless.filter(({ line }) => line.byHand);
  let lost = 0;
  for (const { field, line } of manual) {
    const home = fields.find(({ type }) => type === field.type) ?? fields.find(({ type }) => TAKES_LINES.has(type));
    if (home) home.lines = [...home.lines, home.type === field.type ? line : asPlain(line)];
    else lost += 1;
  }
  return { fields, matched, lost };
}

const TAKES_LINES: ReadonlySet<FieldType> = new Set(["bullets", "customBullets", "keypoints", "customText", "summary"]);

function asPlain(line: Line): Line {
  const parts = [line.text, ...line.cells, line.subtitle, line.description, line.assigned, line.deadline];
  const text = parts.filter((part) => part !== null && part.trim() !== "").join(" · ");
  const plain: Wording = { text, description: null, assigned: null, deadline: null, subtitle: null, cells: [] };
  return { ...line, ...plain };
}
