import { MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of questions to all meetings of a person. */

export const ASK_QUESTION_CHARS_MAX = 1000;
/** Words that are looked for: those of the question, and those by which the model widens it. */
export const ASK_WORDS_MAX = 12;
export const ASK_WIDER_WORDS_MAX = 12;
/** Meetings of one index that are looked at for one word, newest first. */
export const ASK_MATCHES_MAX = 2000;
/** Meetings of one index whose words are compared for a question, and those of them whose passages are read, best first. */
export const ASK_SCANNED_MEETINGS_MAX = 48;
export const ASK_READ_MEETINGS_MAX = 16;
/** Moments of one meeting that may become sources, and the segments on both sides of each that are read with it. */
export const ASK_MOMENTS_MAX = 12;
export const ASK_NEIGHBOURS = 2;
/** A neighbour is at most so many segments away: those between have only sounds and listeners' signals. */
export const ASK_NEIGHBOUR_STEPS_MAX = 8;
/** Issue 59: tokens of sources that a model reads for one question. */
export const ASK_SOURCE_TOKENS_MAX = 6000;
/** Moments that are shown where no model answers. */
export const ASK_SHOWN_MOMENTS = 8;
export const ASK_ANSWER_TOKENS_MAX = 1024;
export const ASK_WIDENING_TOKENS_MAX = 200;
/** A model that is slow to widen a question is not waited for: the question's own words are looked for. */
export const ASK_WIDENING_MS_MAX = 15 * SECOND_MS;
export const ASK_ANSWER_MS_MAX = 2 * MINUTE_MS;
/** A program waits for the whole answer: model, judge and all. */
export const ASK_PROGRAM_MS_MAX = 3 * MINUTE_MS;
export const ASK_JUDGE_MS_MAX = MINUTE_MS;
/** After so long an answer that did not arrive was broken off, and may be asked for again. */
export const ASK_BUSY_MS = 4 * MINUTE_MS;
/** Threads of one person, and questions of one thread; the oldest give way. */
export const ASK_THREADS_MAX = 200;
export const ASK_EXCHANGES_MAX = 50;
/** Earlier questions whose words and moments belong to the next one. */
export const ASK_EARLIER_MAX = 2;
