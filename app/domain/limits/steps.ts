import { KIB, MIB, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";
import { PRESIGNED_PUT_MS_MAX } from "#app/domain/limits/uploads.ts";

/** Limits of a meeting's steps and of their waits. */

/** D §4: windows in flight in one isolate. */
export const WINDOWS_IN_FLIGHT_MAX = 3;
/** D §4: attempts of a step before it is parked. */
export const STEP_ATTEMPTS_MAX = 5;
/**
 * D §4: wait between attempts, with jitter, at least doubled each time; the wait that a service asks for is honoured up to the
 * maximum.
 */
export const STEP_BACKOFF_MS = SECOND_MS;
export const STEP_BACKOFF_MS_MAX = 10 * MINUTE_MS;
export const STEP_BACK_OFF = { firstMs: STEP_BACKOFF_MS, factor: 3, maxMs: STEP_BACKOFF_MS_MAX };
/**
 * Attempts to read one part of a video that is compared with its sound: about an hour, because a store that is down longer than a
 * step's usual attempts is no reason to give the video up.
 */
export const COMPARE_ATTEMPTS_MAX = 12;
/** D §4: an alarm run begins no new work after this time, and no step takes longer than the limits of steps below. */
export const ALARM_CLAIM_MS_MAX = 45 * SECOND_MS;
/**
 * While a step hangs, its alarm cannot fire again, so a retry that falls due meanwhile starts in the same run, up to this time.
 * Together with the longest step this is under nine minutes, of the fifteen that the platform gives an alarm.
 */
export const ALARM_RETRY_MS_MAX = 285 * SECOND_MS;
/** Delay of the alarm when all work is already in progress, or when a run failed: it recovers from a process that died. */
export const ALARM_WHILE_BUSY_MS = 5 * SECOND_MS;
/** Domain events wait this long at most for the meeting's row in D1. */
export const ROW_WAIT_MS_MAX = 2 * SECOND_MS;
/** Open pages are told of a person's change behind its answer, and wait this long at most for the lists. */
export const PAGES_WAIT_MS_MAX = SECOND_MS;
/** Between a change that is stored and the pages that are told of it: its answer leaves meanwhile. */
export const PAGES_BEHIND_MS = 20;
export const WINDOW_STEP_MS_MAX = 4 * MINUTE_MS;
export const SUMMARY_STEP_MS_MAX = 4 * MINUTE_MS;
/**
 * Time that an engine has for its answer in the last attempt of a step, which ends before the step does: a meeting then says that the
 * engine did not answer, or is quoted.
 */
export const WINDOW_LAST_MS_MAX = WINDOW_STEP_MS_MAX - 10 * SECOND_MS;
export const SUMMARY_LAST_MS_MAX = SUMMARY_STEP_MS_MAX - 30 * SECOND_MS;
/** Reading and merging 8 MiB of text, with pauses for other requests, on a busy machine. */
export const TRANSCRIPT_STEP_MS_MAX = 4 * MINUTE_MS;
export const STEP_MS_MAX = MINUTE_MS;
/** Wait of an object that found every window slot of its isolate taken. */
export const WINDOW_SLOT_WAIT_MS = SECOND_MS;
/**
 * Size of the pieces of a value that does not fit into one row of an object's SQLite (2 MB): characters of JSON, each of up to
 * three bytes.
 */
export const STORED_PIECE_CHARS_MAX = 512 * KIB;
export const STORED_PIECE_BYTES_MAX = MIB;
/**
 * Units of work (turns.ts) done before other requests get a turn: one to four ms of a Worker's time, up to ten for text designed
 * to be slow.
 */
export const TURN_UNITS = 8 * KIB;
/** Rows of a transcript that are read from or written to storage at a time. */
export const TURN_ROWS = 500;
/** Longest pause between two turns of work. */
export const TURN_REST_MS_MAX = 50;
/**
 * D §6: delay before an engine that is still preparing or still works on a window is asked again; the page's progress updates at
 * the same rate.
 */
export const SPEECH_WAIT_MS = 2 * SECOND_MS;
/** Longest pause in the stream of a local speech engine, which says every ten seconds that it is alive. */
export const SPEECH_SILENCE_MS_MAX = 40 * SECOND_MS;
/** Least time between two parts of a window's text that a meeting stores and shows. */
export const SPEECH_PART_MS = 3 * SECOND_MS;
/** Wait for the files that tell voices apart, and delay before their engine is asked again. */
export const VOICES_PREPARE_MS_MAX = MINUTE_MS;
export const VOICES_WAIT_MS = 2 * SECOND_MS;
export const VOICES_LOOK_MS = SECOND_MS / 2;
/** Voices of a window that take longer are given up. */
export const VOICES_MS_MAX = 8 * MINUTE_MS;
/** A transcript whose words are all there waits for its voices for this share of the time that recognition took, and at least so long. */
export const VOICES_SPEECH_SHARE = 0.2;
export const VOICES_WAIT_MS_MIN = 3 * SECOND_MS;
/** Least wait for voices that are found after a restart, when all words are there already. */
export const VOICES_AGAIN_MS = 30 * SECOND_MS;
/** D §4: minimum delay of a step that waits. */
export const STEP_WAIT_MS_MIN = SECOND_MS;
/** Delay before a language engine that is loading its model, or is still at an answer, is asked again. */
export const LANGUAGE_WAIT_MS = 2 * SECOND_MS;
/**
 * A step begins no further part of a summary on a slow local model after this time, and comes back for the rest: with the wait for one
 * answer (100 s) it ends well before SUMMARY_STEP_MS_MAX, which would cost an attempt.
 */
export const LANGUAGE_TURN_MS_MAX = 90 * SECOND_MS;
/** A person's question waits for so long for a model that is being loaded. */
export const LANGUAGE_LOAD_MS_MAX = 30 * SECOND_MS;
/** Time limit for asking a language engine about its model; it only reports its state. */
export const LANGUAGE_PREPARE_MS_MAX = 10 * SECOND_MS;
/** Time limit for asking a speech engine to prepare; it only reports its state. */
export const SPEECH_PREPARE_MS_MAX = 10 * SECOND_MS;
/**
 * Delays after which a removed meeting is checked for bytes that landed late: when no PUT can begin any more and every step has
 * ended, and a day later, for a PUT that took hours.
 */
export const LATE_CONTENT_MS = [
  [1, PRESIGNED_PUT_MS_MAX + WINDOW_STEP_MS_MAX + MINUTE_MS],
  [2, 24 * 60 * MINUTE_MS],
] as const;
/** Time for which a meeting may claim a window that other meetings need as well: the time limit of its step. */
export const WINDOW_CLAIM_MS = WINDOW_STEP_MS_MAX;
/** Delay before a meeting checks again whether another meeting has stored the text. */
export const WINDOW_CLAIM_WAIT_MS = SECOND_MS;
