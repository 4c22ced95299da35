import { SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of screens: what they show at once, and how long they wait. */

/** §7: refresh of session and credits while the page is visible. */
export const SESSION_REFRESH_MS = 10 * SECOND_MS;
export const CREDITS_REFRESH_MS = 10 * SECOND_MS;
/** §8, §9: toasts. */
export const TOAST_MS = 5 * SECOND_MS;
/** Ours: a page that comes sooner needs no word about its coming. */
export const LOADING_NOTE_DELAY_MS = 500;
/** Ours: how long a dialog is waited for that has to read something first; then it opens and says that nothing came. */
export const ANSWER_MS_MAX = 15 * SECOND_MS;
/** §9: the date picker's steps. */
export const TIME_STEP_MINUTES = 30;
/** Lists: a page of the history, and what home shows of what runs and of what has ended. */
export const HISTORY_PAGE_MEETINGS = 20;
export const HOME_MEETINGS_IN_PROGRESS_MAX = 10;
export const HOME_LATEST_MEETINGS = 5;
export const HOME_PLANNED_CALLS = 5;
/** How often home reads its lists again while something is in progress. */
export const LISTS_REFRESH_MS = 5 * SECOND_MS;
/**
 * A meeting page carries a transcript of up to so many segments as a whole (about ten minutes of talk). Of a longer one it
 * carries an excerpt around the moment that was asked for, and fetches the rest when it is there.
 */
export const PAGE_TRANSCRIPT_SEGMENTS_MAX = 160;
export const PAGE_EXCERPT_SEGMENTS = 60;
/** §4, §9: how long the invite dialog stays after the call succeeded. */
export const INVITE_CLOSE_DELAY_MS = 7000;
