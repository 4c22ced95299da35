import { KIB, MIB, MINUTE_MS } from "#app/domain/limits/units.ts";

/** Limits of speech and language engines. */

/** A speech or language server's answer: 5 minutes of speech with word times are well under 1 MB. */
export const ENGINE_ANSWER_BYTES_MAX = 8 * MIB;
/** What an engine says when it refuses: enough to see why. */
export const ENGINE_REFUSAL_BYTES_MAX = 64 * KIB;
/** D §6: an answer that is streamed may take as long as its step, but not fall silent for longer than this. */
export const ENGINE_SILENCE_MS_MAX = MINUTE_MS;
/** D §7: a language model's question and answer together, in tokens; LANGUAGE_CONTEXT_TOKENS says otherwise. */
export const LANGUAGE_CONTEXT_TOKENS_DEFAULT = 32_000;
export const LANGUAGE_CONTEXT_TOKENS_MIN = 4096;
export const LANGUAGE_CONTEXT_TOKENS_MAX = 2_000_000;
/** Of which the answer: a summary with every field full is some 6,000. */
export const LANGUAGE_ANSWER_TOKENS_MAX = 8192;
/** What neighbouring parts of a long transcript share: about two minutes of talk. */
export const LANGUAGE_OVERLAP_TOKENS_MAX = 800;
export const LANGUAGE_PARTS_IN_FLIGHT_MAX = 3;
/** How often a part is halved because its answer was cut off. */
export const LANGUAGE_SPLITS_MAX = 3;
