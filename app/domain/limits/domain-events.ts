import { DAY_MS, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of domain events: from a meeting to its workspace, and from there to the consumers. */

/** Maximum number of events that a meeting sends to its workspace at once. */
export const DOMAIN_EVENTS_AT_ONCE_MAX = 100;
/** Words that are still coming are told once in this time: each telling is a reading of the whole meeting by the search. */
export const LIVE_WORDS_TELL_MS = 5 * MINUTE_MS;
/** Longest wait of a meeting for its workspace to store its events. */
export const DOMAIN_EVENTS_TELL_MS_MAX = 10 * SECOND_MS;
/** Time limit of a consumer for one event. */
export const DELIVERY_MS_MAX = 10 * SECOND_MS;
/** Deliveries of one event to one consumer before it becomes a dead letter: spread over about an hour. */
export const DELIVERY_ATTEMPTS_MAX = 8;
export const DELIVERY_BACK_OFF = { firstMs: 2 * SECOND_MS, factor: 4, maxMs: 30 * MINUTE_MS };
/** Time for which an event is kept after delivery to all consumers. A new consumer begins with the oldest event that is kept. */
export const DOMAIN_EVENTS_KEPT_MS = 30 * DAY_MS;
/** Number of dead letters that a workspace keeps of one consumer: the newest. */
export const DEAD_LETTERS_MAX = 1000;
/** Number of workspaces that one request of an operator asks for their dead letters. */
export const DEAD_LETTERS_PAGE_WORKSPACES = 50;
