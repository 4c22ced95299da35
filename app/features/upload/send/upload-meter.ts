/**
 * The progress of an upload: bytes, rate, time left. A browser reports bytes in bursts, and the rate of a single burst varies
 * a lot, so the rate is an exponential average over time: a burst is weighted by the time that it took.
 */
export type UploadMeter = {
  totalBytes: number;
  sentBytes: number;
  startedAt: number;
  /** End of the last measured interval. */
  markAt: number;
  markBytes: number;
  bytesPerSecond: number | null;
};

/** Shorter intervals measure buffers instead of the connection. */
const STRETCH_MS_MIN = 500;
/** After this time earlier rates count for one third of the average. */
const MEMORY_MS = 4000;
/** A time left that is estimated from a shorter time would jump. */
const WARM_UP_MS = 2000;
/** Below this rate the upload counts as stalled and has no time left. */
const STALLED_BYTES_PER_SECOND = 1024;

export function startMeter(totalBytes: number, now: number): UploadMeter {
  return { totalBytes, sentBytes: 0, startedAt: now, markAt: now, markBytes: 0, bytesPerSecond: null };
}

/** Returns the meter after `sentBytes` in total at `now`. Repeated calls with the same bytes detect a stalled connection. */
export function measure(meter: UploadMeter, sentBytes: number, now: number): UploadMeter {
  const sent = Math.min(Math.max(sentBytes, meter.sentBytes), meter.totalBytes);
  const stretchMs = now - meter.markAt;
  if (stretchMs < STRETCH_MS_MIN) return { ...meter, sentBytes: sent };
  const measured = ((sent - meter.markBytes) / stretchMs) * 1000;
  const weight = 1 - Math.exp(-stretchMs / MEMORY_MS);
  const rate =
    meter.bytesPerSecond === null ? measured : meter.bytesPerSecond + weight * (measured - meter.bytesPerSecond);
  return { ...meter, sentBytes: sent, markAt: now, markBytes: sent, bytesPerSecond: rate };
}

/** Time left in ms, or null while it is not known: too early, or the connection is stalled. */
export function timeLeftMs(meter: UploadMeter): number | null {
  const rate = meter.bytesPerSecond;
  if (rate === null || rate < STALLED_BYTES_PER_SECOND || meter.markAt - meter.startedAt < WARM_UP_MS) return null;
  return ((meter.totalBytes - meter.sentBytes) / rate) * 1000;
}

export function isStalled(meter: UploadMeter): boolean {
  return meter.bytesPerSecond !== null && meter.bytesPerSecond < STALLED_BYTES_PER_SECOND;
}

/** Whole percent, never 100 before the last byte. */
export function percentSent(meter: UploadMeter): number {
  return meter.totalBytes === 0 ? 0 : Math.floor((meter.sentBytes / meter.totalBytes) * 100);
}

export type RoughTime = { unit: "seconds" | "minutes" | "hours"; count: number };

/** Rounds to the known precision: to five seconds under a minute, to minutes under 90 minutes, then to half hours. */
export function roughTime(ms: number): RoughTime {
  const seconds = Math.ceil(ms / 5000) * 5;
  if (seconds < 60) return { unit: "seconds", count: Math.max(seconds, 5) };
  const minutes = Math.round(ms / 60_000);
  if (minutes < 90) return { unit: "minutes", count: Math.max(minutes, 1) };
  return { unit: "hours", count: Math.round(minutes / 30) / 2 };
}
