import { MIB, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of the page that records ("Record here"). Those that the server knows too are in here.ts. */

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
/** Pieces that are sent at the same time; one while the server does not answer. */
export const HERE_SENT_AT_ONCE_MAX = 3;
/** A piece that was not answered after this time is sent again. */
export const HERE_SEND_MS_MAX = 30 * SECOND_MS;
/** Waits between attempts while the server cannot be reached. */
export const HERE_RETRY = { firstMs: 500, factor: 2, maxMs: 15 * SECOND_MS } as const;
/** A session that has ended is asked for this often: a sign-in in another tab is noticed then. */
export const HERE_SIGNED_OUT_RETRY_MS = 5 * SECOND_MS;
/** A source without anything to hear for this time is reported: before the 30 s of the issue, with time to look. */
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
