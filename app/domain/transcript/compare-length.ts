import type { CaptionCue } from "#app/domain/transcript/cues-to-segments.ts";

/** Length of a given transcript compared with its recording. */
export type TranscriptLength = "fits" | "much-shorter" | "much-longer";

/**
 * Minimum share of the recording that a transcript covers. People leave a recording running after the talk, and some exports
 * begin later, so half may still be the same meeting.
 */
const SHARE_MIN = 0.5;
/** A transcript cannot go on after its recording, except for clock differences and a last cue that stays on the screen. */
const SHARE_MAX = 1.05;
const BEYOND_MS_MAX = 60_000;
/** A missing part shorter than this may be silence. */
const MISSING_MS_MIN = 120_000;

/** Tells whether a transcript is so much shorter or longer than its recording that it may belong to another meeting. */
export function compareLength(cues: readonly CaptionCue[], durationMs: number): TranscriptLength {
  const endMs = cues.reduce((end, cue) => Math.max(end, cue.startMs, cue.endMs), 0);
  if (endMs > durationMs * SHARE_MAX + BEYOND_MS_MAX) return "much-longer";
  return endMs < durationMs * SHARE_MIN && durationMs - endMs > MISSING_MS_MIN ? "much-shorter" : "fits";
}
