import { CALENDAR_JOIN_LEAD_MS, CALENDAR_JOIN_SPREAD_MS } from "#app/domain/limits/calendars.ts";
import { spreadOf } from "#workers/calendar/join-times.ts";

/**
 * A full hour at which many events begin, simulated: each account's object wakes by its own alarm, with a clock of its own, and hands its event
 * over in so many trips to D1, which takes so many a second from all of them.
 */
export type JoinMinute = { accounts: number; tripsEach: number; tripsASecond: number };

/** Alarms come this late at most, and the clocks of machines differ by so much. Assumed; the platform promises neither. */
const [ALARM_LATE_MS_MAX, CLOCK_MS_MAX] = [2000, 500];

/** `begunMs`: until the last object has begun. `handedMs`: until D1 has answered the last one. `leadMs`: what was left before the start then. */
export function simulateJoinMinute({ accounts, tripsEach, tripsASecond }: JoinMinute) {
  const begun = Array.from({ length: accounts }, (_, index) => {
    const accountId = `account-${index}`;
    const part = (salt: string) => spreadOf(`${accountId}-${salt}`) / CALENDAR_JOIN_SPREAD_MS;
    return spreadOf(accountId) + part("late") * ALARM_LATE_MS_MAX + (2 * part("clock") - 1) * CLOCK_MS_MAX;
  }).sort((one, other) => one - other);
  // One queue: D1 is one database, which works a trip after the other.
  const eachMs = (tripsEach * 1000) / tripsASecond;
  const handedMs = begun.reduce((freeAt, at) => Math.max(freeAt, at) + eachMs, 0);
  return { begunMs: begun.at(-1) ?? 0, handedMs, leadMs: CALENDAR_JOIN_LEAD_MS - handedMs };
}
