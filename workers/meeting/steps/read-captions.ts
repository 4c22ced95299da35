import { TRANSCRIPT_CUE_CHARS_MAX } from "#app/domain/limits/media.ts";
import { finishCues } from "#workers/meeting/steps/finish-cues.ts";
import { openRecording } from "#workers/meeting/steps/open-recording.ts";
import type { StepOf } from "#workers/meeting/steps/step.ts";
import { readCaptionTrack, readSpans } from "#workers/meeting/store/transcript.ts";

/**
 * The transcript that came inside the recording. A track without words says nothing about what was said, and one with a cue
 * that is a book is none that anybody wrote as captions, so then the audio is recognised after all.
 */
export async function readCaptions(step: StepOf<"read-captions">): Promise<void> {
  const { deps, effect, sql } = step;
  const track = readCaptionTrack(sql);
  const cues = track ? await deps.media.captions(openRecording(step), track) : [];
  const isUsable = cues.every(({ text }) => text.length <= TRANSCRIPT_CUE_CHARS_MAX);
  if (isUsable && (await finishCues(step, cues))) return;
  step.finish({ type: "captions-empty", run: effect.run, windows: readSpans(sql) });
}
