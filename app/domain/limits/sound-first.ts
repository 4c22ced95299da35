import { DAY_MS, KIB, MIB, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of sound that a browser sends ahead of its video. */

/** Windows of sound that a browser may send ahead of its video: twelve hours are 144, and each cut of an edit list adds one. */
export const SOUND_WINDOWS_MAX = 1000;
/** Windows of sound whose places are asked for in one call. */
export const SOUND_WINDOWS_ASKED_MAX = 4;
/** A plan of a thousand windows, and all of them landed, in one call. */
export const SOUND_BODY_BYTES_MAX = MIB;
/** How far the audio of a window may reach beyond its overlap: the frames that a codec needs before what is heard. */
export const SOUND_WINDOW_REACH_MS = 5 * SECOND_MS;
/** How far the length of a window's file may be from what was said of it. */
export const SOUND_LENGTH_SLACK_MS = SECOND_MS;
/** When a meeting whose sound has come looks for its video the first time; later it waits half as long as it has waited. */
export const SOUND_FIRST_LOOK_MS = 10 * MINUTE_MS;
export const SOUND_LOOK_MS_MAX = DAY_MS;
/** Silences told of one window of it. */
export const SOUND_SILENCES_MAX = 5000;
/** Windows of it that a page holds at once, its worker included: one on the line, one being cut. */
export const SOUND_WINDOWS_IN_FLIGHT = 2;
/** A look into the chosen file (of one in fragments, at all of it), and the cut of one window; after that it goes on without. */
export const SOUND_OPEN_MS_MAX = MINUTE_MS;
export const SOUND_CUT_MS_MAX = MINUTE_MS;
/** READ_THROUGH_BYTES_MAX of a file on the person's own disk: measured in Chromium, a slice more costs what reading through so much does. */
export const FILE_READ_THROUGH_BYTES_MAX = 64 * KIB;
