import { backOffDelayMs } from "#app/domain/back-off.ts";

export const RECONNECT_MS_MIN = 500;
export const RECONNECT_MS_MAX = 30_000;
const RECONNECT = { firstMs: RECONNECT_MS_MIN, factor: 2, maxMs: RECONNECT_MS_MAX };

/** `attempt` counts from 0. */
export function reconnectDelayMs(attempt: number, random: number): number {
  return backOffDelayMs(RECONNECT, attempt + 1, random);
}
