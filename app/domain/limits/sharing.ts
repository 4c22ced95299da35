import { MINUTE_MS } from "#app/domain/limits/units.ts";

/** Limits of share links. */

/** Lifetime of a new link unless its owner chooses another. */
export const SHARE_DEFAULT_MS = 30 * 24 * 60 * MINUTE_MS;
/** Longest lifetime that a link can get. */
export const SHARE_LIFE_MS_MAX = 3660 * 24 * 60 * MINUTE_MS;
