import { MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of screens: number of items shown, and waits. */

/** §7: refresh of session and credits while the page is visible. */
export const SESSION_REFRESH_MS = 10 * SECOND_MS;
export const CREDITS_REFRESH_MS = 10 * SECOND_MS;
/** Readings by the clock that the server does not answer rest so long, longer each time. */
export const READINGS_REST_MS = { first: 20 * SECOND_MS, max: 5 * MINUTE_MS };
/** §8, §9: toasts. */
export const TOAST_MS = 5 * SECOND_MS;
/** Own choice: a page that loads sooner shows no loading note. */
export const LOADING_NOTE_DELAY_MS = 500;
/**
 * Own choice: longest wait for a dialog that has to load something first; after it, the dialog opens and says that nothing
 * arrived.
 */
export const ANSWER_MS_MAX = 15 * SECOND_MS;
/** Own choice: scripts of parts that are not seen at first load this long after the meeting page is drawn. */
export const UNSEEN_PART_DELAY_MS = 300;
/** §9: step of the date picker. */
export const TIME_STEP_MINUTES = 30;
/** Own choice: meetings from which the preview of a template can be written. */
export const TEMPLATE_PREVIEW_MEETINGS = 20;
export const HOME_MEETINGS_IN_PROGRESS_MAX = 10;
export const HOME_LATEST_MEETINGS = 5;
export const HOME_PLANNED_CALLS = 5;
export const HOME_TASKS = 5;
/**
 * A meeting page contains the whole transcript up to this number of segments (about ten minutes of talk). For a longer one it
 * contains an excerpt around the requested moment, and fetches the rest once the page is open.
 */
export const PAGE_TRANSCRIPT_SEGMENTS_MAX = 160;
export const PAGE_EXCERPT_SEGMENTS = 60;
/** §4, §9: time for which the invite dialog stays open after the call succeeded. */
export const INVITE_CLOSE_DELAY_MS = 7000;

/** Limits of analytics (§2, §9). */

/** §9: an action's report waits this long after its click, unless the page is left first. */
export const ACTION_CLICK_WAIT_MS = 500;
/** §9 names no value; own choice: clicks on the same action within this time of the last one are one action. */
export const CLICK_DEBOUNCE_MS = 300;
/** §4 names no value; own choice: after this long without an action, the next one begins a new analytics session. */
export const ANALYTICS_SESSION_IDLE_MS = 30 * MINUTE_MS;
