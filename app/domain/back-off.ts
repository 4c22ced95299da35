/** How long to wait between attempts: `firstMs` after the first failure, `factor` times as long after each further one, up to `maxMs`. */
export type BackOff = { firstMs: number; factor: number; maxMs: number };

/**
 * How long to wait after the `failures`-th failure in a row (from 1), in ms. Exponential; `random` in [0, 1) chooses between half and
 * the whole of the wait, so that clients which failed together do not come back together. What the service asked for is a minimum, up
 * to `maxMs`. The only formula for this: objects, the recorder and pages differ in their `BackOff`.
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
