import { MINUTE_MS } from "#app/domain/limits/units.ts";

/** Limits of analytics (§2, §9). */

/** §9: an action's report waits this long after its click, unless the page is left first. */
export const ACTION_CLICK_WAIT_MS = 500;
/** §9 names no value; own choice: clicks on the same action within this time of the last one are one action. */
export const CLICK_DEBOUNCE_MS = 300;
/** §4 names no value; own choice: after this long without an action, the next one begins a new analytics session. */
export const ANALYTICS_SESSION_IDLE_MS = 30 * MINUTE_MS;
