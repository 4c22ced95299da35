import { DAY_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of share links. */

/** Lifetime of a new link unless its owner chooses another. */
export const SHARE_DEFAULT_MS = 30 * DAY_MS;
/** Longest lifetime that a link can get. */
export const SHARE_LIFE_MS_MAX = 3660 * DAY_MS;
/** Time for which a revoked link can be brought back, as pages offer it. */
export const SHARE_UNDO_MS = 10 * SECOND_MS;
/** The same on the server: a request that was sent in the last moment is still on its way. */
export const SHARE_RESTORE_MS_MAX = SHARE_UNDO_MS + 20 * SECOND_MS;
