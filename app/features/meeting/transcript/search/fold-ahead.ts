import type { TranscriptRow } from "#app/domain/transcript/group-turns.ts";
import { foldRow } from "#app/features/meeting/transcript/search/find-matches.ts";

/** Number of rows that are folded at once, which takes well under a frame. */
const AHEAD_ROWS = 120;

/** Folds the transcript before the user types the first letter. */
export function foldAhead(rows: readonly TranscriptRow[], stop: AbortSignal): void {
  let at = 0;
  setTimeout(function fold() {
    if (stop.aborted) return;
    for (const row of rows.slice(at, at + AHEAD_ROWS)) if (row.kind === "turn") foldRow(row.turn.segments);
    at += AHEAD_ROWS;
    if (at < rows.length) setTimeout(fold, 0);
  }, 0);
}
