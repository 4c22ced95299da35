import type { WindowTextKey } from "#app/server/ports/recording-store.ts";

/**
 * Several meetings may stand on one recording, and each wants the text of its windows. One of them at a time is at a window
 * (in one language, by one engine); the others come back and find the text. A claim is a lease, so that whoever dies with it
 * stops nobody for long. Throws UpstreamError where the store does not answer.
 */
export interface RecordingProcess {
  /** Null where another is at it. The same holder asking again has it (a process that was killed). */
  claim(window: WindowTextKey, holder: string, now: number): Promise<WindowClaim | null>;
  /** Takes back what this holder left standing when it was killed, if it did; another's claim stays. */
  forget(window: WindowTextKey, holder: string): Promise<void>;
}

export interface WindowClaim {
  /** Whoever waits need not wait for the lease. Twice is as good as once. */
  release(): Promise<void>;
}
