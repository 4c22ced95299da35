import { type BackOff, backOffDelayMs, reconnectDelayMs } from "#app/domain/back-off.ts";
import { READINGS_REST_MS, SESSION_REFRESH_MS } from "#app/domain/limits/screens.ts";
import { LOST_SPREAD_MS } from "#app/contracts/stay-connected.ts";
import { seededRandom } from "#tests/support/seeded-random.ts";

/**
 * A new version of the server closes the sockets of all open pages at once, simulated: each page connects again and reads by the clock until then, and
 * one D1 answers so many trips a second, and refuses the others of that second in no order. A connection whose second trip is refused has failed.
 */
export type Deployment = {
  pages: number;
  tripsASecond: number;
  /** Trips of a connection, and of what a page without its socket reads each ten seconds. */
  trips: { connection: number; readings: number };
  /** False: pages read by the clock as if they were answered. */
  rests: boolean;
};

const STEP_MS = 1000;
const END_MS = 3_600_000;
const REST: BackOff = { firstMs: READINGS_REST_MS.first, factor: 2, maxMs: READINGS_REST_MS.max };

type Page = { connectsAt: number; attempt: number; readsAt: number; unanswered: number; isTold: boolean };

/** `toldMs`: until 99 of 100 pages are told again; null where that takes more than an hour. `peakTrips`: asked for in one second. */
export function simulateDeployment({ pages: count, tripsASecond, trips, rests }: Deployment) {
  const random = seededRandom(1);
  const pages = Array.from({ length: count }, (): Page => {
    const readsAt = random() * SESSION_REFRESH_MS;
    return { connectsAt: random() * LOST_SPREAD_MS, attempt: 0, readsAt, unanswered: 0, isTold: false };
  });
  let toldMs: number | null = null;
  let peakTrips = 0;
  for (let now = 0; now < END_MS && toldMs === null; now += STEP_MS) {
    const untold = pages.filter(({ isTold }) => !isTold);
    const connecting = untold.filter(({ connectsAt }) => connectsAt <= now);
    const reading = untold.filter(({ readsAt }) => readsAt <= now);
    const asked = connecting.length * trips.connection + reading.length * trips.readings;
    peakTrips = Math.max(peakTrips, asked);
    const share = Math.min(1, tripsASecond / asked);
    for (const page of reading) {
      const isAnswered = random() < share;
      page.unanswered = isAnswered ? 0 : page.unanswered + 1;
      const rest = isAnswered || !rests ? 0 : backOffDelayMs(REST, page.unanswered, random());
      page.readsAt += Math.ceil(Math.max(rest, 1) / SESSION_REFRESH_MS) * SESSION_REFRESH_MS;
    }
    for (const page of connecting) {
      page.isTold = random() < share ** trips.connection;
      page.connectsAt = now + reconnectDelayMs(page.attempt, random());
      page.attempt += 1;
    }
    if (pages.filter(({ isTold }) => isTold).length >= 0.99 * count) toldMs = now + STEP_MS;
  }
  return { toldMs, peakTrips };
}
