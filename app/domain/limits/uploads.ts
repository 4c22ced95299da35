import { DAY_MS, HOUR_MS, KIB, MIB, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of uploads. */

/** §5, §9: the largest video, inclusive. */
export const UPLOAD_BYTES_MAX = 2_009_715_200;
/** §5: the only accepted type. */
export const UPLOAD_CONTENT_TYPE = "video/mp4";
/** Maximum length of a title: longer than any calendar's, short enough for one row of D1. */
export const MEETING_TITLE_CHARS_MAX = 300;
/**
 * Larger files are sent in parts, so that a lost connection costs one part and not the file. S3: equal parts of at least 5 MiB
 * except for the last, at most 10,000.
 */
export const UPLOAD_WHOLE_BYTES_MAX = 16 * MIB;
export const UPLOAD_PART_BYTES = 8 * MIB;
export const UPLOAD_PARTS_MAX = 10_000;
/** Parts of one upload in flight at once: enough for a connection with high latency, few enough for a phone's memory. */
export const UPLOAD_PARTS_IN_FLIGHT = 4;
/** A part without progress for this long is aborted and sent again: a connection may hang without breaking. */
export const UPLOAD_STALL_MS = 60 * SECOND_MS;
/** Parts in flight are limited so that each lands in about this time, the loss when the connection breaks. */
export const UPLOAD_PART_AIM_MS = 8 * SECOND_MS;
/** Parts requested in one call. */
export const UPLOAD_PARTS_ASKED_MAX = 64;
/** Maximum body of a call that names all parts of a file: parts that the page knows of and the server does not. */
export const UPLOAD_PARTS_BODY_BYTES_MAX = 2 * MIB;
/** Time for which an upload in parts is kept after its start; R2 removes its parts at about the same time. */
export const UPLOAD_UNFINISHED_MS_MAX = 7 * DAY_MS;
/** Time before its removal from which the date is highlighted. */
export const UPLOAD_REMOVAL_NEAR_MS = 2 * DAY_MS;
/** An upload with activity within this time may be in progress in another tab. */
export const UPLOAD_UNDER_WAY_MS = 2 * MINUTE_MS;
/** Maximum number of one person's unfinished uploads that are listed. */
export const UPLOADS_UNFINISHED_LISTED_MAX = 20;
/** Wait before a failed part is tried again, doubled each time up to the maximum. */
export const UPLOAD_RETRY_MS_MIN = SECOND_MS;
export const UPLOAD_RETRY_MS_MAX = 30 * SECOND_MS;
/** Number of attempts of a call that begins or ends an upload while it is answered with 503. */
export const UPLOAD_CALL_ATTEMPTS_MAX = 3;
export const FILE_NAME_CHARS_MAX = 255;
/** Bytes read at a file's beginning and at its end to recognise the file again. */
export const FILE_ENDS_BYTES = 64 * KIB;
/** D §8: lifetime of a presigned PUT. A slow connection needs hours for 2 GB, but the signature is only checked at the start. */
export const PRESIGNED_PUT_MS_MAX = 15 * MINUTE_MS;
/** D, usage_ledger: a reservation expires after an hour without bytes. */
export const RESERVATION_MS_MAX = HOUR_MS;
/** An upload whose bytes never arrived is removed by the sweep after a day. */
export const UPLOAD_ABANDONED_MS = DAY_MS;
/**
 * Time after its meeting for which a claim is kept: longer than an upload or a browser's recording is gone on with (a week), and than a calendar
 * looks back (a day).
 */
export const CLAIM_KEPT_MS = 30 * DAY_MS;
/** Claims that one sweep removes. */
export const CLAIMS_SWEPT_MAX = 1000;
/** A page announces its bytes within seconds. The sweep takes bytes that have landed and are not announced after this time. */
export const UPLOAD_UNANNOUNCED_MS = 5 * MINUTE_MS;
/** The sweep: rows per page, and pages per run; the rest waits for the next run. */
export const SWEEP_PAGE_ROWS = 100;
export const SWEEP_PAGES_MAX = 20;
/**
 * Minimum interval between a tab's messages to the browser's other tabs about its upload, and the silence after which they take
 * the upload for gone: hidden tabs run timers once a minute.
 */
export const UPLOAD_MESSAGE_MS_MIN = SECOND_MS;
export const UPLOAD_MESSAGE_SILENCE_MS_MAX = 150 * SECOND_MS;
