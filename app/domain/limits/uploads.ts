import { DAY_MS, HOUR_MS, KIB, MIB, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of files on their way to the store. */

/** §5, §9: the largest video, inclusive. */
export const UPLOAD_BYTES_MAX = 2_009_715_200;
/** §5: the only accepted type. */
export const UPLOAD_CONTENT_TYPE = "video/mp4";
/** A title: longer than any calendar's, short enough for one row of D1. */
export const MEETING_TITLE_CHARS_MAX = 300;
/**
 * Files above this are sent in parts: what is lost with a line is a part and not the file. S3: equal parts of at least 5 MiB
 * but for the last, at most 10,000.
 */
export const UPLOAD_WHOLE_BYTES_MAX = 16 * MIB;
export const UPLOAD_PART_BYTES = 8 * MIB;
export const UPLOAD_PARTS_MAX = 10_000;
/** Parts of one upload that are under way at once: enough to fill a line with a long way, few enough for a phone's memory. */
export const UPLOAD_PARTS_IN_FLIGHT = 4;
/** A part of which nothing moves for so long is broken off and sent again: a line may hang without ever breaking. */
export const UPLOAD_STALL_MS = 60 * SECOND_MS;
/** No more are under way than each land in about this long: when the line breaks, that is what it costs. */
export const UPLOAD_PART_AIM_MS = 8 * SECOND_MS;
/** Parts that are asked for in one call. */
export const UPLOAD_PARTS_ASKED_MAX = 64;
/** All parts of a file named in one call: what a page knows that the server was not told. */
export const UPLOAD_PARTS_BODY_BYTES_MAX = 2 * MIB;
/** An upload in parts is kept so long after it was begun; R2 forgets its parts about then as well. */
export const UPLOAD_UNFINISHED_MS_MAX = 7 * DAY_MS;
/** From so long before its removal on, the date stands out. */
export const UPLOAD_REMOVAL_NEAR_MS = 2 * DAY_MS;
/** One that was touched so lately may be under way in another tab. */
export const UPLOAD_UNDER_WAY_MS = 2 * MINUTE_MS;
/** Uploads of one person that wait to be gone on with. */
export const UPLOADS_UNFINISHED_LISTED_MAX = 20;
/** A part that fails is tried again after so long, doubled each time. */
export const UPLOAD_RETRY_MS_MIN = SECOND_MS;
export const UPLOAD_RETRY_MS_MAX = 30 * SECOND_MS;
/** The page sends a call that begins or ends an upload so often while it is answered with 503. */
export const UPLOAD_CALL_ATTEMPTS_MAX = 3;
export const FILE_NAME_CHARS_MAX = 255;
/** What is read of a file's beginning and end to know it again. */
export const FILE_ENDS_BYTES = 64 * KIB;
/** D §8: life of a presigned PUT. A slow line needs hours for 2 GB, but the signature is only checked at its start. */
export const PRESIGNED_PUT_MS_MAX = 15 * MINUTE_MS;
/** D, usage_ledger: a reservation falls after an hour without bytes. */
export const RESERVATION_MS_MAX = HOUR_MS;
/** An upload whose bytes never came is swept after a day. */
export const UPLOAD_ABANDONED_MS = DAY_MS;
/** A page announces its bytes within seconds: what has landed and is still not announced after this is taken by the sweep. */
export const UPLOAD_UNANNOUNCED_MS = 5 * MINUTE_MS;
/** The sweep: rows of one page, and pages of one run; what is left waits for the next. */
export const SWEEP_PAGE_ROWS = 100;
export const SWEEP_PAGES_MAX = 20;
/** How often a tab tells the browser's others of its upload, and after what silence they take it for gone: hidden tabs tick once a minute. */
export const UPLOAD_MESSAGE_MS_MIN = SECOND_MS;
export const UPLOAD_MESSAGE_SILENCE_MS_MAX = 150 * SECOND_MS;
