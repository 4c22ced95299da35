import type { RateLimit } from "#app/domain/limits/requests.ts";

/** Counts calls, a minute at a time. What it counts may be a little off: it stops floods and is no accounting. */
export interface RateLimiter {
  /** Counts one call of `who` towards a limit, apart for each `what`. False: the limit was reached, and nothing is done. */
  take(limit: RateLimit, what: string, who: string): Promise<boolean>;
}
