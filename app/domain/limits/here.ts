import { DAY_MS, HOUR_MS, KIB, MIB, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of recordings that a person's own browser makes ("Record here"). */

/** Length at which windows aim: their median stays under 30 s, as half of the pauses lie behind it, and the text comes sooner than a call's. */
export const HERE_WINDOW_MS = 25 * SECOND_MS;
/** Length of a piece: what a crash may lose. The server takes pieces of up to twice this length, because browsers cut late. */
export const HERE_PIECE_MS = 5 * SECOND_MS;
export const HERE_PIECE_MS_MAX = 10 * SECOND_MS;
/** Maximum size of a piece: ten seconds of Opus at 128 kbit/s are 160 kB. */
export const HERE_PIECE_BYTES_MAX = 512 * KIB;
/**
 * Maximum size of all pieces of a recording. Browsers send 48 kbit/s a track, so that four hours of three tracks have 260 MB; at 128 kbit/s
 * they have 690 MB. Pieces beyond it are refused, and the browser ends the recording.
 */
export const HERE_BYTES_MAX = 1024 * MIB;
/** A recording starts a segment at each start, pause and crash; there are far fewer. */
export const HERE_SEGMENTS_MAX = 900;
/**
 * Numbers of segments that are noted on the browser's disk before they are used. So many starts are possible while the disk takes nothing; a
 * recording that goes on after a crash leaves out those that are left.
 */
export const HERE_SEGMENTS_RESERVED = 8;
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

/** Limits of the page that records; the server does not know them. */

/**
 * The length of the parts that are asked of the encoder. Chromium writes a fragment each time it has so much sound, and hands out what it
 * has written when more than this time has passed: often only every second fragment, and always one less than it has heard.
 */
export const HERE_TIMESLICE_MS = SECOND_MS;
/** Parts are collected into pieces of at least this length. A piece comes after 3.5 s at the latest, so a crash loses less than HERE_PIECE_MS. */
export const HERE_COLLECTED_MS_MIN = 1500;
/** Bits per second of each track: speech in Opus. */
export const HERE_BITS_PER_SECOND = 48_000;
/** Pieces that a full disk refuses are held in memory up to this size, while they are sent. */
export const HERE_HELD_BYTES_MAX = 32 * MIB;
/** Room beyond it for the pieces that come until the recording has paused. */
export const HERE_HELD_RESERVE_BYTES = MIB;
/** Pieces that are on the disk are sent from memory up to this size together; those behind them are read from the disk. */
export const HERE_FRESH_BYTES_MAX = MIB;
/** Pieces that are sent at the same time; one while the server does not answer. */
export const HERE_SENT_AT_ONCE_MAX = 3;
/** A piece that was not answered after this time is sent again. */
export const HERE_SEND_MS_MAX = 30 * SECOND_MS;
/** Waits between attempts while the server cannot be reached. */
export const HERE_RETRY = { firstMs: 500, factor: 2, maxMs: 15 * SECOND_MS } as const;
/** A session that has ended is asked for this often: a sign-in in another tab is noticed then. */
export const HERE_SIGNED_OUT_RETRY_MS = 5 * SECOND_MS;
/** A source that stays silent for this time is reported: before the 30 s of the issue, with time to look. */
export const HERE_SILENT_MS_MAX = 20 * SECOND_MS;
/** A microphone whose samples are zero is reported sooner, because no room is that quiet. */
export const HERE_DEAD_MS_MAX = 10 * SECOND_MS;
/** Length of the stretches of sound that are measured. */
export const HERE_LEVEL_MS = 100;
/** Stretches of sound that are closer than this are one: a pause for breath cuts no window. */
export const HERE_LOUD_GAP_MS = 250;
/** Sound before a piece that the search for echo looks at too: it needs more than a piece holds. */
export const HERE_ECHO_CONTEXT_MS = SECOND_MS;
/** Maximum time of that search. A piece without its answer is kept as it is. */
export const HERE_ECHO_MS_MAX = 2 * SECOND_MS;
/** A clock that jumped by more than this was stopped in between: the machine slept. The sound itself reports ten times a second. */
export const HERE_SLEPT_MS_MIN = 5 * SECOND_MS;
/**
 * An encoder that gave no piece for this time has stopped, whatever the browser says: it is started again once. And so often is looked for
 * sources of which nothing at all comes.
 */
export const HERE_STALLED_MS_MAX = 12 * SECOND_MS;
export const HERE_LOOK_MS = 10 * SECOND_MS;
/** Waits between attempts to open a microphone that another page or program is just giving back. */
export const HERE_OPEN_AGAIN_MS = [300, SECOND_MS, 3 * SECOND_MS] as const;
/** A microphone that has not been opened after this time is said: the browser may be asking, or the device does not answer. */
export const HERE_OPENING_MS_MAX = 5 * SECOND_MS;
/** Time before its end at which a recording says that it will end. */
export const HERE_END_NEAR_MS = 10 * MINUTE_MS;
