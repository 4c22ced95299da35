import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of deliveries: messages about a meeting to a destination outside Acta. */

/** Time limit of one attempt: D1 and the meeting are read, then the requests are made. */
export const SEND_ATTEMPT_MS_MAX = 40 * SECOND_MS;
export const SEND_BACK_OFF = { firstMs: 10 * SECOND_MS, factor: 4, maxMs: 12 * HOUR_MS };
/** Time after which a delivery is given up. */
export const SEND_TRY_MS_MAX = 3 * DAY_MS;
/** Longest wait that a receiver may ask for. */
export const SEND_RETRY_AFTER_MS_MAX = 12 * HOUR_MS;
/** Age after which a change of a meeting is not told any more. */
export const SEND_EVENT_MS_MAX = 3 * DAY_MS;
/** Interval after which a sender that waits looks for work again. */
export const SEND_LOOK_MS = MINUTE_MS;
/** Time for which corrections are awaited before they are sent, so that an hour of edits is not sent line by line. */
export const CORRECTIONS_WAIT_MS = 2 * MINUTE_MS;

/** Time for which an ended delivery to a connected account is kept. Its number a destination is above SEND_EVENT_MS_MAX's needs. */
export const CONNECTION_LOG_MS = 365 * DAY_MS;
export const CONNECTION_LOG_MAX = 5000;

/** Number of accounts that one person has connected. */
export const CONNECTIONS_MAX = 10;
/** Length of the name of a connected account. */
export const CONNECTION_NAME_CHARS_MAX = 200;
/** A token is refreshed when it ends sooner than this. */
export const CONNECTION_TOKEN_RESERVE_MS = 2 * MINUTE_MS;
/** Time for which one refresh of tokens keeps others from beginning, and interval at which those look for its end. */
export const TOKEN_REFRESH_MS_MAX = 15 * SECOND_MS;
export const TOKEN_REFRESH_LOOK_MS = 150;
/** Time for which a begun consent can be finished. */
export const CONNECTION_CONSENT_MS_MAX = 10 * MINUTE_MS;

/** Lines of a page of what was sent; and lines of one meeting of which the newest of each destination is shown. */
export const SENT_PAGE = 25;
export const SENT_OF_MEETING_MAX = 100;
