import type { WindowText } from "#app/contracts/meeting/window-text.ts";
import { SPEECH_PART_MS } from "#app/domain/limits/steps.ts";
import { dropInventions } from "#app/domain/transcript/drop-inventions.ts";
import type { SpokenSegment } from "#app/domain/transcript/segment.ts";
import type { SpeechPart } from "#app/server/ports/speech.ts";
import type { StepOf } from "#workers/meeting/steps/step.ts";
import { saveRecognised } from "#workers/meeting/store/transcript.ts";

/** Times of a window's audio as times of the recording. */
export function shiftSegments(
  segments: readonly SpokenSegment[],
  shift: (ms: number) => number,
): WindowText["segments"] {
  return segments.map(({ startMs, endMs, text, speaker, words }) => ({
    startMs: shift(startMs),
    endMs: shift(endMs),
    text,
    speaker,
    words: words?.map((word) => ({ ...word, startMs: shift(word.startMs), endMs: shift(word.endMs) })) ?? null,
  }));
}

/** Stores and shows the text of a window while it grows. The whole window replaces it. */
export function showParts(
  step: StepOf<"transcribe-window">,
  { index, startMs, endMs }: { index: number; startMs: number; endMs: number },
  { durationMs, shift }: { durationMs: number; shift: (ms: number) => number },
) {
  const { deps, effect, signal } = step;
  let shownAt = Number.NEGATIVE_INFINITY;
  return ({ speech, untilMs, pace, ahead }: SpeechPart): void => {
    if (signal.aborted || deps.now() - shownAt < SPEECH_PART_MS) return;
    shownAt = deps.now();
    const textUntilMs = Math.min(endMs, Math.max(startMs, shift(untilMs)));
    const segments = shiftSegments(dropInventions(speech, { durationMs }).kept, shift);
    step.say(
      { type: "window-part", run: effect.run, index, textUntilMs, pace, ahead },
      {
        changed: { segments: { startMs, endMs: textUntilMs } },
        write: (sql) => saveRecognised(sql, { index, startMs, endMs, segments }, { dropped: 0 }),
      },
    );
  };
}
