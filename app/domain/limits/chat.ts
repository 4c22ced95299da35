import { MINUTE_MS } from "#app/domain/limits/units.ts";

/** Limits of questions about a meeting. */

/** §1: maximum length of a question about a meeting; a long question is a paragraph. */
export const CHAT_QUESTION_CHARS_MAX = 1000;
/** Number of one person's questions about one meeting that are kept; the oldest are removed first. */
export const CHAT_EXCHANGES_MAX = 200;
/** Maximum length of a sentence in an answer, and number of sentences in an answer. */
export const CHAT_LINE_CHARS_MAX = 600;
export const CHAT_LINES_MAX = 40;
/** Number of characters read of one line of a model's answer: citations and markup come in addition to the sentence. */
export const CHAT_LINE_READ_CHARS_MAX = 4 * CHAT_LINE_CHARS_MAX;
/** Maximum number of quotations in an answer without a model. */
export const CHAT_QUOTES_MAX = 6;
/** Number of lines shown when no line is about what was asked. */
export const CHAT_NEAREST_LINES = 3;
/** Part of a model's context window reserved for the answer; a page of text is some 700 tokens. */
export const CHAT_ANSWER_TOKENS_MAX = 2048;
/** Earlier questions and answers sent to the model, so that it understands "and who does it?". */
export const CHAT_EARLIER_EXCHANGES_MAX = 3;
/** Maximum number of segments that a search finds, and of neighbours that are read before and after each. */
export const CHAT_HITS_MAX = 200;
export const CHAT_NEIGHBOUR_SEGMENTS = 2;
/** Time limit of a model's answer; after it, the answer counts as broken off. */
export const CHAT_ANSWER_MS_MAX = 2 * MINUTE_MS;
/** Number of times that a question too long for the model is asked again with half of the transcript. */
export const CHAT_SHORTENINGS_MAX = 3;
