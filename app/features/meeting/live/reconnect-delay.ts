export const RECONNECT_MS_MIN = 500;
export const RECONNECT_MS_MAX = 30_000;

/** Half of the delay is chance, so that a thousand pages do not come back in the same second. `attempt` counts from 0. */
export function reconnectDelayMs(attempt: number, random: number): number {
  const ceiling = Math.min(RECONNECT_MS_MAX, RECONNECT_MS_MIN * 2 ** attempt);
  return Math.round(ceiling / 2 + (ceiling / 2) * random);
}
