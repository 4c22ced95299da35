import { SOUND_WINDOW_REACH_MS } from "#app/domain/limits/sound-first.ts";
import { WINDOW_MS, WINDOW_OVERLAP_MS, WINDOW_TAIL_MS_MIN } from "#app/domain/limits/windows.ts";

/** A window of sound as it is told: what it stands for, and what its file covers. Ms of the recording. */
export type ToldWindow = { startMs: number; endMs: number; audioStartMs: number; audioEndMs: number };

/**
 * Whether windows can be those of a recording of this length, by the rules of `layOutWindows`: in order, without overlap, none
 * longer than ours, each file around its window and not much longer. Where an edit list is cut there may be a gap between two.
 */
export function isSoundPlan({ durationMs, windows }: { durationMs: number; windows: readonly ToldWindow[] }): boolean {
  let end = 0;
  for (const { startMs, endMs, audioStartMs, audioEndMs } of windows) {
    const inOrder = startMs >= end && endMs > startMs && endMs <= durationMs + SOUND_WINDOW_REACH_MS;
    const short = endMs - startMs <= WINDOW_MS + WINDOW_TAIL_MS_MIN;
    const reachMs = WINDOW_OVERLAP_MS + SOUND_WINDOW_REACH_MS;
    // A cut of an edit list may end a file some frames before its window does, which was rounded.
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
