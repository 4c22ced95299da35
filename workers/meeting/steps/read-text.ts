import { invariant } from "#app/domain/invariant.ts";
import { compareLength } from "#app/domain/transcript/merge-tokens.ts";
import { readVoices } from "#app/domain/transcript/given/read-voices.ts";
import { type CaptionCue, segmentsInTurns } from "#app/domain/transcript/cues-to-segments.ts";
import type { RecognisedWindow } from "#app/domain/transcript/segment.ts";
import { openRecording, type StepOf } from "#workers/meeting/steps/step.ts";
import { forgetGivenTranscript, readCaptionTrack, readSpans } from "#workers/meeting/store/text-sources.ts";
import { saveRecognised } from "#workers/meeting/store/transcript.ts";
import { writePieces } from "#workers/meeting/store/transcript-pieces.ts";
import { TRANSCRIPT_CUE_CHARS_MAX } from "#app/domain/limits/media.ts";

/**
 * A transcript that nobody had to recognise counts as one window over the whole recording. Where it is much shorter or
 * longer than that, it is said so: in the log, and on the page. False where no words are in it, and then nothing is done.
 */
export async function finishCues(
  step: StepOf<"read-captions"> | StepOf<"read-transcript">,
  cues: readonly CaptionCue[],
): Promise<boolean> {
  const { deps, effect, meeting } = step;
  const segments = await step.inTurns(segmentsInTurns(cues));
  const whole = meeting.state.windows[0];
  if (segments.length === 0 || !whole) return false;
  const { media } = meeting.state;
  invariant(media.kind === "landed", "captions of a recording that has not landed");
  const length = compareLength(cues, whole.endMs);
  if (length !== "fits") {
    const { meetId } = meeting;
    deps.log("meeting.transcript.misfits", {
      meetId,
      source: media.transcriptSource,
      length,
      endMs: endOf(cues),
      durationMs: whole.endMs,
    });
    step.say({ type: "transcript-misfits", run: effect.run, length });
  }
  const window: RecognisedWindow = {
    index: whole.index,
    startMs: whole.startMs,
    endMs: whole.endMs,
    segments: segments.map(({ startMs, endMs, text, speaker }) => ({ startMs, endMs, text, speaker, words: null })),
  };
  const pieces = await step.inTurns(writePieces(window.segments));
  step.finish(
    { type: "window-recognised", index: whole.index },
    {
      changed: { segments: { startMs: 0, endMs: Number.MAX_SAFE_INTEGER } },
      write(sql) {
        saveRecognised(sql, window, { dropped: 0, pieces });
        forgetGivenTranscript(sql);
      },
    },
  );
  return true;
}

function endOf(cues: readonly CaptionCue[]): number {
  return cues.reduce((end, cue) => Math.max(end, cue.endMs), 0);
}

/**
 * The transcript that came inside the recording. A track without words says nothing about what was said, and one with a cue
 * that is a book is none that anybody wrote as captions, so then the audio is recognised after all.
 */
export async function readCaptions(step: StepOf<"read-captions">): Promise<void> {
  const { deps, effect, sql } = step;
  const track = readCaptionTrack(sql);
  const cues = track ? await deps.media.captions(openRecording(step), track) : [];
  const isUsable = cues.every(({ text }) => text.length <= TRANSCRIPT_CUE_CHARS_MAX);
  // Subtitles name their speakers in the same ways, wherever they stand.
  const voiced = isUsable ? await step.inTurns(readVoices(cues)) : null;
  if (voiced?.ok && (await finishCues(step, voiced.value))) return;
  step.finish({ type: "captions-empty", run: effect.run, windows: readSpans(sql) });
}
