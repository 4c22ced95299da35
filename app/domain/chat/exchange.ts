import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import type { SegmentId } from "#app/domain/transcript/segment.ts";

/** §1: the four suggested questions; they are understood without a model. */
export const SUGGESTIONS = ["analysis", "participants", "conclusions", "next-meetings"] as const;
export type Suggestion = (typeof SUGGESTIONS)[number];

/** One sentence of an answer, and the segments that it rests on. */
export type AnswerLine = {
  text: string;
  /** A model wrote the line, and its check did not find it in the recording. Its segments are the nearest ones, if there are any. */
  unconfirmed?: true | undefined;
  segmentIds: SegmentId[];
  /** For quotations: the speaker, when the source names one. */
  speaker?: string | undefined;
  /** For a line about a speaker: speaking time in ms. `text` is the speaker's label as the source gave it. */
  spokenMs?: number | undefined;
};

/** Origin of an answer: written by a model and checked, quoted, or counted from the speakers' labels. */
export const ANSWERED_BY = ["model", "quotes", "labels"] as const;

/**
 * needs-model: the answer quotes, because only a model answers in words. no-line: no line is about the question; the answer's lines are the
 * nearest ones. no-names: the source names no speakers. no-passage: a model wrote the answer, and no passage of the recording has to do
 * with it.
 */
export const NOTICES = ["needs-model", "no-line", "no-names", "no-passage"] as const;
/** `language`: that of the page on which the question was asked. */
export type Notice = { kind: (typeof NOTICES)[number]; language: MeetingLanguage };

/** A word as a person reads it, and the letters to search for: those that its forms share. */
export type SearchWord = { word: string; query: string };

export type Answer = {
  by: (typeof ANSWERED_BY)[number];
  lines: AnswerLine[];
  /** Number of the model's sentences that are not shown: markup, or too many of them. Only the number is kept. */
  leftOut: number;
  /** Says that the answer found nothing, or names a limit of it; null otherwise. */
  notice: Notice | null;
  /** Words of the question to search the transcript for, offered beside a notice. */
  search: SearchWord[];
  /** model-down: the model did not answer, and quotations replace its answer. broke-off: it stopped in the middle. */
  trouble: "model-down" | "broke-off" | null;
};

/**
 * answering: in progress. stopped: a person stopped it; the lines checked so far are kept. interrupted: the process ended in the
 * middle, and nothing of the answer is kept. failed: an internal error.
 */
export const EXCHANGE_STATES = ["answering", "answered", "stopped", "interrupted", "failed"] as const;
export type ExchangeState = (typeof EXCHANGE_STATES)[number];

export type Exchange = {
  id: number;
  question: string;
  suggestion: Suggestion | null;
  askedAt: number;
  state: ExchangeState;
  answer: Answer | null;
};

/** An answer as earlier versions stored it: with a text in place of the notice, or with words that were not translated. */
type EarlierAnswer = Omit<Answer, "notice" | "search"> & {
  notDiscussed?: string | null;
  notice?: { kind: string; language: MeetingLanguage } | null;
  search?: SearchWord[];
};

/** Returns a stored answer in its present form. */
export function presentAnswer(stored: Answer | EarlierAnswer): Answer {
  const { by, lines, leftOut, trouble, search = [] } = stored;
  const kind = NOTICES.find((one) => one === stored.notice?.kind);
  const notice = kind && stored.notice ? { kind, language: stored.notice.language } : null;
  return { by, lines, leftOut, notice, search, trouble };
}

export function emptyAnswer(by: Answer["by"]): Answer {
  return { by, lines: [], leftOut: 0, notice: null, search: [], trouble: null };
}

/** Tells whether the same question may be asked again in its place: the answer is missing, or less than a model's. */
export function isRepeatable({ state, answer }: Pick<Exchange, "state" | "answer">): boolean {
  if (state === "answering") return false;
  return state !== "answered" || (answer?.trouble ?? null) !== null;
}
