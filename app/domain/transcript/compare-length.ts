import type { CaptionCue } from "#app/domain/transcript/cues-to-segments.ts";

/** How far a given transcript reaches, beside the recording that it is said to be of. */
export type TranscriptLength = "fits" | "much-shorter" | "much-longer";

/** People leave a recording running when the talk is over, and some exports begin later: half is still the same meeting. */
const SHARE_MIN = 0.5;
/** A transcript cannot reach beyond its recording, but for clocks that differ and a last cue that stays on the screen. */
const SHARE_MAX = 1.05;
const BEYOND_MS_MAX = 60_000;
/** Under this, what is missing may be a silence. */
const MISSING_MS_MIN = 120_000;

/** Says whether a transcript is so much shorter or longer than its recording that it may be another meeting's. */
export function compareLength(cues: readonly CaptionCue[], durationMs: number): TranscriptLength {
  const endMs = cues.reduce((end, cue) => Math.max(end, cue.startMs, cue.endMs), 0);
  if (endMs > durationMs * SHARE_MAX + BEYOND_MS_MAX) return "much-longer";
  return endMs < durationMs * SHARE_MIN && durationMs - endMs > MISSING_MS_MIN ? "much-shorter" : "fits";
}
