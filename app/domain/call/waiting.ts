import { HOUR_MS, MINUTE_MS } from "#app/domain/limits/units.ts";
import type { CallPlatform } from "#app/domain/meeting/call.ts";

/** A person's choice of how long Acta waits for a host, or to be let in. */
export const WAIT_MINUTES = [10, 20, 30] as const;
export const WAIT_MINUTES_DEFAULT = 20;

/** An invitation by hand says no end. */
export const CALL_PLANNED_MS = HOUR_MS;

/** Google ends a request to join after about this time. */
const MEET_REQUEST_MINUTES = 10;

type Waiting = { platform: CallPlatform; waitMinutes?: number };

/** Time for which one request to join waits, in ms. */
export function waitMsOf({ platform, waitMinutes = WAIT_MINUTES_DEFAULT }: Waiting): number {
  return Math.min(waitMinutes, platform === "meet" ? MEET_REQUEST_MINUTES : waitMinutes) * MINUTE_MS;
}

/**
 * Whether Acta asks once more by itself after nobody had answered: until the person's time is over, which is longer than a request to join
 * at Google, and once after it while the call is planned to go on. A host who comes 25 minutes late finds it there.
 */
export function waitsAgain(
  place: Waiting & { plannedEndsAt?: number },
  { triedAgain, now }: { triedAgain: number; now: number },
): boolean {
  const { waitMinutes, plannedEndsAt } = place;
  // Meetings from before the choice.
  if (waitMinutes === undefined) return false;
  const within = Math.ceil((waitMinutes * MINUTE_MS) / waitMsOf(place)) - 1;
  return triedAgain < within || (triedAgain === within && plannedEndsAt !== undefined && now < plannedEndsAt);
}
