import { MINUTE_MS } from "#app/domain/limits/units.ts";

/** Limits of share links. */

/** How long a new link works until its owner says otherwise. */
export const SHARE_DEFAULT_MS = 30 * 24 * 60 * MINUTE_MS;
/** The farthest day that a link may be given. */
export const SHARE_LIFE_MS_MAX = 3660 * 24 * 60 * MINUTE_MS;
