import { mergeWindows } from "#app/domain/transcript/merge-windows.ts";
import type { StepOf } from "#workers/meeting/steps/step.ts";
import { readRecognised, saveSegments } from "#workers/meeting/store-transcript.ts";

/** All windows are there: one transcript. From here on its segments and their ids stay as they are. */
export function mergeTranscript(step: StepOf<"merge-windows">): void {
  const segments = mergeWindows(readRecognised(step.sql));
  step.finish(
    { type: "transcript-merged", run: step.effect.run, segments: segments.length },
    {
      changed: { segments: { startMs: 0, endMs: Number.MAX_SAFE_INTEGER } },
      write: (sql) => saveSegments(sql, segments),
    },
  );
}
