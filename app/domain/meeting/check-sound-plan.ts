import { SOUND_WINDOW_REACH_MS } from "#app/domain/limits/sound-first.ts";
import { WINDOW_MS, WINDOW_OVERLAP_MS, WINDOW_TAIL_MS_MIN } from "#app/domain/limits/windows.ts";

/** A window of sound as announced: its own range, and the range of its file. Ms of the recording. */
export type ToldWindow = { startMs: number; endMs: number; audioStartMs: number; audioEndMs: number };

/**
 * Tells whether windows can belong to a recording of this length, by the rules of `layOutWindows`: in order, without overlap,
 * none longer than the maximum, each file around its window and not much longer. A gap between two is possible at the cut of an
 * edit list.
 */
export function isSoundPlan({ durationMs, windows }: { durationMs: number; windows: readonly ToldWindow[] }): boolean {
  let end = 0;
  for (const { startMs, endMs, audioStartMs, audioEndMs } of windows) {
    const inOrder = startMs >= end && endMs > startMs && endMs <= durationMs + SOUND_WINDOW_REACH_MS;
    const short = endMs - startMs <= WINDOW_MS + WINDOW_TAIL_MS_MIN;
    const reachMs = WINDOW_OVERLAP_MS + SOUND_WINDOW_REACH_MS;
    // Rounding at the cut of an edit list may end a file some frames before its window does.
    const around =
      audioStartMs >= startMs - reachMs &&
      audioStartMs < endMs &&
      audioEndMs <= endMs + reachMs &&
      audioEndMs > Math.max(startMs, audioStartMs);
    if (!inOrder || !short || !around) return false;
    end = endMs;
  }
  return windows.length > 0;
}
