import { MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of screens: number of items shown, and waits. */

/** §7: refresh of session and credits while the page is visible. */
export const SESSION_REFRESH_MS = 10 * SECOND_MS;
export const CREDITS_REFRESH_MS = 10 * SECOND_MS;
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
/** Lists: meetings on a page of the history, and the numbers of running, latest and planned meetings and of open tasks on home. */
export const HISTORY_PAGE_MEETINGS = 20;
/** Own choice: meetings on a page that is read to select them all, and how many can be selected at once. */
export const SELECTION_PAGE_MEETINGS = 100;
export const SELECTION_MEETINGS_MAX = 500;
/** Own choice: months that a list offers to go to. Meetings of before are reached from the last one. */
export const LIST_MONTHS_MAX = 240;
/** Own choice: people on one page of their list. */
export const PEOPLE_PAGE = 200;
/** Own choice: a search begins this long after the last keystroke, and is repeated while the index is being built. */
export const SEARCH_DEBOUNCE_MS = 120;
export const SEARCH_AGAIN_MS = 2 * SECOND_MS;
/** Own choice: interval at which the page of tasks reads them again while it is looked at. */
export const TASKS_REFRESH_MS = 10 * SECOND_MS;
/** Number of tasks on one page of the list of all tasks. */
export const TASKS_PAGE = 50;
/** Own choice: meetings from which the preview of a template can be written. */
export const TEMPLATE_PREVIEW_MEETINGS = 20;
export const HOME_MEETINGS_IN_PROGRESS_MAX = 10;
export const HOME_LATEST_MEETINGS = 5;
export const HOME_PLANNED_CALLS = 5;
export const HOME_TASKS = 5;
/** Own choice: a choice in the settings is saved this long after the last one. */
export const SETTINGS_SAVE_DELAY_MS = 400;
/** Interval at which home and history read their lists again while something is in progress. */
export const LISTS_REFRESH_MS = 5 * SECOND_MS;
/** The same while nothing is in progress: a planned call begins, or another tab uploads. */
export const LISTS_IDLE_REFRESH_MS = 60 * SECOND_MS;
/** Issue 23 §2: time in which a deletion of several meetings can be undone. */
export const DELETION_UNDO_MS = 10 * SECOND_MS;
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
