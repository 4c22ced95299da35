import type { Rest } from "#app/domain/turns.ts";
import { TURN_REST_MS_MAX } from "#app/domain/limits/steps.ts";

/**
 * A rest between two turns of long work, in which the isolate answers whoever waits. It is twice as long as the turn was, as far as
 * the clock says: on one machine, where everything shares a thread, other requests then have it two thirds of the time. On
 * Cloudflare the clock stands still during a turn and the rest is the shortest there is.
 */
export function restBetweenTurns(now: () => number, wait: (ms: number) => Promise<void>): Rest {
  let begunAt = now();
  return async () => {
    await wait(Math.min(Math.max(1, 2 * (now() - begunAt)), TURN_REST_MS_MAX));
    begunAt = now();
  };
}
