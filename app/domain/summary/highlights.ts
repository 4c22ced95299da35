import type { SegmentId } from "#app/domain/transcript/segment.ts";

/**
 * The highlights of a meeting in quotations, beside the template's fields: written by the extractive engine only. Each list is empty when
 * nothing of its kind was said, and no segment's sentence stands in two of them.
 */
export type Quotation = {
  text: string;
  /** The segments in which it was said; the exact words can be read there. */
  segmentIds: SegmentId[];
  /** The label of the speaker in the source, or null. */
  speaker: string | null;
  /** The exact words, when fillers, repetitions or opening words were removed from `text`; else absent. */
  exact?: string | undefined;
};
export type QuotedTask = Quotation & {
  /** As it was said, or the label of the speaker; null when unknown. */
  assigned: string | null;
  /** As it was said ("by Friday"), or null. */
  deadline: string | null;
};
/** A stretch of the meeting about one subject. Times are milliseconds of the recording. */
export type Topic = { startMs: number; endMs: number; keywords: string[]; quotations: Quotation[] };
export type Highlights = {
  topics: Topic[];
  decisions: Quotation[];
  tasks: QuotedTask[];
  questions: Quotation[];
};
