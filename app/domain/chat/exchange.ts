import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { SegmentId } from "#app/domain/transcript/segment.ts";

/** §1: the four questions that are suggested; they are understood without a model. */
export const SUGGESTIONS = ["analysis", "participants", "conclusions", "next-meetings"] as const;
export type Suggestion = (typeof SUGGESTIONS)[number];

/** What a line of a conclusion is; lines of one group stand together. */
export const LINE_GROUPS = ["decided", "open", "promised"] as const;
export type LineGroup = (typeof LINE_GROUPS)[number];

/** One sentence of an answer, and the segments that prove it: at least one. */
export type AnswerLine = {
  text: string;
  segmentIds: SegmentId[];
  group?: LineGroup | undefined;
  /** Of a quotation: who said it, where the source names them. */
  speaker?: string | undefined;
  /** Of a speaker's line: how long they spoke. The text is their label as the source gave it. */
  spokenMs?: number | undefined;
};

/** How an answer came about: written by a model and checked, quoted, or counted from the speakers' labels. */
export const ANSWERED_BY = ["model", "quotes", "labels"] as const;

export type Answer = {
  by: (typeof ANSWERED_BY)[number];
  lines: AnswerLine[];
  /** Sentences of a model that nothing said supports. They are counted and nothing else. */
  leftOut: number;
  /** Where nothing of the meeting answers the question: that it does not, in the question's language. */
  notDiscussed: string | null;
  /** model-down: it did not answer, and this quotes in its place. broke-off: it stopped in the middle. */
  trouble: "model-down" | "broke-off" | null;
};

/**
 * answering: now. stopped: by a person; what had been checked by then is kept. interrupted: the process ended in the
 * middle, and nothing of the answer is kept. failed: a fault of ours.
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

/** Whether the same question may be asked again in its place: the answer is missing, or less than a model's. */
export function isRepeatable({ state, answer }: Pick<Exchange, "state" | "answer">): boolean {
  if (state === "answering") return false;
  return state !== "answered" || (answer?.trouble ?? null) !== null;
}

/** §1: said in the language of the question, which need not be that of the meeting or of the page. */
export const NOT_DISCUSSED: Record<MeetingLanguage, string> = {
  en: "Not discussed in this meeting.",
  es: "No se habló de ello en esta reunión.",
  fr: "Ce sujet n’a pas été abordé dans cette réunion.",
  ca: "No se’n va parlar en aquesta reunió.",
};

/** Who took part cannot be told where the source names nobody; names are never guessed. */
export const NO_NAMES: Record<MeetingLanguage, string> = {
  en: "The transcript does not say who spoke.",
  es: "La transcripción no indica quién habló.",
  fr: "La transcription n’indique pas qui a parlé.",
  ca: "La transcripció no indica qui va parlar.",
};
