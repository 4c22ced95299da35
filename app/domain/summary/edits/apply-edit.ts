import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { type Checker, checkText } from "#app/domain/summary/check/check-text.ts";
import { factReader } from "#app/domain/summary/check/heard-in.ts";
import { isTranslated, readTalk } from "#app/domain/summary/check/talk-index.ts";
import { type EditableField, isBlank, type Line, sameWords, type Wording } from "#app/domain/summary/edits/line.ts";
import { rulesOf } from "#app/domain/summary/fields/field-types.ts";
import { itemSentences } from "#app/domain/summary/words/item-sentences.ts";
import { runAtOnce } from "#app/domain/turns.ts";
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
      const line = { ...wording, id: asked.id, manual: true, readUpTo: given.readUpTo };
      if (!before) return [{ ...line, segmentIds: [] }];
      const segmentIds = given.supports(field, { ...line, segmentIds: before.segmentIds });
      return [{ ...line, segmentIds, ...(before.quoted ? { quoted: before.quoted } : {}) }];
    });
    return { ...field, lines };
  });
}

/** A changed line keeps its moments while so much of it, by weight, is said there. */
const KEPT_SHARE_MIN = 0.5;

/**
 * Returns the segments of a line that still support its new words, by the check that an engine's lines have; none when they do not. A
 * line that keeps none is marked as a manual edit, whatever the check says: a person answers for it.
 */
export function supportOf(given: {
  segments: readonly Segment[];
  spoken: MeetingLanguage;
  /** The language of the minutes. */
  written: MeetingLanguage;
}): (field: EditableField, line: Line) => SegmentId[] {
  let checker: Checker | null = null;
  return (_field, { text, cells, segmentIds }) => {
    if (checker === null) {
      const talk = runAtOnce(readTalk(given.segments, given.spoken, given.written));
      checker = { talk, factsAt: factReader(talk) };
    }
    const { talk, factsAt } = checker;
    const words = [text, ...cells].filter((part) => part !== "").join(". ");
    // A sentence that a person adds to a line takes no moment away.
    const checked = itemSentences(words, given.written).map((sentence) =>
      checkText({ talk, factsAt }, sentence, segmentIds),
    );
    const kept = checked.find(
      ({ isConfirmed, places }) => isConfirmed && (isTranslated(talk) || places.share >= KEPT_SHARE_MIN),
    );
    return kept ? segmentIds.filter((id) => kept.segmentIds.includes(id)) : [];
  };
}
