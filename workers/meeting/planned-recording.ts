import type { TranscriptSource, WindowSpan } from "#app/domain/meeting/states.ts";
import type { InspectedRecording } from "#workers/meeting/deps.ts";
import { saveCaptionTrack, savePlan } from "#workers/meeting/store-transcript.ts";

/** What the machine is told of a recording whose windows are planned. Captions count as one window over the whole of it. */
export function plannedWindows({ durationMs, plan, captionTrack }: InspectedRecording): {
  durationMs: number;
  transcriptSource: TranscriptSource;
  windows: WindowSpan[];
} {
  if (captionTrack !== null) {
    return { durationMs, transcriptSource: "captions", windows: [{ index: 0, startMs: 0, endMs: durationMs }] };
  }
  const windows = plan.map(({ index, startMs, endMs }) => ({ index, startMs, endMs }));
  return { durationMs, transcriptSource: "speech", windows };
}

export function savePlanned(sql: SqlStorage, { plan, captionTrack }: InspectedRecording): void {
  savePlan(sql, plan);
  if (captionTrack) saveCaptionTrack(sql, captionTrack);
}
