import { HOUR_MS } from "#app/domain/limits/units.ts";

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
