/** A stretch of the meeting about one subject. Times are milliseconds of the recording; keywords are words that were said in it. */
export type Topic = { startMs: number; endMs: number; keywords: string[] };

/** The part of the highlights in which a quotation stands. Only minutes of earlier versions have decisions and questions. */
export type QuotedPart = ({ kind: "topic" } & Topic) | { kind: "decision" } | { kind: "question" };

/** On a line that the extractive engine quoted. A line that a person changed keeps its part, and is no quotation any more. */
export type Quoted = {
  /** The label of the speaker in the source, or the name that a person gave; null when the source names nobody. */
  speaker: string | null;
  /** The exact words, when fillers, repetitions or opening words were removed from the line's text; null: it is word for word. */
  exact: string | null;
  part: QuotedPart | null;
};
