import { MINUTE_MS } from "#app/domain/limits/units.ts";

/** Limits of questions about a meeting. */

/** §1: a question about a meeting: a long one is a paragraph. */
export const CHAT_QUESTION_CHARS_MAX = 1000;
/** Questions of one person about one meeting that are kept; the oldest give way. */
export const CHAT_EXCHANGES_MAX = 200;
/** A sentence of an answer, and the sentences of one. */
export const CHAT_LINE_CHARS_MAX = 600;
export const CHAT_LINES_MAX = 40;
/** Of a line of a model's answer, what is read: citations and markup come beside the sentence. */
export const CHAT_LINE_READ_CHARS_MAX = 4 * CHAT_LINE_CHARS_MAX;
/** Quotations of an answer without a model. */
export const CHAT_QUOTES_MAX = 6;
/** Of a model's window, the answer; a page of text is some 700 tokens. */
export const CHAT_ANSWER_TOKENS_MAX = 2048;
/** Earlier questions and answers that a model reads along: what "and who does it?" refers to. */
export const CHAT_EARLIER_EXCHANGES_MAX = 3;
/** Segments that a search finds, and how many before and after each are read with it. */
export const CHAT_HITS_MAX = 200;
export const CHAT_NEIGHBOUR_SEGMENTS = 2;
/** A model that has not finished by then has broken off. */
export const CHAT_ANSWER_MS_MAX = 2 * MINUTE_MS;
/** How often a question that was too long for a model is asked with half of the transcript. */
export const CHAT_SHORTENINGS_MAX = 3;
