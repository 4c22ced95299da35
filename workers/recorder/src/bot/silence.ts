/** "Zero-byte or silent capture is noticed within 30 s": a little less, so that the warning arrives in time. */
const NO_SOUND_MS = 25_000;
const CONTRADICTED_MS = 10_000;

/**
 * Whether the capture hears nothing although there is something to hear. A quiet minute is none: people who are silent send no
 * packets. So it is either a capture that has heard nothing at all since it began, with people there, or one that is silent
 * while the platform, the packets or the tab's own sound say that somebody speaks.
 */
export function isSilent(heard: {
  now: number;
  captureSince: number;
  /** Last time the mix was above silence; 0 for never. */
  loudAt: number;
  /** Last time somebody else said that there was speech; 0 for never. */
  toldAt: number;
  others: boolean;
}): boolean {
  const { now, captureSince, loudAt, toldAt } = heard;
  if (heard.others && loudAt < captureSince && now - captureSince >= NO_SOUND_MS) return true;
  const since = Math.max(loudAt, captureSince);
  return toldAt - since >= CONTRADICTED_MS && now - toldAt < CONTRADICTED_MS;
}
