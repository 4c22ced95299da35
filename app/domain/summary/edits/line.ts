import { contentOf, rulesOf } from "#app/domain/summary/fields/field-types.ts";
import type { Quoted } from "#app/domain/summary/highlights.ts";
import type { SummaryField } from "#app/domain/summary/summary.ts";
import type { FieldType } from "#app/domain/template/template.ts";
import type { SegmentId } from "#app/domain/transcript/segment.ts";

/**
 * A summary for editing: every type of field is a list of lines with ids that stay when their words change, so that two people's
 * changes can be told apart. The engine's text is never changed; a manual version is a list of these fields.
 */
export type Wording = {
  text: string;
  /** For tasks. */
  description: string | null;
  assigned: string | null;
  /** As it was said ("by Friday"), or a day that a person chose ("2026-11-25"). */
  deadline: string | null;
  /** For titles. */
  subtitle: string | null;
  /** For table rows: one cell per column; `text` is empty there. */
  cells: string[];
};

export type Line = Wording & {
  id: string;
  segmentIds: SegmentId[];
  /** A person wrote the line, or changed the engine's text. Without segments it is shown as "by hand" in place of a moment. */
  manual: boolean;
  /** The check did not find the engine's line in the recording. A person's change takes the mark away. */
  unconfirmed?: true | undefined;
  /**
   * The last correction of the transcript that existed when a person wrote this line; null: the last one when its version was
   * written.
   */
  readUpTo: number | null;
  /** On an engine's quotation. A person's change keeps its part only. */
  quoted?: Quoted | undefined;
};

export type EditableField = { key: string; title: string | null; type: FieldType; columns: string[]; lines: Line[] };

export const lineId = (version: number, key: string, index: number) => `${version}.${key}.${index}`;

/**
 * Returns the fields of an engine's summary with an id for each line: its position in the version that wrote it, unless `ids`
 * gives another.
 */
export function editableFields(
  fields: readonly SummaryField[],
  version: number,
  ids: Readonly<Record<string, readonly string[]>> = {},
): EditableField[] {
  return fields.map(({ key, title, content }) => ({
    key,
    title,
    type: content.type,
    columns: "columns" in content ? content.columns : [],
    lines: rulesOf(content.type)
      .toLines(content)
      .map(({ id, manual, ...line }, index) => ({
        ...line,
        id: id ?? ids[key]?.[index] ?? lineId(version, key, index),
        manual: manual ?? false,
        readUpTo: null,
      })),
  }));
}

/** Marks of a line for the screen, in addition to its words. */
export type LineMarks = { outdated: (line: Line) => boolean; isDone: (line: Line) => boolean };

const NO_MARKS: LineMarks = { outdated: () => false, isDone: () => false };

/** Returns the fields for readers: page, exports, chat. */
export function readableFields(fields: readonly EditableField[], marks: LineMarks = NO_MARKS): SummaryField[] {
  return fields.map(({ key, title, type, columns, lines }) => ({
    key,
    title,
    content: contentOf(type, rulesOf(type).fromLines(lines, columns, marks)),
  }));
}

export function sameWords(a: Wording, b: Wording): boolean {
  return (
    a.text === b.text &&
    a.description === b.description &&
    a.assigned === b.assigned &&
    a.deadline === b.deadline &&
    a.subtitle === b.subtitle &&
    a.cells.length === b.cells.length &&
    a.cells.every((cell, index) => cell === b.cells[index])
  );
}

/** Tells whether a line is empty; an empty line counts as removed. */
export function isBlank({ text, cells }: Wording): boolean {
  return text.trim() === "" && cells.every((cell) => cell.trim() === "");
}
