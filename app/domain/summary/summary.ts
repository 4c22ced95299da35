import type { Quoted } from "#app/domain/summary/highlights.ts";
import type { SegmentId } from "#app/domain/transcript/segment.ts";
import type { FieldType, TemplateSnapshot } from "#app/domain/template/template.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";

/**
 * An item of a summary's field. Every item carries the ids of the segments that support it; an item without support never reaches
 * a summary (see ground.ts). Information that was not said is null or an empty list, never a guess.
 */
export type SummaryItem = { text: string; segmentIds: SegmentId[]; quoted?: Quoted | undefined } & EditMarks;

/** Marks from a person's corrections of a line. An engine's draft has none; see domain/summary/edits. */
export type EditMarks = {
  /** Stays when the words change, so that two people's edits can be told apart. */
  id?: string | undefined;
  /** A person wrote or changed the line. Without segments it is shown as "by hand" in place of a moment. */
  byHand?: true | undefined;
  /** The line rests on words of the transcript that were corrected since. */
  outdated?: true | undefined;
};

export type TaskItem = SummaryItem & {
  description: string | null;
  /** As it was said ("Marta", "I" is nobody's name), or null. */
  assigned: string | null;
  /** As it was said ("by Friday"), a day that a person chose ("2026-11-25"), or null. */
  deadline: string | null;
  /** A person ticked the task off. */
  done?: true | undefined;
};

export type TitleItem = SummaryItem & { subtitle: string | null };

export type TableRow = { cells: string[]; segmentIds: SegmentId[] } & EditMarks;
export type TableBody = { columns: string[]; rows: TableRow[] };

/** Types of fields whose lines are more than an item. Every other type has plain items. */
type SpecialBodies = {
  tasks: { items: TaskItem[] };
  titleSubtitle: { items: TitleItem[] };
  customTable: TableBody;
};

/** The content of each type of field, without the name of its type. */
export type FieldBodies = {
  [Type in FieldType]: Type extends keyof SpecialBodies ? SpecialBodies[Type] : { items: SummaryItem[] };
};

export type FieldContent<Types extends FieldType = FieldType> = {
  [Type in Types]: { type: Type } & FieldBodies[Type];
}[Types];

/** A line of a field of any type: an item, or a row of a table. */
export type FieldLine = SummaryItem | TableRow;

/** Returns the lines of a field: its items, or the rows of its table. */
export function linesOf(content: FieldBodies[FieldType]): readonly FieldLine[] {
  return "rows" in content ? content.rows : content.items;
}

/** Returns the lines of all fields of the minutes. */
export function linesOfAll(fields: readonly { content: FieldBodies[FieldType] }[]): FieldLine[] {
  return fields.flatMap(({ content }) => linesOf(content));
}

/** Returns the words of a line; the cells of a row are joined by `separator`. */
export function lineText(line: FieldLine, separator: string): string {
  return "cells" in line ? line.cells.join(separator) : line.text;
}

export type SummaryField = { key: string; title: string | null; content: FieldContent };

/** The engine that wrote the summary, shown in the colophon; `extractive` is marked as quoting. Of `sample`, people wrote it. */
export type SummaryEngine = { port: "workers-ai" | "openai" | "extractive" | "sample"; model: string };

export type Summary = {
  language: MeetingLanguage;
  template: TemplateSnapshot;
  fields: SummaryField[];
  engine: SummaryEngine;
  /** The spoken language, when it differs from the language chosen for the recording. */
  spoken?: MeetingLanguage | undefined;
  /** Written by the extractive engine because the language model stayed down; a person may request a new summary. */
  standsIn?: true | undefined;
  writtenAt: number;
  /** Number of an engine's items that were dropped for lack of support. */
  droppedItems: number;
  /** Number of this version among all versions of the minutes, written by engines or people; a save names it. */
  version?: number | undefined;
  /** Time at which a person saved this version, if one did. */
  savedAt?: number | undefined;
};
