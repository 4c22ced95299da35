import { STEP_BACKOFF_FACTOR, STEP_BACKOFF_MS, STEP_BACKOFF_MS_MAX } from "#app/domain/limits/steps.ts";

/**
 * How long to wait after the `attempts`-th attempt failed: exponential, between half and the whole of the step, so that
 * objects which failed together do not come back together. What the service asked for is a minimum. `random` is in [0, 1).
 */
export function backoffMs(attempts: number, retryAfterMs: number | null, random: number): number {
  const step = Math.min(STEP_BACKOFF_MS * STEP_BACKOFF_FACTOR ** Math.max(0, attempts - 1), STEP_BACKOFF_MS_MAX);
  const wait = step / 2 + (step / 2) * random;
  return Math.round(Math.min(Math.max(wait, retryAfterMs ?? 0), STEP_BACKOFF_MS_MAX));
}
