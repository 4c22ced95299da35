import { DAY_MS, HOUR_MS } from "#app/domain/limits/units.ts";

/** Limits of the feeds of a person's meetings and minutes. */

/** Meetings of this time before and after now are in a feed. */
export const FEED_WINDOW_MS = 90 * DAY_MS;
/** Entries of a feed: the latest. */
export const FEED_ENTRIES_MAX = 200;
export const FEED_TITLE_CHARS_MAX = 300;
/** Calendar programs are told to ask again after this time; many ask when they want. */
export const FEED_REFRESH_HOURS = 1;
/** The last reading is stored to the hour, so that a busy reader does not write a row for each request. */
export const FEED_SEEN_STEP_MS = HOUR_MS;
