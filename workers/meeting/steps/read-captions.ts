import { cuesToSegments } from "#app/domain/transcript/cues-to-segments.ts";
import { openRecording } from "#workers/meeting/steps/open-recording.ts";
import type { StepOf } from "#workers/meeting/steps/step.ts";
import { readCaptionTrack, readSpans, saveRecognised } from "#workers/meeting/store-transcript.ts";

/**
 * The transcript that came with the recording. It counts as one window over the whole of it. A track without words
 * says nothing about what was said, so then the audio is recognised after all.
 */
export async function readCaptions(step: StepOf<"read-captions">): Promise<void> {
  const { deps, effect, meeting, sql } = step;
  const track = readCaptionTrack(sql);
  const segments = track ? cuesToSegments(await deps.media.captions(openRecording(step), track)) : [];
  const whole = meeting.state.windows[0];
  if (segments.length === 0 || !whole) {
    step.finish({ type: "captions-empty", run: effect.run, windows: readSpans(sql) });
    return;
  }
  step.finish(
    { type: "window-recognised", index: whole.index },
    {
      changed: { segments: { startMs: 0, endMs: Number.MAX_SAFE_INTEGER } },
      write: (sql) =>
        saveRecognised(
          sql,
          {
            index: whole.index,
            startMs: whole.startMs,
            endMs: whole.endMs,
            segments: segments.map(({ startMs, endMs, text, speaker }) => ({
              startMs,
              endMs,
              text,
              speaker,
              words: null,
            })),
          },
          0,
        ),
    },
  );
}
