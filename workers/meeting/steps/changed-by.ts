import type { WindowSpan } from "#app/domain/meeting/states.ts";

/**
 * The stretch of the transcript that a new window may change: itself and the near halves of its neighbours, whose words
 * at the border are cut anew.
 */
export function changedBy(index: number, windows: readonly WindowSpan[]): { startMs: number; endMs: number } {
  const before = windows.find((window) => window.index === index - 1);
  const after = windows.find((window) => window.index === index + 1);
  return {
    startMs: before ? middle(before) : 0,
    endMs: after ? middle(after) : Number.MAX_SAFE_INTEGER,
  };
}

function middle({ startMs, endMs }: WindowSpan): number {
  return Math.round((startMs + endMs) / 2);
}
