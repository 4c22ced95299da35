import type { TranscriptSource, WindowSpan } from "#app/domain/meeting/states.ts";
import type { InspectedRecording } from "#workers/meeting/deps.ts";
import { saveCaptionTrack, savePlan } from "#workers/meeting/store/transcript.ts";

/**
 * The machine's facts about a recording whose windows are planned. Captions, and a transcript that was given beside it, count
 * as one window over the whole of it. A given transcript takes precedence over captions.
 */
export function plannedWindows(
  { durationMs, plan, captionTrack, isCut }: InspectedRecording,
  { given }: { given: boolean },
): { durationMs: number; transcriptSource: TranscriptSource; windows: WindowSpan[]; isCut?: true } {
  const cut = isCut && { isCut };
  if (given || captionTrack !== null) {
    const transcriptSource = given ? "given" : "captions";
    return { durationMs, transcriptSource, windows: [{ index: 0, startMs: 0, endMs: durationMs }], ...cut };
  }
  const windows = plan.map(({ index, startMs, endMs }) => ({ index, startMs, endMs }));
  return { durationMs, transcriptSource: "speech", windows, ...cut };
}

export function savePlanned(sql: SqlStorage, { plan, captionTrack }: InspectedRecording): void {
  savePlan(sql, plan);
  if (captionTrack) saveCaptionTrack(sql, captionTrack);
}
