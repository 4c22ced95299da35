import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/limits/units.ts";

/** Limits of the MCP server, and of apps that a person connects to it by OAuth. */

/** Segments in one answer of read_transcript, and characters of their texts: about 8,000 tokens. */
export const MCP_PAGE_SEGMENTS = 300;
export const MCP_PAGE_CHARS = 24_000;
/** Characters of minutes in one answer; longer ones are cut off, and the answer says so. */
export const MCP_MINUTES_CHARS_MAX = 60_000;
/** Characters of a text that a tool takes: a search, a filter, a cursor. */
export const MCP_TEXT_CHARS_MAX = 500;

/** RFC 6749 §4.1.2: time in which an app fetches its tokens with a code. */
export const OAUTH_CODE_MS = MINUTE_MS;
export const OAUTH_ACCESS_MS = HOUR_MS;
/** A connection that is not used for so long ends; each refresh begins the time anew. */
export const OAUTH_REFRESH_MS = 60 * DAY_MS;
/** A refresh that is repeated within this time gets the answer of the first one, which may have been lost. */
export const OAUTH_GRACE_MS = MINUTE_MS;
/** Connections of one person; a new one ends the oldest. */
export const APP_GRANTS_MAX = 50;
/** Registration of an app. */
export const APP_NAME_CHARS_MAX = 80;
export const APP_REDIRECTS_MAX = 10;
export const APP_REDIRECT_CHARS_MAX = 500;
/** The state that an app gets back, and each other parameter of its request. */
export const OAUTH_PARAMETER_CHARS_MAX = 1000;
/** An app that registered and that nobody has allowed; and one that was allowed once and then not used. */
export const APP_UNUSED_MS = DAY_MS;
export const APP_IDLE_MS = 180 * DAY_MS;

/** Limits of API keys. */

/** Open keys of one person. */
export const API_KEYS_MAX = 20;
export const API_KEY_NAME_CHARS_MAX = 80;
/** Days after which a key ends, as a person chooses them; a key may also have no end. */
export const API_KEY_DAYS = [30, 90, 365] as const;
/** The choice of the form until a person changes it. */
export const API_KEY_DAYS_FIRST = 90;
/** Time for which an Idempotency-Key is remembered. */
export const IDEMPOTENCY_MS_MAX = 24 * HOUR_MS;
/** The last use is stored to the minute, so that a busy program does not write a row for each call. */
export const API_KEY_SEEN_STEP_MS = 60_000;
