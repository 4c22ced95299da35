import { TRANSCRIPT_CUE_CHARS_MAX } from "#app/domain/limits/media.ts";
import { HOUR_MS, KIB, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of minutes, written by an engine and edited by people. */

/** D §7: maximum contents of a summary, whatever an engine returns. Longer texts are cut at a word. */
export const SUMMARY_ITEMS_MAX = 60;
export const SUMMARY_ITEM_CHARS_MAX = 600;
export const SUMMARY_TERM_CHARS_MAX = 60;
export const SUMMARY_LABEL_CHARS_MAX = 80;
export const SUMMARY_ITEM_SEGMENTS_MAX = 40;
export const SUMMARY_TABLE_COLUMNS_MAX = 8;
/** Maximum amount of an engine's answer that is read. */
export const DRAFT_CHARS_MAX = 2_000_000;
export const DRAFT_ITEMS_MAX = 300;
export const DRAFT_SEGMENT_IDS_MAX = 500;
/** Maximum length of a name on a screen and in a transcript. */
export const SPEAKER_CHARS_MAX = 80;
/** Pause after the last edit before the PDF is written again. */
export const PDF_DELAY_MS = 2 * SECOND_MS;
/** Limits of a subtitle: two lines that can be read in the time they are shown. */
export const CUE_CHARS_MAX = 84;
export const CUE_MS_MAX = 7000;
/** Manual edits: a whole summary in which every line was changed; corrected words of one segment; ids of lines. */
export const SUMMARY_EDIT_BYTES_MAX = 512 * KIB;
export const SEGMENT_EDIT_CHARS_MAX = TRANSCRIPT_CUE_CHARS_MAX;
export const LINE_ID_CHARS_MAX = 200;
export const EDIT_FIELDS_MAX = 60;
/**
 * Maximum number of lines read of a saved field. More than SUMMARY_ITEMS_MAX lines get their own error message, not the one for a
 * malformed body.
 */
export const EDIT_LINES_READ_MAX = 20 * SUMMARY_ITEMS_MAX;
/** Recordings merged into one meeting, besides its own, and the longest pause between two of them. */
export const MERGED_PARTS_MAX = 9;
export const MERGE_GAP_MS_MAX = 24 * HOUR_MS;
/** A merge that has not ended by then has broken off, and is ended by the outbox. */
export const MERGE_SETTLE_MS = 30 * SECOND_MS;
/** Length of each part of a recording that is split, and the number of times that a meeting is split before the first one is taken back. */
export const SPLIT_EDGE_MS_MIN = 10 * SECOND_MS;
export const SPLITS_MAX = 9;
/** A split that has not ended by then has broken off, and is ended by the outbox. */
export const SPLIT_SETTLE_MS = 30 * SECOND_MS;
export const SPEAKERS_NAMED_MAX = 200;
/** Lines that one correction gives to another speaker. */
export const SEGMENTS_ASSIGNED_MAX = 500;
/** Number of versions of the minutes that the list shows, newest first; all versions are kept. */
export const VERSIONS_LISTED_MAX = 100;
/** Maximum length of all terms of a field on one line, with their commas. */
export const EDIT_TERMS_CHARS_MAX = SUMMARY_ITEMS_MAX * (SUMMARY_TERM_CHARS_MAX + 2);
/** Replaced transcripts that are kept of one meeting. */
export const REPLACED_TRANSCRIPTS_MAX = 20;

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
/** Time limit of the check of an answer's lines by a judge; after it, the marks of the check by code stand. */
export const CHAT_JUDGE_MS_MAX = MINUTE_MS;
/** Number of times that a question too long for the model is asked again with half of the transcript. */
export const CHAT_SHORTENINGS_MAX = 3;
/** "How many people spoke?": the largest number that can be chosen. */
export const PEOPLE_TOLD_MAX = 12;
/** Own choice: length of a talk, in characters, of which a model has something to say where it is asked for a summary. */
export const TALK_CHARS_TO_SUM_UP = 400;
