import { MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of lists: History, tasks, search and Home. A module of its own, because the pages of meetings load those of screens. */

/** Lists: meetings on a page of the history, and the numbers of running, latest and planned meetings and of open tasks on home. */
export const HISTORY_PAGE_MEETINGS = 20;
/** Own choice: meetings on a page that is read to select them all, and how many can be selected at once. */
export const SELECTION_PAGE_MEETINGS = 100;
export const SELECTION_MEETINGS_MAX = 500;
/** Own choice: months that a list offers to go to. Meetings of before are reached from the last one. */
export const LIST_MONTHS_MAX = 240;
/** Own choice: people on one page of their list. */
export const PEOPLE_PAGE = 200;
/** Own choice: meetings before and after one that a person can merge it with. */
export const MERGE_CHOICES_EACH_WAY = 6;
/** Own choice: a search begins this long after the last keystroke, and is repeated while the index is being built. */
export const SEARCH_DEBOUNCE_MS = 120;
export const SEARCH_AGAIN_MS = 2 * SECOND_MS;
/** Own choice: interval at which the page of tasks reads them again while it is looked at. */
export const TASKS_REFRESH_MS = 10 * SECOND_MS;
/** Number of tasks on one page of the list of all tasks. */
export const TASKS_PAGE = 50;
/** Interval at which home and history read their lists again while something is in progress. */
export const LISTS_REFRESH_MS = 5 * SECOND_MS;
/** The same while nothing is in progress: a planned call begins, or another tab uploads. */
export const LISTS_IDLE_REFRESH_MS = 60 * SECOND_MS;
/** Issue 23 §2: time in which a deletion of several meetings can be undone. */
export const DELETION_UNDO_MS = 10 * SECOND_MS;
/** The socket of an open page asks for a sign of life: often enough to prove the session every SESSION_REFRESH_MS. */
export const PAGE_PING_MS = 8 * SECOND_MS;
/** Time after which it connects anew, so that the server reads the session. */
export const PAGE_RENEWED_MS = 120 * MINUTE_MS;
/** Home reads again after a change no more often than this. */
export const PAGE_TOLD_MS_MIN = 2 * SECOND_MS;

/** Changes that the lists of a workspace take at once, and those that a reader looks at. */
export const LIST_CHANGES_AT_ONCE = 200;
export const LIST_CHANGES_SEEN = 6;
/** Workspaces whose lists one sweep brings up to date, and those of them at once. */
export const LIST_SWEEP_WORKSPACES = 1000;
export const LIST_SWEEP_AT_ONCE = 8;
/** Repairs of lists that one sweep tries. */
export const LIST_REPAIRS_MAX = 500;

/** Open tasks of the meeting before that a meeting's page shows, and as many open questions. */
export const LAST_TIME_LINES_MAX = 10;
/** A brief: earlier meetings of the series, open tasks of all of them, lines of the last one's minutes, and names of people. */
export const BRIEF_MEETINGS_MAX = 6;
export const BRIEF_TASKS_MAX = 40;
export const BRIEF_LINES_MAX = 8;
export const BRIEF_PEOPLE_MAX = 20;
/** A row whose progress alone has changed is written this long after the last time at the earliest: pages that poll read lists as often. */
export const LIST_PROGRESS_MS = 10 * SECOND_MS;
