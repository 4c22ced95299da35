import { WINDOW_OVERLAP_MS } from "#app/domain/limits/windows.ts";
import type { WindowSpan } from "#app/domain/meeting/states.ts";

/**
 * The stretch of the transcript that a new window may change: itself and the near halves of its neighbours, whose words
 * at the border are cut anew. `short`: windows of a call, of which a single segment may fill a half: their neighbours as a whole.
 */
export function changedBy(
  index: number,
  windows: readonly WindowSpan[],
  short = false,
): { startMs: number; endMs: number } {
  const before = windows.find((window) => window.index === index - 1);
  const after = windows.find((window) => window.index === index + 1);
  if (short) {
    return {
      startMs: before ? Math.max(0, before.startMs - 2 * WINDOW_OVERLAP_MS) : 0,
      endMs: after ? after.endMs + 2 * WINDOW_OVERLAP_MS : Number.MAX_SAFE_INTEGER,
    };
  }
  return {
    startMs: before ? middle(before) : 0,
    endMs: after ? middle(after) : Number.MAX_SAFE_INTEGER,
  };
}

function middle({ startMs, endMs }: WindowSpan): number {
  return Math.round((startMs + endMs) / 2);
}
