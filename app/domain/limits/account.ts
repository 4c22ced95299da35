import { DAY_MS, KIB, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of signing in and of plans. */

/** §9: uploads and recordings in the free plan, each. */
export const FREE_UPLOADS_MAX = 15;
export const FREE_RECORDINGS_MAX = 15;
/** D §8: lifetime of a session without use, and in total. */
export const SESSION_IDLE_MS_MAX = 30 * DAY_MS;
export const SESSION_LIFE_MS_MAX = 180 * DAY_MS;
/** Lifetime of a sign-in that was started and not finished. */
export const SIGN_IN_ATTEMPT_MS_MAX = 10 * MINUTE_MS;
/** Time limit of each call to an identity provider. */
export const IDENTITY_CALL_MS_MAX = 8 * SECOND_MS;
/** Maximum size of an identity provider's answer. */
export const IDENTITY_ANSWER_BYTES_MAX = 64 * KIB;
/** Maximum length of the path to open after signing in. */
export const LOCAL_PATH_CHARS_MAX = 2048;
