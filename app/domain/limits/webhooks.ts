import { DAY_MS, HOUR_MS, KIB, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of webhooks: addresses of a person's own programs that are told of their meetings. */

/** Number of webhooks of one person. */
export const WEBHOOKS_MAX = 10;
export const WEBHOOK_URL_CHARS_MAX = 2000;
/** Standard Webhooks recommends 24 to 64 random bytes for a secret. */
export const WEBHOOK_SECRET_BYTES = 24;
/** Time for which the former secret signs too after a rotation. */
export const WEBHOOK_ROTATION_MS = 24 * HOUR_MS;

/** Time limit of one request. */
export const WEBHOOK_REQUEST_MS_MAX = 15 * SECOND_MS;
/** Standard Webhooks advises a receiver to take at least 20 KiB; more than this is sent without the minutes. */
export const WEBHOOK_BODY_BYTES_MAX = 512 * KIB;

/** The log of a webhook: time for which an ended delivery is kept, and their number. Both are above SEND_EVENT_MS_MAX's needs. */
export const WEBHOOK_LOG_MS = 30 * DAY_MS;
export const WEBHOOK_LOG_MAX = 1000;
export const WEBHOOK_LOG_PAGE = 20;
/** Test events that wait at once for one webhook. */
export const WEBHOOK_TESTS_WAITING_MAX = 3;
