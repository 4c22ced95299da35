import { type EditableField, type Line, type Wording } from "#app/domain/summary/edits/line.ts";
import { matchLines } from "#app/domain/summary/edits/match-lines.ts";
import { mergeEdits } from "#app/domain/summary/edits/merge-edits.ts";
import type { FieldType } from "#app/domain/template/template.ts";

/**
 * Returns new minutes with a person's edits of the old ones: corrected lines replace the lines that they corrected, removed lines
 * are left out, and added lines come at the end of their field. When another template has no such field, they become plain lines
 * at the end of a field that takes lines; `lost` counts lines that found no place and exist only in the earlier version.
 */
export function keepManualEdits(input: {
  /** `before`: the engine's earlier text. `edited`: the same after a person's edits. */
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
