import type { SegmentId } from "#app/domain/transcript/segment.ts";
import type { TemplateSnapshot } from "#app/domain/template/template.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";

/**
 * What a summary holds, by field. Every item carries the ids of the segments it rests on; an item without support never
 * reaches a summary (see ground.ts). What was not said is null or an empty list, never a guess.
 */
export type SummaryItem = { text: string; segmentIds: SegmentId[] } & EditMarks;

/** What a person's corrections say of a line. An engine's draft has none of it; see domain/summary/edits. */
export type EditMarks = {
  /** Stays when the words change, so that two people's edits can be told apart. */
  id?: string | undefined;
  /** A person wrote it or changed it. Without segments it stands "by hand" in place of a moment. */
  byHand?: true | undefined;
  /** It rests on words of the transcript that were corrected since. */
  outdated?: true | undefined;
};

export type TaskItem = SummaryItem & {
  description: string | null;
  /** As it was said ("Marta", "I" is nobody's name), or null. */
  assigned: string | null;
  /** As it was said ("by Friday"), a day that a person chose ("2026-11-25"), or null. */
  deadline: string | null;
  /** A person ticked it off. */
  done?: true | undefined;
};

export type FieldContent =
  | {
      type: "summary" | "keypoints" | "keywords" | "bullets" | "customText" | "customBullets" | "customHashtag";
      items: SummaryItem[];
    }
  | { type: "tasks"; items: TaskItem[] }
  | { type: "titleSubtitle"; items: (SummaryItem & { subtitle: string | null })[] }
  | { type: "customTable"; columns: string[]; rows: ({ cells: string[]; segmentIds: SegmentId[] } & EditMarks)[] };

export type SummaryField = { key: string; title: string | null; content: FieldContent };

/** Which engine wrote it: shown in the colophon; `extractive` is marked as quoting. */
export type SummaryEngine = { port: "workers-ai" | "openai" | "extractive"; model: string };

export type Summary = {
  language: MeetingLanguage;
  template: TemplateSnapshot;
  fields: SummaryField[];
  engine: SummaryEngine;
  /** What was really spoken, where that is not the language that was chosen for the recording. */
  spoken?: MeetingLanguage | undefined;
  /** Written by the extractive engine because the language model stayed down; a person may ask for another. */
  standsIn?: true | undefined;
  writtenAt: number;
  /** Items that an engine returned and that were dropped for want of support. */
  droppedItems: number;
  /** Of all versions of the minutes, by engine or by hand, the one that this is; a save names it. */
  version?: number | undefined;
  /** When a person saved it, where one did. */
  savedAt?: number | undefined;
};
