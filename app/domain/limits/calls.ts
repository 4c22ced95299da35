import { HOUR_MS, KIB, MIB, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of meetings that Acta joins. */

/** Size of the parts of a call's recording. R2 requires parts of equal size and at least 5 MiB, except for the last. */
export const CALL_PART_BYTES = 5 * MIB;
/** Length of a call's windows: cut at a quiet place between the minimum and the maximum. */
export const CALL_WINDOW_MS_MIN = 20 * SECOND_MS;
export const CALL_WINDOW_MS = 30 * SECOND_MS;
export const CALL_WINDOW_MS_MAX = 40 * SECOND_MS;
export const CALL_WINDOW_OVERLAP_MS = 2 * SECOND_MS;
/** A pause of this length is a better cut than the window length that is aimed at. */
export const CALL_PAUSE_MS_MIN = 400;
/**
 * Missing sound shorter than this is a recorder's rounding. A longer gap is filled from the other stream if possible, and is
 * silence otherwise.
 */
export const CALL_SOUND_GAP_MS_MIN = 80;
export const CALL_HOLE_MS_MIN = 200;
/** A gap longer than this does not come from a recorder; a call lasts four hours at most. */
export const CALL_GAP_MS_MAX = 6 * 60 * MINUTE_MS;
/** Shortest gap without sound that a person is told about. */
export const CALL_GAP_MS_MIN = 500;
/**
 * Requests of one person for a room are one call where the later one was planned to begin less than this after the other one, or was asked
 * for by hand within the second time. Further apart they are two meetings, one after the other in the same room, which share no words.
 */
export const CALL_SAME_START_MS = MINUTE_MS;
export const CALL_SAME_START_BY_HAND_MS = 10 * MINUTE_MS;
/** A bot does not come before the start of its meeting where the person had another call in the room this short a time before. */
export const CALL_AFTER_ANOTHER_MS = 30 * MINUTE_MS;
/**
 * Requests for the notes of another person's call. Limits: requests of one asker in 24 hours, over all rooms; requests to one
 * call in total; open requests to one call; and repeated requests of one person to one call after a withdrawal. A refusal is
 * final.
 */
export const CALL_REQUESTS_OF_ASKER_MAX = 10;
export const CALL_REQUESTS_OF_ASKER_MS = 24 * HOUR_MS;
export const CALL_REQUESTS_OF_CALL_MAX = 20;
export const CALL_REQUESTS_OPEN_MAX = 3;
export const CALL_REQUEST_TIMES_MAX = 3;
/** A request of a person whom the owner's event invites is accepted after this time, unless the owner answers before. */
export const CALL_INVITED_WAIT_MS = 30 * SECOND_MS;
/**
 * A call whose event also invites another one's owner, and the other way round, sends no bot while the other one's knocks, and for this time
 * while it records: then it should record with that one. How often it looks.
 */
export const CALL_COLLEAGUE_WAIT_MS = 2 * CALL_INVITED_WAIT_MS;
export const CALL_COLLEAGUE_LOOK_MS = 5 * SECOND_MS;
/** Time in which the owner's calendar has to say whether it invites a person: other work of the room waits meanwhile. */
export const CALL_INVITATION_MS_MAX = 5 * SECOND_MS;
/** Maximum length of an asker's name, which people choose themselves, in a request's card. */
export const CALL_ASKER_NAME_CHARS_MAX = 80;
/** Time that a meeting has to join another call of its person after it was moved there. */
export const CALL_MOVE_MS_MAX = MINUTE_MS;
/** Number of pieces of an accepted call's past that are copied at a time. */
export const CALL_COPY_PIECES = 50;
/** Time before the start of a call at which a bot is sent: it joins 60 to 120 s before the start, also where an alarm is late. */
export const CALL_LEAD_MS = 90 * SECOND_MS;
/** Longest silence of a bot before the recorder is asked whether the bot is still there. */
export const BOT_SILENCE_MS_MAX = 15 * SECOND_MS;
/** Maximum number of bots sent after a lost one, in one call. */
export const BOT_RESTARTS_MAX = 5;
/** Maximum time that a recorder may be unreachable: before anything is recorded, and while a recording waits for its bot. */
export const RECORDER_AWAITED_MS_MAX = 2 * MINUTE_MS;
export const RECORDER_AWAITED_LIVE_MS_MAX = 30 * MINUTE_MS;
/** A bot of our own that records sends a piece every few seconds; one that has sent none for this long, and keeps none, records nothing. */
export const CALL_NO_PIECES_MS_MAX = 5 * MINUTE_MS;
/** It is asked again after this time: a machine that slept has pieces in a moment. */
export const CALL_NO_PIECES_SURE_MS = 30 * SECOND_MS;
/** Delay before a recorder is asked again about a silent bot. */
export const RECORDER_LOOK_MS = 5 * SECOND_MS;
/** Limits of one request to a recorder: time, and size of the answer. */
export const RECORDER_CALL_MS_MAX = 10 * SECOND_MS;
export const RECORDER_ANSWER_BYTES_MAX = 256 * KIB;
/** Time that a bot has to confirm that it left after it was told to. */
export const BOT_LEAVES_MS_MAX = 30 * SECOND_MS;
/** Longest wait for further pieces after the bot has gone and while none arrive. A spool survives an outage of this length. */
export const PIECES_AWAITED_MS_MAX = 35 * MINUTE_MS;
/** The same when the recorder reports that no pieces are left on its disk, or that it no longer knows the bot. */
export const PIECES_QUIET_MS_MAX = 20 * SECOND_MS;
/** Time that a hosted recorder has to finish its file after the call, and in which the file can be fetched. */
export const HOSTED_MEDIA_AWAITED_MS_MAX = HOUR_MS;
/** Maximum size of one piece of a recording: ten seconds of picture and sound are under 3 MiB. */
export const PIECE_BYTES_MAX = 4 * MIB;
/** Piece numbers have six digits in their keys. */
export const PIECES_OF_SEGMENT_MAX = 999_999;
/**
 * Number of pieces removed at a time once the recording's file is complete (R2 allows 1000), and the pause between two batches.
 */
export const CALL_CLEAR_PIECES = 500;
export const CALL_CLEAR_PAUSE_MS = SECOND_MS;
/** Maximum size of one request with events of a bot. */
export const BOT_EVENTS_BYTES_MAX = MIB;
export const CALL_SCREENSHOT_BYTES_MAX = 4 * MIB;
/**
 * Maximum size of a hosted recorder's webhook. It is read before its signature can be checked, so it is no larger than other
 * bodies.
 */
export const RECORDER_WEBHOOK_BYTES_MAX = 64 * KIB;
/** Standard Webhooks: maximum age of a signed message, and maximum lead of the sender's clock. */
export const RECORDER_WEBHOOK_AGE_MS_MAX = 5 * MINUTE_MS;
/**
 * The same for Attendee, which does not sign the time of sending: the age of the event itself. Attendee tries a delivery four
 * times with waits of seconds, so this leaves room for a queue. The object learns of events lost beyond that when it asks for the
 * bot's state.
 */
export const ATTENDEE_EVENT_AGE_MS_MAX = 15 * MINUTE_MS;
/** Time for which webhook ids are remembered: Recall.ai repeats a webhook for 24 hours and signs it anew each time. */
export const RECORDER_WEBHOOK_REMEMBERED_MS = 25 * HOUR_MS;
export const RECORDER_WEBHOOK_ID_CHARS_MAX = 200;
/** Longest wait of a window for the list of its loud stretches when its sound is already there. */
export const CALL_LOUD_AWAITED_MS_MAX = 10 * SECOND_MS;
/** Waits between attempts to send a meeting an event of its call. */
export const CALL_EVENT_BACK_OFF = { firstMs: SECOND_MS, factor: 3, maxMs: MINUTE_MS };
/**
 * Limits of requesting admission again for a person: the wait between two requests, and their number. Hosts and platforms turn
 * away bots that request too often, and people need time to see a request.
 */
export const CALL_ASK_AGAIN_MS = MINUTE_MS;
export const CALL_ASKS_AGAIN_MAX = 5;
/** The same after the bot has left because nobody answered: allowed for this long, and once. */
export const CALL_ASK_AFTER_END_MS_MAX = 30 * MINUTE_MS;
export const CALL_ALONE_MS_MAX = MINUTE_MS;
export const CALL_ONLY_BOTS_MS_MAX = 10 * MINUTE_MS;
export const CALL_MS_MAX = 4 * HOUR_MS;
export const CALL_WARN_BEFORE_MS = 10 * MINUTE_MS;
/** Maximum length of the name under which the bot joins. */
export const BOT_NAME_CHARS_MAX = 60;
/** Minimum length of the secret that authenticates a recorder's pieces. */
export const CALL_SECRET_CHARS_MIN = 32;
/** Minimum length of the token for Acta's own recorder, which checks it too (workers/recorder/src/settings.ts). */
export const RECORDER_TOKEN_CHARS_MIN = 16;
/** §5: a call that begins within this time, or has begun, is joined at once. */
export const CALL_AT_ONCE_MS = 2 * MINUTE_MS;
/** A speaker signal below this confidence names nobody. */
export const SPEAKER_CONFIDENCE_MIN = 0.6;
/** §5: maximum length of a meeting link. The longest real one (a SafeLink of a Teams link) has some 1,500 letters. */
export const MEETING_LINK_CHARS_MAX = 4096;
