import type { MeetId } from "#app/domain/ids.ts";

/** A person's questions to all meetings that they may read, and the answers. */

/** People of the meetings, and dates; days as "2026-11-01". Names are folded words, as the search reads them. */
export type AskScope = {
  persons: string[][];
  speakers: string[][];
  after: string | null;
  before: string | null;
};

/** One line of an answer with the moment that it rests on. */
export type AskLine = {
  text: string;
  /** The check of the minutes did not find it in the recording. */
  unconfirmed?: true | undefined;
  /** Of a quotation. */
  speaker?: string | undefined;
  meetId: MeetId;
  segmentIds: string[];
  startMs: number;
  /** All meetings from which it may have its content: a reader who may not read one of them does not see the line. */
  restsOn: MeetId[];
};

/**
 * model: written by a model and checked. passages: quoted. `notice`: needs-model: there is no model; no-line: the model found no answer, and
 * the nearest moments are shown; nothing: no moment has to do with the question.
 */
export type AskAnswer = {
  by: "model" | "passages";
  lines: AskLine[];
  /** Lines of the model without a source; only their number is kept. */
  leftOut: number;
  /** Meetings that were looked at. */
  lookedAt: number;
  notice: "needs-model" | "no-line" | "nothing" | null;
  trouble: "model-down" | "broke-off" | null;
};

export type AskExchange = {
  number: number;
  question: string;
  askedAt: number;
  /** Null: it waits for its answer, which a page asks for. */
  answer: AskAnswer | null;
};

export type AskThread = {
  id: string;
  isShared: boolean;
  exchanges: AskExchange[];
};

/** The answer as a reader sees it who may read these meetings. `lost`: lines that are not shown any more. */
export function answerFor(answer: AskAnswer, readable: ReadonlySet<string>): AskAnswer & { lost: number } {
  const lines = answer.lines.filter(({ restsOn }) => restsOn.every((id) => readable.has(id)));
  return { ...answer, lines, lost: answer.lines.length - lines.length };
}

/** Every meeting on which a line of these answers rests. */
export function sourcesOf(exchanges: readonly Pick<AskExchange, "answer">[]): MeetId[] {
  return [...new Set(exchanges.flatMap(({ answer }) => answer?.lines.flatMap(({ restsOn }) => restsOn) ?? []))];
}
