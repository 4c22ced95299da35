import { DAY_MS, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of the search across meetings. */

/** Maximum length of what a person types; the rest is not read. */
export const SEARCH_QUERY_CHARS_MAX = 200;
/** Maximum number of words, phrases and filters of one search; further ones are not looked for. */
export const SEARCH_TERMS_MAX = 12;
/** A shorter word is looked for as it is, a longer one also as the beginning of words. */
export const SEARCH_PREFIX_CHARS_MIN = 2;
/** Number of meetings in one answer. */
export const SEARCH_PAGE_MEETINGS = 10;
/** Number of meetings whose words are read for one answer: of those that the index names, not all need to have what was asked. */
export const SEARCH_READ_MEETINGS_MAX = 60;
/** Rows of their words that are read for it: of a speaker, all passages of a meeting. */
export const SEARCH_READ_ROWS_MAX = 300;
/** The same where some meetings are named: rows for each of them. */
export const SEARCH_READ_ROWS_EACH = 4;
/** Moments of one meeting in an answer; more are counted. */
export const SEARCH_MOMENTS_MAX = 3;
/** Maximum length of a snippet, and of its part before the first word that was looked for. */
export const SEARCH_SNIPPET_CHARS = 160;
export const SEARCH_SNIPPET_LEAD_CHARS = 48;
/** Characters of passages, as JSON, in one row: a result reads up to three such rows. */
export const SEARCH_PIECE_CHARS = 8000;
/**
 * Characters of words in one row of the index, as a Durable Object's row may have 2 MB: about five hours of talk. Words that are looked for
 * together are found where they are in the same part.
 */
export const SEARCH_PART_CHARS = 300_000;
/** Time in which a meeting has to answer when the index reads it. */
export const SEARCH_READ_MS_MAX = 8 * SECOND_MS;
/** A search waits for so long for an index that is only begun. */
export const SEARCH_FIRST_MS_MAX = 1500;
/** A rebuild asks for so many meetings' ids at once. */
export const SEARCH_REBUILD_IDS = 50;
/** A rebuild passes over a meeting that could not be read so many times, and comes back to it behind all others. */
export const SEARCH_REBUILD_ATTEMPTS_MAX = 5;
/** A meeting that cannot be read for so long is left out: its next event brings it. Until then the index is not complete. */
export const SEARCH_PASSED_MS_MAX = DAY_MS;
export const SEARCH_REBUILD_BACK_OFF = { firstMs: 2 * SECOND_MS, factor: 4, maxMs: 10 * MINUTE_MS };
