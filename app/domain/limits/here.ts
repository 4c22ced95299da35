import { DAY_MS, HOUR_MS, KIB, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of recordings that a person's own browser makes ("Record here"). */

/** Length at which windows aim: their median stays under 30 s, as half of the pauses lie behind it, and the text comes sooner than a call's. */
export const HERE_WINDOW_MS = 25 * SECOND_MS;
/** Length of a piece: what a crash may lose. The server takes pieces of up to twice this length, because browsers cut late. */
export const HERE_PIECE_MS = 5 * SECOND_MS;
export const HERE_PIECE_MS_MAX = 10 * SECOND_MS;
/** Maximum size of a piece: ten seconds of Opus at 128 kbit/s are 160 kB. */
export const HERE_PIECE_BYTES_MAX = 512 * KIB;
/** A recording starts a segment at each start, pause and crash; there are far fewer. */
export const HERE_SEGMENTS_MAX = 900;
/** Maximum length of a recording, as of a call: its last pieces are refused after this. */
export const HERE_MS_MAX = 4 * HOUR_MS;
/** Maximum number of stretches that one piece names as loud, and as echo. */
export const HERE_STRETCHES_MAX = 40;
/** Time without a piece after which a recording counts as waiting for its browser. A pause is told, and does not count. */
export const HERE_AWAY_MS = 30 * SECOND_MS;
/** A recording whose browser does not come back is finished from what arrived after this time. */
export const HERE_WAITS_MS_MAX = 7 * DAY_MS;
/** Limits of a person's own notes: their number, and the length of each. */
export const HERE_NOTES_MAX = 500;
export const HERE_NOTE_CHARS_MAX = 2000;
/** Maximum number of marks in one request. */
export const HERE_MARKS_MAX = 50;
/** Maximum number of recordings in the list of those that are not finished. */
export const HERE_LISTED_MAX = 20;
