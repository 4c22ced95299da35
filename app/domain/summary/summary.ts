import type { SegmentId } from "#app/domain/transcript/segment.ts";
import type { TemplateSnapshot } from "#app/domain/template/template.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";

/**
 * What a summary holds, by field. Every item carries the ids of the segments it rests on; an item without support never
 * reaches a summary (see ground.ts). What was not said is null or an empty list, never a guess.
 */
export type SummaryItem = { text: string; segmentIds: SegmentId[] };

export type TaskItem = SummaryItem & {
  description: string | null;
  /** As it was said ("Marta", "I" is nobody's name), or null. */
  assigned: string | null;
  /** As it was said ("by Friday"), or null. */
  deadline: string | null;
};

export type FieldContent =
  | {
      type: "summary" | "keypoints" | "keywords" | "bullets" | "customText" | "customBullets" | "customHashtag";
      items: SummaryItem[];
    }
  | { type: "tasks"; items: TaskItem[] }
  | { type: "titleSubtitle"; items: (SummaryItem & { subtitle: string | null })[] }
  | { type: "customTable"; columns: string[]; rows: { cells: string[]; segmentIds: SegmentId[] }[] };

export type SummaryField = { key: string; title: string | null; content: FieldContent };

/** Which engine wrote it: shown in the colophon; `extractive` is marked as quoting. */
export type SummaryEngine = { port: "workers-ai" | "openai" | "extractive"; model: string };

export type Summary = {
  language: MeetingLanguage;
  template: TemplateSnapshot;
  fields: SummaryField[];
  engine: SummaryEngine;
  /** Written by the extractive engine because the language model stayed down; a person may ask for another. */
  standsIn?: true | undefined;
  writtenAt: number;
  /** Items that an engine returned and that were dropped for want of support. */
  droppedItems: number;
};
