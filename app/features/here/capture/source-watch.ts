import { HERE_DEAD_MS_MAX, HERE_SILENT_MS_MAX } from "#app/domain/limits/here.ts";

/** The loudness of a moment of sound, both from 0 to 1. */
export type Loudness = { rms: number; peak: number };

/**
 * The state of a source. `silent`: nothing was heard for a while. `dead`: its samples are zero, which no open microphone gives, so
 * that it is muted or broken; a tab is only silent.
 */
export type SourceState = "good" | "quiet" | "loud" | "silent" | "dead";

/** Below it there is only silence, in dBFS: the noise of a quiet room lies above. */
const SILENT_DB = -66;
const QUIET_DB = -45;
const LOUD_PEAK = 0.985;
/** For how long one of these is said, so that the words do not flicker. */
const KEPT_MS = 1500;

export function decibels(value: number): number {
  return value <= 0 ? Number.NEGATIVE_INFINITY : 20 * Math.log10(value);
}

const FLOOR_DB = -60;

/** The level as it is drawn: 0 at −60 dBFS and below, 100 at full scale. */
export function shownLevel({ rms }: Loudness): number {
  const part = (decibels(rms) - FLOOR_DB) / -FLOOR_DB;
  return Math.round(100 * Math.min(1, Math.max(0, part)));
}

export interface SourceWatch {
  /** Takes the loudness at `now`, and answers what to say. */
  take(loudness: Loudness, now: number): SourceState;
  /** Nothing is expected for a while, such as during a pause: the time until then does not count as silence. */
  rest(now: number): void;
}

/** Watches one source. `hasDeadSilence`: zeros are silence there, as in a tab in which nobody speaks. */
export function watchSource({ now, hasDeadSilence }: { now: number; hasDeadSilence: boolean }): SourceWatch {
  let soundAt = now;
  let aliveAt = now;
  let goodUntil = 0;
  let loudUntil = 0;
  return {
    take({ rms, peak }, at) {
      if (peak > 0) aliveAt = at;
      if (decibels(rms) > SILENT_DB) soundAt = at;
      if (decibels(rms) > QUIET_DB) goodUntil = at + KEPT_MS;
      if (peak > LOUD_PEAK) loudUntil = at + KEPT_MS;
      if (!hasDeadSilence && at - aliveAt >= HERE_DEAD_MS_MAX) return "dead";
      if (at - soundAt >= HERE_SILENT_MS_MAX) return "silent";
      if (at < loudUntil) return "loud";
      return at < goodUntil ? "good" : "quiet";
    },
    rest(at) {
      soundAt = at;
      aliveAt = at;
    },
  };
}
