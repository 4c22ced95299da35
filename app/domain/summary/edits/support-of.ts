import type { MeetingLanguage } from "#app/domain/languages.ts";
import { type EditableField, editableFields, type Line, readableFields } from "#app/domain/summary/edits/line.ts";
import { groundSummary } from "#app/domain/summary/ground.ts";
import type { Segment, SegmentId } from "#app/domain/transcript/segment.ts";

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
      isByHand: true,
    });
    return editableFields(fields, 0)[0]?.lines[0]?.segmentIds ?? [];
  };
}
