import { DAY_MS, KIB, MIB, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of sound that a browser uploads ahead of its video. */

/**
 * Maximum number of windows of sound uploaded ahead of the video: twelve hours are 144, and each cut of an edit list adds one.
 */
export const SOUND_WINDOWS_MAX = 1000;
/** Number of windows of sound whose upload addresses are requested in one call. */
export const SOUND_WINDOWS_ASKED_MAX = 4;
/** Maximum body of a call: a plan of a thousand windows, all of them landed. */
export const SOUND_BODY_BYTES_MAX = MIB;
/** Distance that the audio of a window may reach beyond its overlap: a codec needs frames before the audible sound. */
export const SOUND_WINDOW_REACH_MS = 5 * SECOND_MS;
/** Maximum difference between the length of a window's file and the announced length. */
export const SOUND_LENGTH_SLACK_MS = SECOND_MS;
/**
 * Delay before a meeting that has its sound looks for its video the first time; each later delay is half of the time waited so
 * far, at most a day.
 */
export const SOUND_FIRST_LOOK_MS = 10 * MINUTE_MS;
export const SOUND_LOOK_MS_MAX = DAY_MS;
/** Maximum number of silences announced for one window. */
export const SOUND_SILENCES_MAX = 5000;
/** Windows that a page holds at once, its worker included: one being sent, one being cut. */
export const SOUND_WINDOWS_IN_FLIGHT = 2;
/**
 * Time limits for opening the chosen file (a fragmented file is read whole) and for cutting one window; after that the upload
 * goes on without sound ahead.
 */
export const SOUND_OPEN_MS_MAX = MINUTE_MS;
export const SOUND_CUT_MS_MAX = MINUTE_MS;
/**
 * READ_THROUGH_BYTES_MAX for a file on the person's own disk: measured in Chromium, one more slice costs as much as reading
 * through this many bytes.
 */
export const FILE_READ_THROUGH_BYTES_MAX = 64 * KIB;
