import type { SharedView } from "#app/contracts/shared-view.ts";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { SYSTEM_VIEWER, type Viewer } from "#app/domain/meeting/access.ts";
import { linesOfAll } from "#app/domain/summary/summary.ts";
import { readAlive, segmentsFor, viewFor } from "#workers/meeting/view.ts";

/**
 * The meeting as its shared page shows it. Whoever reads the minutes sees when each line was said, also where the transcript
 * itself is not shown: of the segments that lines rest on the places come along, without a word.
 */
export function sharedViewFor(sql: SqlStorage, viewer: Viewer): SharedView | null {
  const view = viewFor(sql, viewer);
  const row = readAlive(sql);
  if (!view || !row) return null;
  const cited = new Set(citedBy(view.summary));
  const places = segmentsFor(sql, row, SYSTEM_VIEWER).flatMap(({ id, startMs }, index) =>
    cited.has(id) ? [{ id, index, startMs }] : [],
  );
  return { view, places };
}

function citedBy(summary: MeetingView["summary"]): string[] {
  return linesOfAll(summary?.fields ?? []).flatMap(({ segmentIds }) => segmentIds);
}
