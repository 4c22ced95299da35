import { CALENDAR_JOIN_LEAD_MS, CALENDAR_JOIN_SPREAD_MS } from "#app/domain/limits/calendars.ts";
import { spreadOf } from "#workers/calendar/join-times.ts";

/**
 * A full hour at which many events begin, simulated: each account's object wakes by its own alarm, with a clock of its own, and hands its event
 * over in so many trips to D1, which takes so many a second from all of them. `rowTrips` follow a hand-over, for lists.
 */
export type JoinMinute = { accounts: number; tripsEach: number; rowTrips: number; tripsASecond: number };

/** Alarms come this late at most, and the clocks of machines differ by so much. Assumed; the platform promises neither. */
const [ALARM_LATE_MS_MAX, CLOCK_MS_MAX] = [2000, 500];

/**
 * `begunMs`: until the last object has begun. `handedMs`: until D1 has answered the last hand-over. `listedMs`: the same of the rows of lists.
 * `leadMs`: what was left before the start at the last hand-over.
 */
export function simulateJoinMinute({ accounts, tripsEach, rowTrips, tripsASecond }: JoinMinute) {
  const begun = Array.from({ length: accounts }, (_, index) => {
    const accountId = `account-${index}`;
    const part = (salt: string) => spreadOf(`${accountId}-${salt}`) / CALENDAR_JOIN_SPREAD_MS;
    return spreadOf(accountId) + part("late") * ALARM_LATE_MS_MAX + (2 * part("clock") - 1) * CLOCK_MS_MAX;
  }).sort((one, other) => one - other);
  const allTrips = tripsEach + rowTrips;
  let handedMs = tripsEach === 0 ? (begun.at(-1) ?? 0) : 0;
  let freeAt = 0;
  // One queue: D1 is one database, which works a trip after the other. The next trip of an event waits behind those that came meanwhile.
  const first = begun.map((at) => ({ at, trip: 1 }));
  const later: { at: number; trip: number }[] = [];
  for (let [fresh, following] = [0, 0], left = accounts * allTrips; left > 0; left--) {
    const [one, other] = [first[fresh], later[following]];
    const next = one && (!other || one.at <= other.at) ? one : other;
    if (next === undefined) break;
    if (next === one) fresh += 1;
    else following += 1;
    freeAt = Math.max(freeAt, next.at) + 1000 / tripsASecond;
    if (next.trip === tripsEach) handedMs = freeAt;
    if (next.trip < allTrips) later.push({ at: freeAt, trip: next.trip + 1 });
  }
  return { begunMs: begun.at(-1) ?? 0, handedMs, listedMs: freeAt, leadMs: CALENDAR_JOIN_LEAD_MS - handedMs };
}
