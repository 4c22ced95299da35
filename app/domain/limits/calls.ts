import { HOUR_MS, KIB, MIB, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of meetings that Acta joins. */

/** A call's recording. R2 wants the parts of a file equal, but for the last, and none smaller. */
export const CALL_PART_BYTES = 5 * MIB;
/** Windows of a call: cut where it is quiet, between the shortest and the longest. */
export const CALL_WINDOW_MS_MIN = 20 * SECOND_MS;
export const CALL_WINDOW_MS = 30 * SECOND_MS;
export const CALL_WINDOW_MS_MAX = 40 * SECOND_MS;
export const CALL_WINDOW_OVERLAP_MS = 2 * SECOND_MS;
/** A pause this long is worth more than a window of the length aimed at. */
export const CALL_PAUSE_MS_MIN = 400;
/** Less sound than this is a recorder's rounding; a longer stretch without is looked for in the other stream, else it is silence. */
export const CALL_SOUND_GAP_MS_MIN = 80;
export const CALL_HOLE_MS_MIN = 200;
/** A longer stretch without sound is no recorder's; a call lasts four hours at most. */
export const CALL_GAP_MS_MAX = 6 * 60 * MINUTE_MS;
/** A stretch without sound that a person is told of. */
export const CALL_GAP_MS_MIN = 500;
/** D §4: a request within so long of a call that is scheduled or live joins that one. */
export const CALL_ADOPTION_MS = 30 * MINUTE_MS;
/**
 * Requests for the notes of another person's call. An asker raises so many in so long, over all rooms; an owner's call sees so
 * many in all, so many at once, and each person's so often where it was withdrawn. A refusal is final.
 */
export const CALL_REQUESTS_OF_ASKER_MAX = 10;
export const CALL_REQUESTS_OF_ASKER_MS = 24 * HOUR_MS;
export const CALL_REQUESTS_OF_CALL_MAX = 20;
export const CALL_REQUESTS_OPEN_MAX = 3;
export const CALL_REQUEST_TIMES_MAX = 3;
/** What stands in a request's card of a name that somebody gave themselves. */
export const CALL_ASKER_NAME_CHARS_MAX = 80;
/** How long a meeting that was moved to another call of its person may take until it has asked for it. */
export const CALL_MOVE_MS_MAX = MINUTE_MS;
/** Pieces of an accepted call's past that are copied at a time. */
export const CALL_COPY_PIECES = 50;
/** How long before its start a bot is sent to a call. */
export const CALL_LEAD_MS = MINUTE_MS;
/** How long a bot may say nothing before the recorder is asked whether it is still there. */
export const BOT_SILENCE_MS_MAX = 15 * SECOND_MS;
/** Bots that are sent after one that was lost, in one call. */
export const BOT_RESTARTS_MAX = 5;
/** How long a recorder may be out of reach: before anything is recorded, and while a recording waits for its bot. */
export const RECORDER_AWAITED_MS_MAX = 2 * MINUTE_MS;
export const RECORDER_AWAITED_LIVE_MS_MAX = 30 * MINUTE_MS;
/** How soon a recorder is asked again after a bot that is silent. */
export const RECORDER_LOOK_MS = 5 * SECOND_MS;
/** Every question to a recorder. */
export const RECORDER_CALL_MS_MAX = 10 * SECOND_MS;
export const RECORDER_ANSWER_BYTES_MAX = 256 * KIB;
/** A bot that was told to leave and has not said that it did. */
export const BOT_LEAVES_MS_MAX = 30 * SECOND_MS;
/** How long pieces are waited for after the bot has gone and while nothing comes: a spool survives such an outage. */
export const PIECES_AWAITED_MS_MAX = 35 * MINUTE_MS;
/** The same where the recorder says that nothing waits on its disk, or that it knows the bot no more. */
export const PIECES_QUIET_MS_MAX = 20 * SECOND_MS;
/** How long a hosted recorder may work at its file after the call. */
export const HOSTED_MEDIA_AWAITED_MS_MAX = HOUR_MS;
/** One piece of a recording: ten seconds of picture and sound are under 3 MiB. */
export const PIECE_BYTES_MAX = 4 * MIB;
/** Numbers of pieces have six digits in their keys. */
export const PIECES_OF_SEGMENT_MAX = 999_999;
/** The pieces of a recording whose file stands: so many are removed at a time (R2 takes 1000), then there is a pause. */
export const CALL_CLEAR_PIECES = 500;
export const CALL_CLEAR_PAUSE_MS = SECOND_MS;
/** What a bot says at once. */
export const BOT_EVENTS_BYTES_MAX = MIB;
export const CALL_SCREENSHOT_BYTES_MAX = 4 * MIB;
/** A hosted recorder's webhook: read before its signature can be checked, so no larger than any other body. */
export const RECORDER_WEBHOOK_BYTES_MAX = 64 * KIB;
/** Standard Webhooks: how old a signed message may be, and how far ahead the sender's clock. */
export const RECORDER_WEBHOOK_AGE_MS_MAX = 5 * MINUTE_MS;
/**
 * The same for Attendee, which signs no time of sending: the age of the event itself. It tries a delivery four times with waits of
 * seconds, so this leaves room for a queue; what is lost beyond it the object learns when it asks for the bot's state.
 */
export const ATTENDEE_EVENT_AGE_MS_MAX = 15 * MINUTE_MS;
/** The ids of webhooks are remembered for so long: Recall.ai repeats one for 24 hours, signed anew each time. */
export const RECORDER_WEBHOOK_REMEMBERED_MS = 25 * HOUR_MS;
export const RECORDER_WEBHOOK_ID_CHARS_MAX = 200;
/** How long a window waits for word of what was loud in it, where the sound is there already. */
export const CALL_LOUD_AWAITED_MS_MAX = 10 * SECOND_MS;
/** The waits between attempts to tell a meeting what happened in its call. */
export const CALL_EVENT_BACK_OFF = { firstMs: SECOND_MS, factor: 3, maxMs: MINUTE_MS };
/** How long a bot waits for what (joining-meetings §6). */
export const CALL_LOBBY_MS_MAX = 15 * MINUTE_MS;
export const CALL_LOBBY_MEET_MS_MAX = 10 * MINUTE_MS;
/**
 * Asking to be let in anew, because a person wants it: who knocks all the time is turned away, by hosts and by platforms. A
 * request also has to be given the time to be seen.
 */
export const CALL_ASK_AGAIN_MS = MINUTE_MS;
export const CALL_ASKS_AGAIN_MAX = 5;
/** The same once the bot has gone because nobody answered: so long, and once. */
export const CALL_ASK_AFTER_END_MS_MAX = 30 * MINUTE_MS;
export const CALL_HOST_ABSENT_MS_MAX = 10 * MINUTE_MS;
export const CALL_NOBODY_MS_MAX = 10 * MINUTE_MS;
export const CALL_ALONE_MS_MAX = MINUTE_MS;
export const CALL_ONLY_BOTS_MS_MAX = 10 * MINUTE_MS;
export const CALL_MS_MAX = 4 * HOUR_MS;
export const CALL_WARN_BEFORE_MS = 10 * MINUTE_MS;
/** The name under which Acta comes. */
export const BOT_NAME_CHARS_MAX = 60;
/** The secret that proves a recorder's pieces. */
export const CALL_SECRET_CHARS_MIN = 32;
/** The shortest token for Acta's own recorder, which checks it too (workers/recorder/src/settings.ts). */
export const RECORDER_TOKEN_CHARS_MIN = 16;
/** §5: what begins so soon, or has begun, is joined at once. */
export const CALL_AT_ONCE_MS = 2 * MINUTE_MS;
/** Below this a signal of who spoke does not name anybody. */
export const SPEAKER_CONFIDENCE_MIN = 0.6;
/** §5: a meeting link; the longest real one (a SafeLink of a Teams link) has some 1,500 letters. */
export const MEETING_LINK_CHARS_MAX = 4096;
