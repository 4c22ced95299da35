import type { EditableField, Line, Wording } from "#app/domain/summary/edits/line.ts";
import { mergeEdits } from "#app/domain/summary/edits/merge-edits.ts";
import { rulesOf } from "#app/domain/summary/fields/field-types.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

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
  const manual = homeless.filter(({ line }) => line.manual);
  let lost = 0;
  for (const { field, line } of manual) {
    const home = fields.find(({ type }) => type === field.type) ?? fields.find(({ type }) => rulesOf(type).takesLines);
    if (home) home.lines = [...home.lines, home.type === field.type ? line : asPlain(line)];
    else lost += 1;
  }
  return { fields, matched, lost };
}

function asPlain(line: Line): Line {
  const parts = [line.text, ...line.cells, line.subtitle, line.description, line.assigned, line.deadline];
  const text = parts.filter((part) => part !== null && part.trim() !== "").join(" · ");
  const plain: Wording = { text, description: null, assigned: null, deadline: null, subtitle: null, cells: [] };
  return { ...line, ...plain };
}

/**
 * Gives the lines of a new engine version the ids of earlier lines with the same meaning, so that a line that a person corrected,
 * removed or ticked off is recognised. Lines with the same words match first; then lines that rest on the same moments.
 */
function matchLines(before: readonly EditableField[], written: readonly EditableField[]): EditableField[] {
  return written.map((field) => {
    const old = before.find(({ key, type }) => key === field.key && type === field.type);
    return old ? { ...field, lines: matchField(old.lines, field.lines) } : field;
  });
}

/** Minimum share of the moments of two lines that both lines must name. */
const SAME_MOMENTS_MIN = 0.5;

function matchField(before: readonly Line[], written: readonly Line[]): Line[] {
  const free = new Set(before);
  const matched = written.map((line) => {
    const same = [...free].find((old) => wordsOf(old) === wordsOf(line));
    if (same) free.delete(same);
    return same ? { ...line, id: same.id } : null;
  });
  return matched.flatMap((line, index) => {
    if (line) return [line];
    const fresh = written[index];
    const near = [...free].find((old) => fresh && sharedMoments(old, fresh) >= SAME_MOMENTS_MIN);
    if (near) free.delete(near);
    return fresh && near ? [{ ...fresh, id: near.id }] : (fresh ?? []);
  });
}

function wordsOf({ text, cells }: Line): string {
  return foldedWords([text, ...cells].join(" ")).join(" ");
}

function sharedMoments(a: Line, b: Line): number {
  const all = new Set([...a.segmentIds, ...b.segmentIds]);
  if (all.size === 0) return 0;
  return a.segmentIds.filter((id) => b.segmentIds.includes(id)).length / all.size;
}
