import { DAY_MS, KIB, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of signing in and of plans. */

/** §9: uploads and recordings of the free plan, each. */
export const FREE_UPLOADS_MAX = 15;
export const FREE_RECORDINGS_MAX = 15;
/** D §8: how long a session lives without being used, and at most. */
export const SESSION_IDLE_MS_MAX = 30 * DAY_MS;
export const SESSION_LIFE_MS_MAX = 180 * DAY_MS;
/** A sign-in that was started and not finished. */
export const SIGN_IN_ATTEMPT_MS_MAX = 10 * MINUTE_MS;
/** Every call to an identity provider. */
export const IDENTITY_CALL_MS_MAX = 8 * SECOND_MS;
/** What an identity provider may answer. */
export const IDENTITY_ANSWER_BYTES_MAX = 64 * KIB;
/** A path that somebody comes back to. */
export const LOCAL_PATH_CHARS_MAX = 2048;
