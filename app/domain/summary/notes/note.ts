import type { SegmentId } from "#app/domain/transcript/segment.ts";

export const NOTE_KINDS = ["decision", "task", "question", "fact", "number", "topic"] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

/**
 * A matter that a model noted, before any template: minutes are written from notes, so that another template or another try does not
 * read the meeting again. `segmentIds` are where the model saw it, and only hints.
 */
export type Note = {
  kind: NoteKind;
  text: string;
  who: string | null;
  when: string | null;
  /** The thing that it takes the place of: "Tuesday, no, Thursday". */
  corrects: string | null;
  segmentIds: SegmentId[];
};

/** Facts known of a meeting besides its talk. `day`: its date, as YYYY-MM-DD. */
export type MeetingAbout = { title: string | null; day: string | null; people: readonly string[] };
