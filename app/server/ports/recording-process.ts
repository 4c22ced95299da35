import type { WindowTextKey } from "#app/server/ports/recording-store.ts";

/**
 * Several meetings may use one recording, and each needs the text of its windows. One of them at a time works on a window
 * (in one language, by one engine); the others retry and find the text. A claim is a lease, so that a holder that dies does not
 * block the others for long. Throws UpstreamError when the store does not answer.
 */
export interface RecordingProcess {
  /** Null when another holder has the claim. The same holder gets it again (after its process was killed). */
  claim(window: WindowTextKey, holder: string, now: number): Promise<WindowClaim | null>;
  /** Removes the claim that this holder left when it was killed, if any; another holder's claim stays. */
  forget(window: WindowTextKey, holder: string): Promise<void>;
}

export interface WindowClaim {
  /** Ends the claim early, so that others need not wait until the lease expires. Idempotent. */
  release(): Promise<void>;
}
