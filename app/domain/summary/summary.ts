import type { Quoted } from "#app/domain/summary/highlights.ts";
import type { SegmentId } from "#app/domain/transcript/segment.ts";
import type { FieldType, TemplateSnapshot } from "#app/domain/template/template.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";

/**
 * An item of a summary's field, with the ids of the segments that it rests on (see check/check-summary.ts). Owners and dates that were
 * not said are null, never a guess.
 */
export type SummaryItem = { text: string; segmentIds: SegmentId[]; quoted?: Quoted | undefined } & EditMarks;

/** Marks from a person's corrections of a line. An engine's draft has none; see domain/summary/edits. */
export type EditMarks = {
  /** Stays when the words change, so that two people's edits can be told apart. */
  id?: string | undefined;
  /** A person wrote or changed the line. Without segments it is shown as "by hand" in place of a moment. */
  manual?: true | undefined;
  /** The line rests on words of the transcript that were corrected since. */
  outdated?: true | undefined;
  /** An engine wrote the line, and its check did not find it in the recording. Its moments are the nearest ones. */
  unconfirmed?: true | undefined;
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

/** Returns the segments that anything of a summary leads to: its lines, the quotations below them, and what was left out. */
export function citedIn({
  fields,
  quotations,
  leftOut = [],
}: Pick<Summary, "fields" | "quotations" | "leftOut">): SegmentId[] {
  const lines = linesOfAll([...fields, ...(quotations?.fields ?? [])]);
  return [...lines, ...leftOut].flatMap(({ segmentIds }) => segmentIds);
}

/** Returns the words of a line; the cells of a row are joined by `separator`. */
export function lineText(line: FieldLine, separator: string): string {
  return "cells" in line ? line.cells.join(separator) : line.text;
}

export type SummaryField = { key: string; title: string | null; content: FieldContent };

/** The engine that wrote the summary, shown in the colophon; `extractive` is marked as quoting. Of `sample`, people wrote it. */
export type SummaryEngine = { port: "workers-ai" | "openai" | "extractive" | "sample"; model: string };

/**
 * contradicted: the recording says otherwise. copied: the words are those of the question to the engine. `key`: the field in which the
 * engine wrote it.
 */
export const LEFT_OUT_REASONS = ["contradicted", "copied"] as const;
export type LeftOutLine = {
  key: string;
  text: string;
  segmentIds: SegmentId[];
  reason: (typeof LEFT_OUT_REASONS)[number];
};

/**
 * small-model: its judgement is no better than a guess, so only facts were checked. unjudged: the judge did not answer. other-language:
 * the engine wrote in another language than was asked for, also when it was asked again. facts-only: of the talk's language or the minutes' code
 * has no rules, so it compared numbers and names only.
 */
export const CAUTIONS = ["small-model", "unjudged", "other-language", "facts-only"] as const;
export type Caution = (typeof CAUTIONS)[number];

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
  /** The keys of fields in which the engine wrote lines and none of them is shown. */
  emptied?: string[] | undefined;
  /** Lines of the engine that are not shown among the minutes; people who may edit can read them. */
  leftOut?: LeftOutLine[] | undefined;
  /** Quotations that stand below the minutes because fewer than half of the lines are confirmed. */
  quotations?: { fields: SummaryField[]; template: TemplateSnapshot } | undefined;
  /** Why a line without a mark proves little; readers are told once, above the minutes. */
  caution?: Caution | undefined;
  /** Number of items that an earlier version of Acta dropped; 0 in minutes of today. */
  droppedItems: number;
  /** Number of this version among all versions of the minutes, written by engines or people; a save names it. */
  version?: number | undefined;
  /** Time at which a person saved this version, if one did. */
  savedAt?: number | undefined;
};
