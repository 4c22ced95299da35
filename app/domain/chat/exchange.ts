import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { SegmentId } from "#app/domain/transcript/segment.ts";

/** §1: the four suggested questions; they are understood without a model. */
export const SUGGESTIONS = ["analysis", "participants", "conclusions", "next-meetings"] as const;
export type Suggestion = (typeof SUGGESTIONS)[number];

/** Kinds of lines in a conclusion. Lines of one kind are shown together. */
export const LINE_GROUPS = ["decided", "open", "promised"] as const;
export type LineGroup = (typeof LINE_GROUPS)[number];

/** One sentence of an answer, and the segments that prove it: at least one. */
export type AnswerLine = {
  text: string;
  segmentIds: SegmentId[];
  group?: LineGroup | undefined;
  /** For quotations: the speaker, when the source names one. */
  speaker?: string | undefined;
  /** For a line about a speaker: speaking time in ms. `text` is the speaker's label as the source gave it. */
  spokenMs?: number | undefined;
};

/** Origin of an answer: written by a model and checked, quoted, or counted from the speakers' labels. */
export const ANSWERED_BY = ["model", "quotes", "labels"] as const;

export type Answer = {
  by: (typeof ANSWERED_BY)[number];
  lines: AnswerLine[];
  /** Number of the model's sentences that no segment supports. Only the number is kept. */
  leftOut: number;
  /** Says, in the question's language, that the meeting does not answer the question. Null when it does. */
  notDiscussed: string | null;
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

export function emptyAnswer(by: Answer["by"]): Answer {
  return { by, lines: [], leftOut: 0, notDiscussed: null, trouble: null };
}

/** Tells whether the same question may be asked again in its place: the answer is missing, or less than a model's. */
export function isRepeatable({ state, answer }: Pick<Exchange, "state" | "answer">): boolean {
  if (state === "answering") return false;
  return state !== "answered" || (answer?.trouble ?? null) !== null;
}

/** §1: in the language of the question, which may differ from that of the meeting or the page. */
export const NOT_DISCUSSED: Record<MeetingLanguage, string> = {
  en: "Not discussed in this meeting.",
  es: "No se habló de ello en esta reunión.",
  fr: "Ce sujet n’a pas été abordé dans cette réunion.",
  ca: "No se’n va parlar en aquesta reunió.",
};

/** Shown when the source names no speakers; names are never guessed. */
export const NO_NAMES: Record<MeetingLanguage, string> = {
  en: "The transcript does not say who spoke.",
  es: "La transcripción no indica quién habló.",
  fr: "La transcription n’indique pas qui a parlé.",
  ca: "La transcripció no indica qui va parlar.",
};
