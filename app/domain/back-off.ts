/** Waits between attempts: `firstMs` after the first failure, `factor` times as long after each further one, up to `maxMs`. */
export type BackOff = { firstMs: number; factor: number; maxMs: number };

/**
 * Returns the wait after the `failures`-th failure in a row (from 1), in ms. The wait grows exponentially. `random` in [0, 1)
 * picks a value between half of the wait and the whole of it, so that clients that failed together do not retry together.
 * `askedMs`, the wait that the service asked for, is a minimum, up to `maxMs`. All callers (objects, the recorder, pages) use
 * this formula, each with its own `BackOff`.
 */
export function backOffDelayMs(
  { firstMs, factor, maxMs }: BackOff,
  failures: number,
  random: number,
  askedMs: number | null = null,
): number {
  const full = Math.min(firstMs * factor ** Math.max(0, failures - 1), maxMs);
  const wait = full / 2 + (full / 2) * random;
  return Math.round(Math.min(Math.max(wait, askedMs ?? 0), maxMs));
}

/** Waits of a page before it connects again. */
export const RECONNECT_MS_MIN = 500;
export const RECONNECT_MS_MAX = 30_000;
const RECONNECT: BackOff = { firstMs: RECONNECT_MS_MIN, factor: 2, maxMs: RECONNECT_MS_MAX };

/** `attempt` counts from 0. */
export function reconnectDelayMs(attempt: number, random: number): number {
  return backOffDelayMs(RECONNECT, attempt + 1, random);
}
