import { MIB, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of share links. */

/** D §8: how often an open stream of a shared recording asks whether the link still stands: by time, and by what has passed. */
export const SHARE_CHECK_MS = 20 * SECOND_MS;
export const SHARE_CHECK_BYTES = 4 * MIB;
/** How long a new link works until its owner says otherwise. */
export const SHARE_DEFAULT_MS = 30 * 24 * 60 * MINUTE_MS;
/** The farthest day that a link may be given. */
export const SHARE_LIFE_MS_MAX = 3660 * 24 * 60 * MINUTE_MS;
