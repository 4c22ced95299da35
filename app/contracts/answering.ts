import { type BackOff, backOffDelayMs } from "#app/domain/back-off.ts";
import { READINGS_REST_MS } from "#app/domain/limits/screens.ts";

/** Knows whether the server answers the page. */

const REST: BackOff = { firstMs: READINGS_REST_MS.first, factor: 2, maxMs: READINGS_REST_MS.max };
/** Readings in a row that were not answered, and until when none is tried, by the page's clock. */
let unanswered = { times: 0, until: Number.NEGATIVE_INFINITY };

/**
 * Notes that the server answered a call, or could not. What is read by the clock rests then, longer each time: pages that lost their sockets
 * together ask every few seconds, and would keep a database that has too much to do from answering any of them.
 */
export function noteAnswer(isAnswered: boolean): void {
  const now = performance.now();
  if (isAnswered) unanswered = { times: 0, until: Number.NEGATIVE_INFINITY };
  // Calls that were under way together are one try.
  else if (now >= unanswered.until) {
    const times = unanswered.times + 1;
    unanswered = { times, until: now + backOffDelayMs(REST, times, Math.random()) };
  }
}

/** Whether the server answers, as far as the page knows; from time to time it is to be asked. */
export function isAnswering(): boolean {
  return performance.now() >= unanswered.until;
}
