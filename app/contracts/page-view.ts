import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { linesOfAll } from "#app/domain/summary/summary.ts";
import { excerptOf, type TranscriptOutline } from "#app/domain/transcript/outline.ts";

/** The data that the meeting page is loaded with. With an outline, `segments` are an excerpt of a long transcript. */
export type PageView = MeetingView & { outline?: TranscriptOutline };

/** The view without most of a long transcript, which would otherwise be in the page twice: as its text and as its data. */
export function pageViewOf(view: MeetingView, { atMs }: { atMs: number }): PageView {
  const excerpt = excerptOf(view.segments, { atMs, cited: citedIn(view.summary) });
  return excerpt ? { ...view, ...excerpt } : view;
}

function citedIn(summary: MeetingView["summary"]): Set<string> {
  return new Set(linesOfAll(summary?.fields ?? []).flatMap(({ segmentIds }) => segmentIds));
}
