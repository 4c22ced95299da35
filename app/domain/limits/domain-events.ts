import { DAY_MS, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of domain events: from a meeting to its workspace, and from there to the consumers. */

/** Events that a meeting tells its workspace at once. */
export const DOMAIN_EVENTS_AT_ONCE_MAX = 100;
/** How long a meeting waits for its workspace to store them. */
export const DOMAIN_EVENTS_TELL_MS_MAX = 10 * SECOND_MS;
/** How long a consumer may take for one event. */
export const DELIVERY_MS_MAX = 10 * SECOND_MS;
/** Deliveries of one event to one consumer before it becomes a dead letter: over about an hour. */
export const DELIVERY_ATTEMPTS_MAX = 8;
export const DELIVERY_BACK_OFF = { firstMs: 2 * SECOND_MS, factor: 4, maxMs: 30 * MINUTE_MS };
/** How long an event is kept that all consumers were given. A new consumer begins with the oldest that is kept. */
export const DOMAIN_EVENTS_KEPT_MS = 30 * DAY_MS;
/** Dead letters that a workspace keeps of one consumer, the newest. */
export const DEAD_LETTERS_MAX = 1000;
