import { useMemo } from "react";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { isInRecording, type Moment, momentsOf, type Places } from "#app/domain/transcript/moments.ts";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";

/** Starts in ms, in order: key points are strokes on the ruler, tasks are rings. */
export type RulerMarks = { keyPoints: number[]; tasks: number[] };

type SummaryView = NonNullable<MeetingView["summary"]>;

export function useRulerMarks(summary: SummaryView | null): RulerMarks {
  const { places, durationMs } = useMeetingFacts();
  return useMemo(() => collectMarks(summary, places, durationMs), [summary, places, durationMs]);
}

/** Each key point and each task once, at its first moment; what was said behind the recording's end is not on its ruler. */
export function collectMarks(summary: SummaryView | null, places: Places, durationMs: number | null): RulerMarks {
  const marks: RulerMarks = { keyPoints: [], tasks: [] };
  for (const { content } of summary?.fields ?? []) {
    if (content.type !== "keypoints" && content.type !== "tasks") continue;
    const into = content.type === "keypoints" ? marks.keyPoints : marks.tasks;
    for (const item of content.items) {
      const first: Moment | undefined = momentsOf(item.segmentIds, places)[0];
      if (first && isInRecording(first.startMs, durationMs)) into.push(first.startMs);
    }
  }
  const byTime = (a: number, b: number) => a - b;
  return { keyPoints: marks.keyPoints.sort(byTime), tasks: marks.tasks.sort(byTime) };
}
