import type { MeetingLanguage } from "#app/domain/languages.ts";
import {
  type EditableField,
  editableFields,
  isBlank,
  type Line,
  readableFields,
  sameWords,
  type Wording,
} from "#app/domain/summary/edits/line.ts";
import { rulesOf } from "#app/domain/summary/fields/field-types.ts";
import { groundSummary } from "#app/domain/summary/ground.ts";
import type { Segment, SegmentId } from "#app/domain/transcript/segment.ts";

/** A person's edit of a field: all its lines in their new state. A line that is not listed is removed. */
export type FieldEdit = { key: string; lines: (Wording & { id: string })[] };

/**
 * Returns the fields with a person's edit applied. A line with unchanged words stays as it was, with its moments. A changed line
 * keeps the moments that still prove it, as `supports` decides. A new line is a manual edit. Fields that the edit does not name
 * stay.
 */
export function applyEdit(
  base: readonly EditableField[],
  edit: readonly FieldEdit[],
  given: {
    /** Returns the segments of the line that still support its new words. */
    supports: (field: EditableField, line: Line) => SegmentId[];
    /** The last correction of the transcript that the person could see. */
    readUpTo: number;
  },
): EditableField[] {
  return base.map((field) => {
    const edited = edit.find(({ key }) => key === field.key);
    if (!edited) return field;
    const known = new Map(field.lines.map((line) => [line.id, line]));
    const seen = new Set<string>();
    const lines = edited.lines.flatMap((asked): Line[] => {
      const before = known.get(asked.id);
      if (seen.has(asked.id)) return [];
      seen.add(asked.id);
      // Unchanged text is not cleaned either, because somebody else wrote it.
      if (before && sameWords(before, asked)) return [before];
      const wording = rulesOf(field.type).clean(asked, field.columns);
      if (isBlank(wording)) return [];
      if (before && sameWords(before, wording)) return [before];
      const line = { ...wording, id: asked.id, byHand: true, readUpTo: given.readUpTo };
      if (!before) return [{ ...line, segmentIds: [] }];
      const segmentIds = given.supports(field, { ...line, segmentIds: before.segmentIds });
      return [{ ...line, segmentIds, ...(before.quoted ? { quoted: before.quoted } : {}) }];
    });
    return { ...field, lines };
  });
}

/**
 * Returns the segments of a line that still support its new words, by the same check that an engine's lines have to pass; none
 * when they do not. A sentence that a person adds to supported text removes no moment: the line is marked as a manual edit.
 */
export function supportOf(given: {
  segments: readonly Segment[];
  spoken: MeetingLanguage;
  /** The language of the minutes. */
  written: MeetingLanguage;
}): (field: EditableField, line: Line) => SegmentId[] {
  return (field, line) => {
    const { key, title, type } = field;
    const { fields } = groundSummary({
      draft: { fields: readableFields([{ ...field, lines: [line] }]) },
      segments: given.segments,
      template: { id: null, name: "", fields: [{ key, title, type, prompt: "", required: false }] },
      language: given.spoken,
      written: given.written,
      isManual: true,
    });
    return editableFields(fields, 0)[0]?.lines[0]?.segmentIds ?? [];
  };
}
