import { RATE_PERIOD_S } from "#app/domain/limits/requests.ts";
import { SECOND_MS } from "#app/domain/limits/units.ts";

/** The requests of one person's programs within the minute that began with the first of them. */
export type RequestWindow = { beganAt: number; requests: number };

export type TakenRequest = {
  isWithin: boolean;
  /** Further requests that this window has room for. */
  left: number;
  /** Seconds until the next request begins a window of its own: 1 to RATE_PERIOD_S. */
  resetS: number;
  /** The window as it is afterwards. */
  window: RequestWindow;
};

/** Counts one request. One over the limit changes nothing. */
export function takeRequest(last: RequestWindow | null, max: number, now: number): TakenRequest {
  const age = last === null ? -1 : now - last.beganAt;
  // A clock that was set back begins a new window; otherwise the old one could last for ever.
  const isOpen = last !== null && age >= 0 && age < RATE_PERIOD_S * SECOND_MS;
  const open = isOpen ? last : { beganAt: now, requests: 0 };
  const resetS = Math.ceil((open.beganAt + RATE_PERIOD_S * SECOND_MS - now) / SECOND_MS);
  if (open.requests >= max) return { isWithin: false, left: 0, resetS, window: open };
  const window = { ...open, requests: open.requests + 1 };
  return { isWithin: true, left: max - window.requests, resetS, window };
}
