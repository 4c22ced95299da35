import { KIB, MIB, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";
import { PRESIGNED_PUT_MS_MAX } from "#app/domain/limits/uploads.ts";

/** Limits of the steps of a meeting and what they wait for. */

/** D §4: windows in flight in one isolate. */
export const WINDOWS_IN_FLIGHT_MAX = 3;
/** D §4: attempts of a step before it is parked. */
export const STEP_ATTEMPTS_MAX = 5;
/** D §4: waiting between attempts: doubled and more each time, with jitter; what a service asks for is honoured up to the cap. */
export const STEP_BACKOFF_MS = SECOND_MS;
export const STEP_BACKOFF_MS_MAX = 10 * MINUTE_MS;
export const STEP_BACK_OFF = { firstMs: STEP_BACKOFF_MS, factor: 3, maxMs: STEP_BACKOFF_MS_MAX };
/** D §4: a run of the alarm begins no new work after this long, and no step takes longer than these. */
export const ALARM_CLAIM_MS_MAX = 45 * SECOND_MS;
/**
 * While a step hangs its alarm cannot come again, so a retry that falls due meanwhile is begun in the same run, up to this
 * long: together with the longest step under nine minutes, of the fifteen that the platform gives an alarm.
 */
export const ALARM_RETRY_MS_MAX = 285 * SECOND_MS;
/** How soon an alarm comes that finds everything under way already: it is only there for a process that died. */
export const ALARM_WHILE_BUSY_MS = 5 * SECOND_MS;
export const WINDOW_STEP_MS_MAX = 4 * MINUTE_MS;
export const SUMMARY_STEP_MS_MAX = 4 * MINUTE_MS;
/** Reading and merging 8 MiB of text, with rests for others, on a machine that has much else to do. */
export const TRANSCRIPT_STEP_MS_MAX = 4 * MINUTE_MS;
export const STEP_MS_MAX = MINUTE_MS;
/** How long an object waits that found every window slot of its isolate taken. */
export const WINDOW_SLOT_WAIT_MS = SECOND_MS;
/** A piece of what does not fit one row of an object's SQLite (2 MB): letters of JSON, of which one may take three bytes. */
export const STORED_PIECE_CHARS_MAX = 512 * KIB;
export const STORED_PIECE_BYTES_MAX = MIB;
/** Units of work (turns.ts) that are done before others get their turn: one to four ms of a Worker's time, up to ten of a text that is made to be slow. */
export const TURN_UNITS = 8 * KIB;
/** Rows of a transcript that are read from storage, or written to it, at a time. */
export const TURN_ROWS = 500;
/** The longest rest between two turns of work. */
export const TURN_REST_MS_MAX = 50;
/** D §6: how soon an engine that is being made ready, or is still at a window, is asked again; the page's progress moves as often. */
export const SPEECH_WAIT_MS = 2 * SECOND_MS;
/** D §4: a step that waits comes back no sooner. */
export const STEP_WAIT_MS_MIN = SECOND_MS;
/** It only says how it stands. */
export const SPEECH_PREPARE_MS_MAX = 10 * SECOND_MS;
/**
 * When a meeting that is gone is looked at again for bytes that landed late: once nobody can begin a PUT any more and every
 * step has ended, and a day later, for a PUT that took hours.
 */
export const LATE_CONTENT_MS = [
  [1, PRESIGNED_PUT_MS_MAX + WINDOW_STEP_MS_MAX + MINUTE_MS],
  [2, 24 * 60 * MINUTE_MS],
] as const;
/** How long a meeting may be at a window that others want as well: as long as its step. */
export const WINDOW_CLAIM_MS = WINDOW_STEP_MS_MAX;
/** How soon somebody looks again whether another meeting has the text. */
export const WINDOW_CLAIM_WAIT_MS = SECOND_MS;
