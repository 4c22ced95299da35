import { KIB, MIB, MINUTE_MS } from "#app/domain/limits/units.ts";

/** Limits of speech and language engines. */

/** Maximum size of a speech or language server's answer: 5 minutes of speech with word times are well under 1 MB. */
export const ENGINE_ANSWER_BYTES_MAX = 8 * MIB;
/** Number of bytes read of an engine's error response, enough to see the reason. */
export const ENGINE_REFUSAL_BYTES_MAX = 64 * KIB;
/** D §6: longest silence in a streamed answer. The answer as a whole may take as long as its step. */
export const ENGINE_SILENCE_MS_MAX = MINUTE_MS;
/** D §7: tokens for a language model's question and answer together, unless LANGUAGE_CONTEXT_TOKENS sets another number. */
export const LANGUAGE_CONTEXT_TOKENS_DEFAULT = 32_000;
export const LANGUAGE_CONTEXT_TOKENS_MIN = 4096;
export const LANGUAGE_CONTEXT_TOKENS_MAX = 2_000_000;
/** Part of these tokens reserved for the answer: a summary with every field full is some 6,000. */
export const LANGUAGE_ANSWER_TOKENS_MAX = 8192;
/** Tokens that neighbouring parts of a long transcript share: about two minutes of talk. */
export const LANGUAGE_OVERLAP_TOKENS_MAX = 800;
export const LANGUAGE_PARTS_IN_FLIGHT_MAX = 3;
/** Maximum length of a field's prompt in a question: a person writes one or a few sentences. */
export const FIELD_PROMPT_CHARS_MAX = 2000;
/** The same of a title, of a column's name and of a choice. */
export const FIELD_LABEL_CHARS_MAX = 200;
/** A part of the talk that a small model reads at once: some 950 tokens, four minutes. An hour of shorter ones costs too many questions. */
export const PROSE_PART_BYTES = 3800;
export const PROSE_SENTENCES_MAX = 3;
/** Tokens of such an answer. A model that writes more sentences than was asked is not cut before: what it wrote may be true. */
export const PROSE_ANSWER_TOKENS_MAX = 120;
/** Tokens of its answer about one field of the minutes. */
export const FIELD_ANSWER_TOKENS_MAX = 200;
export const PROSE_KEYPOINTS_MAX = 24;
export const PROSE_SUMMARY_MAX = 4;
/** Tokens that the local model reads and writes at once (workers/local/language/writer.mjs). */
export const LOCAL_CONTEXT_TOKENS = 8192;
/** Of sources of a question to all meetings: a small model on two cores reads about 40 tokens a second, and a person waits two minutes. */
export const LOCAL_SOURCE_TOKENS_MAX = 1200;
/** Number of times that a part is halved because its answer was cut off. */
export const LANGUAGE_SPLITS_MAX = 3;
