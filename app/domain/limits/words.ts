import { KIB, MINUTE_MS } from "#app/domain/limits/units.ts";

/** Limits of the names and terms of a workspace. The settings show them while a person types, and the server checks them. */

/** Names and terms of one workspace. */
export const OWN_WORDS_MAX = 500;
/** One name or term, in UTF-16 units. */
export const OWN_WORD_CHARS_MAX = 80;
/** Words that a term may consist of. */
export const OWN_WORD_PARTS_MAX = 5;
/** Characters that a pasted list may have: as many terms as a workspace holds, of the usual length. */
export const OWN_WORDS_TEXT_CHARS_MAX = 20_000;
/** Body of the request with it, in characters of four bytes. */
export const OWN_WORDS_BYTES_MAX = 84 * KIB;
/** Misheard forms that are remembered for one word; the oldest go first. */
export const HEARD_FORMS_MAX = 20;
/** A meeting that is recognised asks for its words again after this time. */
export const ASKED_WORDS_MS = 15 * MINUTE_MS;

/** Shorter names are too near to other words: they are told to engines, and offered only where a person has accepted the heard form. */
export const NEAR_WORD_LETTERS_MIN = 4;
/** Offers that a meeting's page gets at once. */
export const WORD_OFFERS_MAX = 30;
/** Offers that a person has declined in one meeting. */
export const WORDS_DECLINED_MAX = 500;

/** Names that are taken from the invitation of a meeting. */
export const INVITED_NAMES_MAX = 50;

/** Whisper reads at most 224 tokens before its own text (half of its context of 448). */
export const WHISPER_PROMPT_TOKENS_MAX = 224;
/** Deepgram refuses a request with more tokens of key terms. */
export const KEYTERM_TOKENS_MAX = 500;
/** Names that the prompt of the minutes spells. */
export const SPELLED_WORDS_MAX = 100;
